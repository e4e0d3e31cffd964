#!/usr/bin/env bash
# Trains the readers on one GPU, from folders that hold what research.training.reader.samples, .trim and
# research.training.encoder wrote. Each step is one command, so that they can run side by side:
#   bash research/experiments/reader/train.sh adapt  minilm en 5 3e-4      masked-language training, minutes, rate
#   bash research/experiments/reader/train.sh teach  mpnet en 4e-5 0       one teacher, rate, seed
#   bash research/experiments/reader/train.sh label  minilm en             teachers 0, 1, 2 label for the student
#   bash research/experiments/reader/train.sh student minilm en 1e-4 0     one student, rate, seed
# needs torch, numpy, safetensors, tokenizers. IN (carry/), WORK (work/) and EXTRA flags come from the environment.
set -euo pipefail
export PYTHONPATH=src PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2 TOKENIZERS_PARALLELISM=true
IN=${IN:-carry} WORK=${WORK:-work} EXTRA=${EXTRA:-}
mkdir -p "$WORK/logs"
step=$1; shift
case $step in
  adapt) name=$1 lang=$2 minutes=$3 rate=$4
    python3 -m research.training.reader.mlm "$IN/$name" "$WORK/$name.part" --texts "$IN/texts-$lang"/*.xz \
      --minutes "$minutes" --rate "$rate" $EXTRA && mv "$WORK/$name.part" "$WORK/$name" ;;
  teach) name=$1 lang=$2 rate=$3 seed=$4
    python3 -m research.training.reader.learn --language "$lang" --samples "$IN/samples-$lang/$lang.jsonl.xz" \
      --encoder "$WORK/$name" --out "$WORK/teacher-$lang-$seed" --rate "$rate" --seed "$seed" $EXTRA
    touch "$WORK/teacher-$lang-$seed.done" ;;
  label) student=$1 lang=$2
    python3 -m research.training.reader.label --teachers "$WORK"/teacher-"$lang"-[0-9] --student "$WORK/$student" \
      --samples "$IN/samples-$lang/$lang.jsonl.xz" --texts "$IN/texts-$lang"/*.xz --out "$WORK/soft-$lang.npz" $EXTRA
    touch "$WORK/soft-$lang.done" ;;
  student) name=$1 lang=$2 rate=$3 seed=$4
    python3 -m research.training.reader.learn --language "$lang" --samples "$IN/samples-$lang/$lang.jsonl.xz" \
      --encoder "$WORK/$name" --soft "$WORK/soft-$lang.npz" --out "$WORK/student-$lang-$seed" --rate "$rate" \
      --seed "$seed" $EXTRA
    touch "$WORK/student-$lang-$seed.done" ;;
  *) echo "unknown step $step" >&2; exit 2 ;;
esac
