#!/usr/bin/env bash
# One session on a GPU: for each language the large teacher, what it says of the unlabelled texts, three students and a small one.
# The second language's teacher learns while the first one's students do, and the papers' studies while the second one's do.
#
#   gpu_session.sh PREPARED LARGE BEGIN WORK OUT     about 18 minutes on one H200; start it with setsid, it needs no terminal
#
# PREPARED holds en/ and zh/ (prepare --large, papers --large), LARGE the parts of large_encoder with large.json, BEGIN the earlier
# checkpoints en, zh, en-fast and zh-fast (.safetensors). Checkpoints to keep and all logs are in OUT; OUT/done is written last.
set -uo pipefail
prepared=$1 large=$2 begin=$3 work=$4 out=$5
mkdir -p "$work" "$out"
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True OMP_NUM_THREADS=4 PYTHONUNBUFFERED=1
declare -A tokens=([en]=4096 [zh]=3072) seconds=([en]=300 [zh]=260)

run() {  # NAME STAGE LANG OPTION…: one stage, with its log
  local name=$1 stage=$2 lang=$3
  shift 3
  echo "$(date +%T) begins $name"
  python -m research.training.opinions.run "$stage" "$lang" --prepared "$prepared/$lang" --work "$work/$lang" --out "$out" "$@" \
    > "$out/$name.log" 2>&1
  echo "$(date +%T) ended $name with status $?"
}

teacher() { run "$1-teacher" teacher "$1" --model large --large "$large" --epochs 3 --rate 2e-5 --tokens "${tokens[$1]}" --at-most "${seconds[$1]}"; }
label() { run "$1-label" label "$1" --teachers large-0 --tokens 16384; }
students() {
  local seed
  for seed in 0 1 2; do
    run "$1-student-$seed" distil "$1" --seed "$seed" --seconds 280 --rate 3e-4 --begin "$begin/$1.safetensors" &
  done
  run "$1-fast" distil "$1" --model fast --seconds 280 --rate 6e-4 --begin "$begin/$1-fast.safetensors" &
}
study() {  # LANG STUDY SECONDS: choose thresholds on the tenth held out, then score the test part
  run "$1-$2-chosen" teacher "$1" --study "$2" --model large --large "$large" --epochs 3 --rate 2e-5 --tokens 3072 --at-most "$3"
  run "$1-$2-final" teacher "$1" --study "$2" --model large --large "$large" --epochs 3 --rate 2e-5 --tokens 3072 --at-most "$3" --final
}

teacher en
label en
students en
teacher zh
wait
label zh
students zh
study en semeval14 130
wait
study en dimabsa 60
study zh dimabsa 60
touch "$out/done"
