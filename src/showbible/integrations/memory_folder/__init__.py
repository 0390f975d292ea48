"""A memory for assistants that speak only files: six commands over one folder."""
