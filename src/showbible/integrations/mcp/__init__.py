"""The memories for assistants that speak MCP, the Model Context Protocol."""
