"""The memories inside agents and graphs of Strands."""
