"""Cuts that an editor changed, read from the files of editing programs and told to the direction memory."""
