#!/usr/bin/env bash
# How the Chinese readers of campaign.sh learnt on about categories, from better teachers: twelve minutes on one H200
# that other work shared. States, terms and stars stay as they are. Afterwards, on any machine:
#   python -m research.experiments.reader.evaluate --samples SAMPLES --model WORK/student-zh-2 --tune --split dev
#   python -m research.training.reader.presence WORK/student-zh-2 --samples zh.jsonl.xz --elsewhere DATA
#   python -m research.training.reader.ship WORK/student-zh-2 --mlm m3e/mlm.json
# IN (carry/) is that of campaign.sh, with its students and, in IN/data, what research.training.prepare wrote of asap-zh.
set -euo pipefail
export IN=${IN:-carry} WORK=${WORK:-work-categories}
export PYTHONPATH=src PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false
mkdir -p "$WORK/logs"
ln -sfn "$(realpath "$IN/m3e")" "$WORK/m3e" # for its pieces
step() { bash research/experiments/reader/train.sh "$@"; }

step adapt zhbert zh 3 1e-4 > "$WORK/logs/adapt.log" 2>&1
for seed in 0 1 2 3; do
  EXTRA="--epochs 3 --heads 10" step teach zhbert zh 5e-5 "$seed" > "$WORK/logs/teacher-$seed.log" 2>&1 &
done
wait
python3 -m experiments.reader.teachers "$WORK"/teacher-zh-[0-3] --corpus asap-zh --data "$IN/data" \
  --called "teachers, Chinese BERT-base" --out "$WORK/teachers.jsonl.xz" > "$WORK/logs/said.log" 2>&1 &
EXTRA="--number 16000 --longest 400 --stars 4000" step label m3e zh > "$WORK/logs/label.log" 2>&1
for seed in 0 1 2; do
  python3 -m research.training.reader.learn --language zh --samples "$IN/samples-zh/zh.jsonl.xz" --soft "$WORK/soft-zh.npz" \
    --reader "$IN/student-zh-$seed" --out "$WORK/student-zh-$seed" --epochs 4 --unlabelled 8000 --stars 3000 \
    --seed "$seed" > "$WORK/logs/student-$seed.log" 2>&1 &
done
wait
