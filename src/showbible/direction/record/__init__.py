"""Write down scenes, sessions, what was learned from them, and what a person makes of it."""
