#!/usr/bin/env bash
# Trains Bu et al.'s systems on one GPU, several at a time: bash research/experiments/asap/systems.sh TASKS
# TASKS holds a line "CONFIG SYSTEM SEED ENCODER" per run, most wanted first. DATA, RUNS and JOBS come from the
# environment. Afterwards: python -m research.training.runs RUNS/* research/papers/data/asap_runs.jsonl.xz
set -uo pipefail
export PYTHONPATH=src PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false
export DATA=${DATA:-carry/data} RUNS=${RUNS:-runs}
mkdir -p "$RUNS/logs"
xargs -P "${JOBS:-8}" -L 1 bash -c '
  python3 -m research.training.train --config "$0" --data "$DATA" --encoder "$3" --systems "$1" --seeds "$2" \
    --out "$RUNS/$(basename "$0" .json)" --weights none > "$RUNS/logs/$(basename "$0" .json)-$1-$2.log" 2>&1' < "$1"
