"""What a sentence says, what it does to what was said before, and what a question asks: text in, values out."""
