"""Write down what a production does: one verb, one transaction, one line in the log."""

from showbible.runs.record.delivery import deliver
from showbible.runs.record.life import beat, delete, describe, enter, finish, forget_project, forget_user, start
from showbible.runs.record.log import forget_log
from showbible.runs.record.mutes import mute, unmute
from showbible.runs.record.notes import note, report
from showbible.runs.record.pilots import add_pilot, judge_pilot, name_winner
from showbible.runs.record.shelf import archive, bring_back
from showbible.runs.record.tags import tag, tag_all, undo_tagging, untag, untag_all
from showbible.runs.record.verdicts import approve, reject, take_back
from showbible.runs.record.views import drop_view, keep_view, open_with

__all__ = [
    "add_pilot",
    "approve",
    "archive",
    "beat",
    "bring_back",
    "delete",
    "deliver",
    "describe",
    "drop_view",
    "enter",
    "finish",
    "forget_log",
    "forget_project",
    "forget_user",
    "judge_pilot",
    "keep_view",
    "mute",
    "name_winner",
    "note",
    "open_with",
    "reject",
    "report",
    "start",
    "tag",
    "tag_all",
    "take_back",
    "undo_tagging",
    "unmute",
    "untag",
    "untag_all",
]
