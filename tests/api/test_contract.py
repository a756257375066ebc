"""Whatever is asked, the server answers as its OpenAPI description says, and never fails."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.api.parlour import Parlour

SECONDS = 15
"""How long questions are invented; a run may take a little longer."""


def with_examples(schema: dict[str, Any], examples: dict[str, str]) -> dict[str, Any]:
    """Return the description with ids that exist as examples for parameters in addresses."""
    for operations in schema["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter["example"] = examples[parameter["name"]]
    return schema


def test_api_keeps_its_contract(parlour: Parlour, tmp_path: Path) -> None:
    stored = parlour.finished[0]
    examples = {"game": stored.record.game, "table": stored.table, "match": stored.match}
    schema = with_examples(parlour.client.get("/api/openapi.json").json(), examples)
    description = tmp_path / "openapi.json"
    description.write_text(json.dumps(schema))
    options = ("--checks=all", "--phases=examples,coverage,fuzzing", "--max-examples=40")
    limits = (f"--max-time={SECONDS}", "--seed=1", "--max-failures=5", "--warnings=off")
    place = f"--url={parlour.server.url}/api"
    done = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "run", description, place, *options, *limits],
        cwd=tmp_path,
        env=os.environ | {"COLUMNS": "160", "NO_COLOR": "1"},
        capture_output=True,
        check=False,
        text=True,
        timeout=10 * SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Selected: 7/7" in done.stdout, done.stdout
