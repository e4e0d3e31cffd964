#!/usr/bin/env bash
# How the shipped readers were trained, in about ten minutes on one H200 that other work shared: encoders adapted to
# reviews, teachers, their labels, three students a language, side by side. Afterwards, on any machine:
#   python -m research.training.reader.presence WORK/student-en-1 --samples en.jsonl.xz --sentences general
#   python -m research.experiments.reader.evaluate --samples SAMPLES --model WORK/student-en-1 --tune --split dev
#   python -m research.training.reader.ship WORK/student-en-1 --mlm WORK/minilm/mlm.json      (zh: first categories.sh)
#   python -m research.experiments.reader.evaluate --samples SAMPLES --model reader-en --brief --card research/training/data
# and ship once more, which changes nothing but the card: it then tells what was measured.
# IN (carry/) holds what research.training.reader.samples, .trim and research.training.encoder wrote; logs go to WORK/logs.
set -uo pipefail
export IN=${IN:-carry} WORK=${WORK:-work}
mkdir -p "$WORK/logs"
step() { bash research/experiments/reader/train.sh "$@"; }
until_there() { until [ -e "$1" ]; do sleep 1; done; }

readers() { # language, student, its flags, flags of the labels, teacher, its rate and flags, seeds of the teachers
  ln -sfn "$(realpath "$IN/$5")" "$WORK/$5"
  for seed in $8; do EXTRA=$7 step teach "$5" "$1" "$6" "$seed" > "$WORK/logs/teacher-$1-$seed.log" 2>&1 & done; wait
  EXTRA=$4 step label "$2" "$1" > "$WORK/logs/label-$1.log" 2>&1
  for seed in 0 1 2; do EXTRA=$3 step student "$2" "$1" 1e-4 $seed > "$WORK/logs/student-$1-$seed.log" 2>&1 & done; wait
}

step adapt minilm en 4 3e-4 > "$WORK/logs/adapt-minilm.log" 2>&1 &
step adapt m3e zh 4 3e-4 > "$WORK/logs/adapt-m3e.log" 2>&1 &
(until_there "$WORK/minilm"
 readers en minilm "--epochs 3 --unlabelled 8000 --stars 3000" "--number 16000 --longest 800 --stars 4000" \
   mpnet 5e-5 "--epochs 2 --stars 2000" "0") &
(until_there "$WORK/m3e"
 readers zh m3e "--epochs 4 --unlabelled 8000 --stars 3000" "--number 16000 --longest 400 --stars 4000" \
   zhbert 5e-5 "--epochs 3 --heads 10" "0 1") &
wait
