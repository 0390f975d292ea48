"""Look direction up: scenes, sessions, scene memories, the profile, and what it says to a planning tool."""
