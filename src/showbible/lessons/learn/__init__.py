"""What follows from the end of a run: its record, and what it showed about the providers it used."""
