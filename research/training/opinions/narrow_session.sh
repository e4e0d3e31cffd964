#!/usr/bin/env bash
# One session on a GPU: smaller students (narrow) distilled from the student of a checkpoint, several shapes of each side by side.
#
#   narrow_session.sh PREPARED CHECKPOINTS WORK OUT SECONDS SHAPE…     about 100 s more than SECONDS on one H200
#
# PREPARED holds en/ and zh/ (prepare), CHECKPOINTS the folders en, zh, en-fast and zh-fast. A shape is CHECKPOINT:FFN:HEADS:SEED, such as
# en-fast:384:3:0. OUT gets archives of at most 16 MB with the checkpoints and logs.
set -uo pipefail
prepared=$1 checkpoints=$2 work=$3 out=$4 seconds=$5
shift 5
mkdir -p "$work/made" "$out"
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True OMP_NUM_THREADS=2 PYTHONUNBUFFERED=1
run="python3 -m research.training.opinions.run"

smaller() {  # CHECKPOINT FFN HEADS SEED: one shape, cut and distilled
  local lang=${1%-fast} name=$1-$2-$3 model=student rate=3e-4
  [[ $1 == *-fast ]] && model=fast rate=8e-4
  python3 -m research.training.opinions.narrow "$checkpoints/$1" "$work/$name-$4.safetensors" --prepared "$prepared/$lang" --ffn "$2" --heads "$3"
  while [[ ! -e $work/$lang/$lang-labels.pt ]]; do sleep 1; [[ -e $work/failed ]] && return; done
  $run distil "$lang" --model $model --name "$2-$3" --seed "$4" --prepared "$prepared/$lang" --work "$work/$lang" --out "$work/made" \
    --seconds "$seconds" --rate $rate --begin "$work/$name-$4.safetensors"
}

for lang in en zh; do
  $run label "$lang" --prepared "$prepared/$lang" --work "$work/$lang" --tokens 16384 --earlier "$checkpoints/$lang/weights.safetensors" \
    > "$work/made/$lang-label.log" 2>&1 || touch "$work/failed" &
done
for shape in "$@"; do
  IFS=: read -r checkpoint ffn heads seed <<< "$shape"
  smaller "$checkpoint" "$ffn" "$heads" "$seed" > "$work/made/$checkpoint-$ffn-$heads-$seed.log" 2>&1 &
done
wait
python3 - "$work/made" "$out" << 'PYTHON'
import sys, tarfile
from pathlib import Path
made, out = map(Path, sys.argv[1:])
archives = []  # the first with room takes a file
for file in sorted(made.iterdir(), key=lambda file: -file.stat().st_size):
    size = file.stat().st_size + 2048
    place = next((i for i, used in enumerate(archives) if used + size < 16_000_000), len(archives))
    archives[place:place + 1] = [(archives[place] if place < len(archives) else 0) + size]
    with tarfile.open(out / f"made-{place}.tar", "a") as archive:
        archive.add(file, file.name)
PYTHON
