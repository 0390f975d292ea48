"""Sound made from numbers: a music bed by mood, a voice where one is installed, and their mix."""
