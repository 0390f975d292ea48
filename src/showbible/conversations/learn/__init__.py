"""What a conversation leaves behind: memories, hooks and a beat for every exchange."""
