"""The memories inside other people's tools."""
