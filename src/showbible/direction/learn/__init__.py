"""Learn from ready scenes: one memory per scene, one profile per story; all of it may run twice."""
