"""Asks the public advisory services whether any locked dependency has a known fault.

Ends with 1 where one has, and where AUDIT_REQUIRED is set and nobody could be asked. A machine that reaches no service, or one
that knows none of our dependencies, has audited nothing: that is said in so many words, never passed over.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements-test.lock"
"""Holds everything of requirements.lock too."""

SERVICES = ("pypi", "osv")
PATIENCE_SECONDS = "10"


def main() -> int:
    """Ask one service after the other until one answers."""
    reasons = []
    for service in SERVICES:
        answer, said = ask(service)
        audited = [found for found in answer if "skip_reason" not in found]
        if not audited:
            reasons.append(f"{service}: {said}" if said else f"{service}: knows none of {len(answer)} dependencies")
            continue
        faulty = [found for found in audited if found["vulns"]]
        skipped = [found["name"] for found in answer if "skip_reason" in found]
        print(f"{len(audited)} dependencies audited by {service}, {len(faulty)} with known faults.")
        if skipped:
            print(f"NOT AUDITED, because {service} does not know them: {', '.join(skipped)}")
        for found in faulty:
            for fault in found["vulns"]:
                cure = ", ".join(fault["fix_versions"]) or "none yet"
                print(f"  {found['name']} {found['version']}: {fault['id']}, repaired in {cure}")
        return 1 if faulty else 0
    print("*" * 100)
    print("DEPENDENCIES WERE NOT AUDITED: no advisory service can be asked from this machine.")
    for reason in reasons:
        print(f"  {reason}")
    print("Run `make audit` where one can be reached. With AUDIT_REQUIRED=1 this is a failure.")
    print("*" * 100)
    return 1 if os.environ.get("AUDIT_REQUIRED") else 0


def ask(service: str) -> tuple[list[dict[str, Any]], str]:
    """Give what a service says of each dependency; or nothing, and what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip_audit", "--requirement", str(LOCK), "--require-hashes", "--disable-pip"]
        command += ["--vulnerability-service", service, "--timeout", PATIENCE_SECONDS, "--progress-spinner", "off"]
        command += ["--cache-dir", folder, "--format", "json", "--output", str(report)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if not report.exists() or not (text := report.read_text(encoding="utf-8")):
            return [], (done.stderr.strip().splitlines() or ["no answer"])[-1][:200]
        found: list[dict[str, Any]] = json.loads(text)["dependencies"]
        return found, ""


if __name__ == "__main__":
    sys.exit(main())
