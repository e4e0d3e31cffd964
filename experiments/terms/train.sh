#!/usr/bin/env bash
# Trains the branches that find aspect terms on one GPU:
#   python -m experiments.terms.samples --samples SAMPLES --out IN    # IN/written-*.jsonl.xz, texts-*.jsonl.xz
#   IN=… WORK=… bash experiments/terms/train.sh
#   python -m voxpop.models.branch.ship WORK/terms-en-2-0 terms       # and terms-zh-2-0
# IN also holds the samples (en.jsonl.xz, zh.jsonl.xz), the teachers (mpnet, zhbert: voxpop.models.encoder) and the readers'
# checkpoints (reader-en, reader-zh).
set -euo pipefail
export PYTHONPATH=src PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false
IN=${IN:-carry} WORK=${WORK:-work}
mkdir -p "$WORK"
both() { # language, teacher
  samples=("$IN/$1.jsonl.xz" "$IN/written-$1.jsonl.xz")
  python3 -m voxpop.models.branch.term_teachers --encoder "$IN/$2" --samples "${samples[@]}" \
    --texts "$IN/texts-$1.jsonl.xz" --student "$IN/reader-$1" --seeds 0 1 2 --out "$WORK/soft-$1.npz"
  for layers in 2 3; do
    for seed in 0 1 2; do
      python3 -m voxpop.models.branch.terms --reader "$IN/reader-$1" --layers $layers --samples "${samples[@]}" \
        --soft "$WORK/soft-$1.npz" --seed $seed --out "$WORK/terms-$1-$layers-$seed" &
    done
  done
  wait
}
both en mpnet & both zh zhbert & wait
