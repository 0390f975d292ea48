"""A name for each life of a project, and whether its file was made; waiting jobs learn which life they are about."""

import json
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from showbible.vocabulary import new_id

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("projects", sa.Column("incarnation", sa.Text, nullable=False, server_default=""))
    op.add_column("projects", sa.Column("born_at", sa.BigInteger))
    connection = op.get_bind()
    known = connection.execute(sa.text("SELECT project_id, created_at FROM projects")).all()
    lives = {row.project_id: new_id() for row in known}
    for row in known:
        connection.execute(
            sa.text("UPDATE projects SET incarnation = :life, born_at = :at WHERE project_id = :project_id"),
            {
                "project_id": row.project_id,
                "life": lives[row.project_id],
                "at": row.created_at if _has_folder(connection, row.project_id) else None,
            },
        )
    _sign_jobs(connection, lives)


def _has_folder(connection: sa.Connection, project_id: str) -> bool:
    """Whether a project was ever opened: its folder was made together with its file."""
    database = connection.engine.url.database
    return connection.dialect.name != "sqlite" or (Path(database or "").parent / "projects" / project_id).is_dir()


def _sign_jobs(connection: sa.Connection, lives: dict[str, str]) -> None:
    for row in connection.execute(sa.text("SELECT job_id, payload FROM jobs WHERE state <> 'done'")).all():
        payload = json.loads(row.payload)
        if life := lives.get(payload.get("project_id")):
            connection.execute(
                sa.text("UPDATE jobs SET payload = :payload WHERE job_id = :job_id"),
                {"job_id": row.job_id, "payload": json.dumps({**payload, "incarnation": life})},
            )
