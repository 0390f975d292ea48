"""What a plan would probably score and cost, and which plan that speaks for."""
