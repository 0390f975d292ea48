"""Give assets words, find who appears in them, and place them by meaning; all of it may run twice."""

from showbible.assets.learn.catching_up import Means, catch_up
from showbible.assets.learn.uploads import remove_upload, remove_uploads

__all__ = ["Means", "catch_up", "remove_upload", "remove_uploads"]
