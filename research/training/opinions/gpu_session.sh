#!/usr/bin/env bash
# One session on a GPU: for each language the large teacher, what it and the earlier student say of the unlabelled texts, three
# students and a small one. Both languages learn side by side: one teacher keeps a third of an H200 busy.
#
#   gpu_session.sh PREPARED LARGE BEGIN WORK OUT     about 16 minutes on one H200; start it with setsid, it needs no terminal
#
# PREPARED holds en/ and zh/ (prepare --large), LARGE the parts of large_encoder with large.json, BEGIN the earlier
# checkpoints en, zh, en-fast and zh-fast (.safetensors). Checkpoints to keep and all logs are in OUT; OUT/done is written last.
set -uo pipefail
prepared=$1 large=$2 begin=$3 work=$4 out=$5
mkdir -p "$work" "$out"
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True OMP_NUM_THREADS=4 PYTHONUNBUFFERED=1

run() {  # NAME STAGE LANG OPTION…: one stage, with its log
  local name=$1 stage=$2 lang=$3
  shift 3
  echo "$(date +%T) begins $name"
  python3 -m research.training.opinions.run "$stage" "$lang" --prepared "$prepared/$lang" --work "$work/$lang" --out "$out" --large "$large" "$@" \
    > "$out/$name.log" 2>&1
  echo "$(date +%T) ended $name with status $?"
}

language() {  # LANG OPTION…: all stages of a language; the options say whose labels the students learn from
  local lang=$1 seed
  shift
  run "$lang-teacher" teacher "$lang" --model large --epochs 3 --rate 2e-5 --tokens 3072 --at-most 300
  run "$lang-label" label "$lang" --tokens 16384 "$@"
  for seed in 0 1 2; do
    run "$lang-student-$seed" distil "$lang" --seed "$seed" --seconds 400 --rate 3e-4 --begin "$begin/$lang.safetensors" &
  done
  run "$lang-fast" distil "$lang" --model fast --seconds 400 --rate 6e-4 --begin "$begin/$lang-fast.safetensors" &
  wait
}

language en --teachers large-0 --earlier "$begin/en.safetensors" &
language zh --teachers large-0 &
wait
touch "$out/done"
