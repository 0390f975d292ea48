"""What the studio keeps, how much of the disk that takes, and what goes when."""
