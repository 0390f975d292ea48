"""The continuity of a story: the report of a scene, and what a change costs."""
