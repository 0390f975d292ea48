"""The JSON API under /api/v1."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
