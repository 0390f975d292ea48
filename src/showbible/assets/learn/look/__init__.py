"""Looking without a model: measure the pixels of a file and say only what can be seen in them.

A file from outside may be made to break whoever opens it, so it is opened in a process of its own,
with a limit on its time and its memory.
"""
