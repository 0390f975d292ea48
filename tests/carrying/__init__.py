"""Stories on their way out of a studio and into it."""
