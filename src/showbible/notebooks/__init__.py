"""What assistants write down for themselves: a few files of notes beside each story."""
