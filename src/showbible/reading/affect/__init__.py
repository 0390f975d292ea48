"""What the words of a dialogue do to the two who speak: signals of feeling, read clause by clause."""
