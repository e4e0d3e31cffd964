#!/usr/bin/env bash
# Trains the branches that judge comparisons on one GPU, about six minutes beside other work:
#   python -m voxpop.models.branch.comparisons --data DIR --out IN                    # IN/coqe-en.jsonl.xz, coqe-zh.jsonl.xz
#   python -m experiments.mentions.sentences --data DIR --samples SAMPLES --out IN    # IN/sentences-*.jsonl.xz, unlabelled
#   IN=… WORK=… bash experiments/mentions/judges.sh
#   python -m voxpop.models.branch.ship WORK/judge-en-1 compares                      # and judge-zh-0, the best on dev
# IN also holds the teachers (mpnet, zhbert: voxpop.models.encoder) and the readers' checkpoints (reader-en, reader-zh).
set -euo pipefail
export PYTHONPATH=src PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false
IN=${IN:-carry} WORK=${WORK:-work}
mkdir -p "$WORK"
both() { # language, teacher
  coqe="$IN/coqe-$1.jsonl.xz"
  python3 -m voxpop.models.branch.teachers --encoder "$IN/$2" --samples "$coqe" --texts "$IN/sentences-$1.jsonl.xz" \
    --seeds 0 1 2 3 --out "$WORK/taught-$1.jsonl.xz"
  for seed in 0 1; do
    python3 -m voxpop.models.branch.mentions --judge --reader "$IN/reader-$1" --layers 2 --early --epochs 4 --batch 64 \
      --samples "$coqe" "$coqe" "$coqe" "$WORK/taught-$1.jsonl.xz" --seed $seed --out "$WORK/judge-$1-$seed" &
  done
  wait
}
both en mpnet & both zh zhbert & wait
