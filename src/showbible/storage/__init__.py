"""Where facts live: two databases behind one text, files, full text and vectors."""
