"""What orders at providers showed of each, and the choice of whom to ask next; pure."""
