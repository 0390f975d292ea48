"""How a story is directed: cards, figures, edited scenes."""
