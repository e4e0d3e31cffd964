#!/usr/bin/env bash
# Trains the branches that judge comparisons on one GPU, about six minutes beside other work:
#   python -m research.training.branch.comparisons --data DIR --out IN                    # IN/coqe-en.jsonl.xz, coqe-zh.jsonl.xz
#   python -m research.experiments.mentions.sentences --data DIR --samples SAMPLES --out IN    # IN/sentences-*.jsonl.xz, unlabelled
#   IN=… WORK=… bash research/experiments/mentions/judges.sh
#   python -m research.training.branch.ship WORK/judge-en-0 compares                      # and judge-zh-0
# IN also holds the teachers (mpnet, zhbert: research.training.encoder) and the readers' checkpoints (reader-en, reader-zh).
set -euo pipefail
export PYTHONPATH=src PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false
IN=${IN:-carry} WORK=${WORK:-work}
mkdir -p "$WORK"
both() { # language, teacher
  coqe="$IN/coqe-$1.jsonl.xz"
  for seeds in "0 1" "2 3"; do
    # shellcheck disable=SC2086
    python3 -m research.training.branch.teachers --encoder "$IN/$2" --samples "$coqe" --texts "$IN/sentences-$1.jsonl.xz" \
      --with-dev --seeds $seeds --out "$WORK/taught-$1-${seeds% *}.jsonl.xz" &
  done
  wait
  for seed in 0 1 2; do
    python3 -m research.training.branch.mentions --judge --reader "$IN/reader-$1" --layers 2 --early --epochs 3 --batch 64 \
      --with-dev --samples "$coqe" "$coqe" "$coqe" "$coqe" "$coqe" "$WORK/taught-$1-0.jsonl.xz" \
      "$WORK/taught-$1-2.jsonl.xz" --seed $seed --out "$WORK/judge-$1-$seed" &
  done
  wait
}
both en mpnet & both zh zhbert & wait
