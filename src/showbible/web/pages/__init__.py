"""The pages people look at."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
