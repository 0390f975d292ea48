"""Write down what a production does: one verb, one transaction, one line in the log."""

from showbible.runs.record.delivery import deliver
from showbible.runs.record.life import beat, delete, describe, enter, finish, forget_project, forget_user, start
from showbible.runs.record.log import forget_log
from showbible.runs.record.notes import note, report
from showbible.runs.record.pilots import add_pilot, judge_pilot, name_winner

__all__ = [
    "add_pilot",
    "beat",
    "delete",
    "deliver",
    "describe",
    "enter",
    "finish",
    "forget_log",
    "forget_project",
    "forget_user",
    "judge_pilot",
    "name_winner",
    "note",
    "report",
    "start",
]
