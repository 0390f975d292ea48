"""What pages share: answers to acts, files of lists, cards, charts, marks, the palette."""
