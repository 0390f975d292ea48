"""What follows from what. Read this to understand the system."""

from __future__ import annotations
