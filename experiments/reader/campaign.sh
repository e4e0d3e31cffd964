#!/usr/bin/env bash
# Everything after masked-language training, side by side on one GPU: three teachers a language, their labels, three
# students; and paper 001's systems with the adapted encoders. Each chain waits for what it needs; logs in WORK/logs.
set -uo pipefail
export WORK=${WORK:-work} PYTHONPATH=src PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2
step() { bash experiments/reader/train.sh "$@"; }
until_there() { until [ -e "$1" ]; do sleep 1; done; }

readers() { # language, teacher, its rate and flags, student, its rate and flags, flags of the labels, seeds of the teachers
  until_there "$WORK/$2"
  for seed in $9; do EXTRA=$4 step teach "$2" "$1" "$3" $seed > "$WORK/logs/teacher-$1-$seed.log" 2>&1 & done; wait
  until_there "$WORK/$5"
  EXTRA=$8 step label "$5" "$1" > "$WORK/logs/label-$1.log" 2>&1
  for seed in 0 1 2; do EXTRA=$7 step student "$5" "$1" "$6" $seed > "$WORK/logs/student-$1-$seed.log" 2>&1 & done; wait
}

paper() { # config, data folder, encoder, log, systems…
  local config=$1 data=$2 encoder=$3 log=$4; shift 4
  until_there "$encoder"
  python3 -m voxpop.models.train --config "$config" --data "$data" --encoder "$encoder" --seeds 0 1 2 --weights none \
    --out "$WORK/runs" --systems "$@" > "$WORK/logs/$log.log" 2>&1
}

readers en mpnet 4e-5 "--epochs 3" minilm 1e-4 "--epochs 4" "--number 25000 --longest 900" "0 1" &
readers zh zhbert 5e-5 "--epochs 3 --heads 10" m3e 1e-4 "--epochs 5" "--number 25000 --longest 450" "0 1 2" &
(paper restaurant carry/data "$WORK/minilm" bert-en joint-no-rp vanilla-bert capsnet-bert qa-bert
 paper asap-zh carry/data "$WORK/m3e" bert-zh joint joint-no-rp joint-no-acsa vanilla-bert capsnet-bert qa-bert) &
paper lara-hotels carry/lara "$WORK/minilm" lara joint joint-no-acsa joint-no-rp &
wait
touch "$WORK/campaign.done"
