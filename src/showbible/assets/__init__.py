"""The asset memory: what was made, what it shows, and what the story knows at each moment."""
