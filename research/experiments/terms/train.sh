#!/usr/bin/env bash
# Trains the branches that find aspect terms on one GPU, about twenty minutes:
#   python -m research.experiments.terms.samples --data DIR --samples SAMPLES --out IN   # IN/written-*, annotated-en, texts-*
#   IN=… WORK=… bash research/experiments/terms/train.sh
#   python -m research.training.branch.ship WORK/terms-en-0 terms         # and terms-zh-0
# IN also holds the samples (en.jsonl.xz, zh.jsonl.xz), the teachers (mpnet, zhbert: research.training.encoder) and the readers'
# checkpoints (reader-en, reader-zh). Without "--with-dev" the same gives figures on dev, which chose all this.
set -euo pipefail
export PYTHONPATH=src PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false
IN=${IN:-carry} WORK=${WORK:-work}
mkdir -p "$WORK"
both() { # language, teacher, layers, options
  lang=$1 teacher=$2 layers=$3
  shift 3
  samples=("$IN/$lang.jsonl.xz" "$IN/written-$lang.jsonl.xz")
  [ "$lang" = zh ] || samples+=("$IN/annotated-en.jsonl.xz")
  for seed in 0 1 2; do
    python3 -m research.training.branch.term_teachers --encoder "$IN/$teacher" --samples "${samples[@]}" "$@" \
      --texts "$IN/texts-$lang.jsonl.xz" --student "$IN/reader-$lang" --seeds $seed --out "$WORK/soft-$lang-$seed.npz" &
  done
  wait
  for seed in 0 1 2; do
    python3 -m research.training.branch.terms --reader "$IN/reader-$lang" --layers "$layers" --samples "${samples[@]}" "$@" \
      --soft "$WORK"/soft-"$lang"-?.npz --seed $seed --out "$WORK/terms-$lang-$seed" &
  done
  wait
}
both en mpnet 3 --with-dev & both zh zhbert 2 & wait
