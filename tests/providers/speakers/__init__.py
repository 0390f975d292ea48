"""Local servers, each of which speaks the documented protocol of one service."""
