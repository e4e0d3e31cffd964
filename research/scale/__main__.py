"""Long runs, for a machine that is free: ``python -m research.scale kills``.

    kills     100 kills of the local engine and 100 of Ray
    appends   500 appends in random chunks, compared with one run
    fuzz      three hours of hostile input
    million   10,000 and 1,000,000 generated reviews end to end, then the pages of the app on the last
    table     local 1, ray 1 and ray 2 on 20,000 reviews, then ray 1 without a network

Each writes a line as soon as something is known, to the terminal and to ``scale-NAME.log`` in the folder of ``--log``.
``--short`` makes each as small as it takes to see that it works.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

Command = tuple[str, ...]
RUNS: dict[str, list[tuple[Command, Command]]] = {  # what is run, and its short form
    "kills": [
        (("faults", "100", "--engine", engine, "--seed", seed), ("faults", "1", "--engine", engine, "--reviews", "60"))
        for engine, seed in (("local", "21"), ("ray", "22"))
    ],
    "appends": [(("appends", "500"), ("appends", "2"))],
    "fuzz": [(("fuzz", "--minutes", "180"), ("fuzz", "--minutes", "0.3"))],
    "million": [
        (
            ("growth", "10000", "1000000", "--workers", "2", "--folder", "{log}/million"),
            ("growth", "100", "400", "--workers", "2", "--folder", "{log}/million"),
        ),
        (("app", "{log}/million/1000000.voxpop"), ("app", "{log}/million/400.voxpop")),
    ],
    "table": [
        (("growth", "20000", "--table"), ("growth", "200", "--table")),
        (("growth", "20000", "--engine", "ray", "--offline"), ("growth", "200", "--engine", "ray", "--offline")),
    ],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=RUNS)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--log", type=Path, default=Path())
    options = parser.parse_args()
    options.log.mkdir(parents=True, exist_ok=True)
    failed = 0
    with (options.log / f"scale-{options.name}.log").open("a", encoding="utf-8", buffering=1) as log:
        for long, short in RUNS[options.name]:
            module, *words = short if options.short else long
            package = "research" if module == "fuzz" else "research.scale"
            arguments = [word.format(log=options.log.resolve()) for word in words]
            command = [sys.executable, "-m", f"{package}.{module}", *arguments]
            environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
            pipe = subprocess.PIPE
            with subprocess.Popen(command, stdout=pipe, stderr=subprocess.STDOUT, text=True, env=environment) as run:
                assert run.stdout is not None
                log.write(f"$ python -m {' '.join(command[2:])}\n")
                for line in run.stdout:
                    log.write(line)
                    print(line, end="", flush=True)
            failed += run.returncode != 0
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
