"""What the server says of each memory, as JSON, CSV and to its own pages: a field is named once, on its shape."""
