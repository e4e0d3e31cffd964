#!/usr/bin/env bash
# One session on a GPU: for each language the large teacher (English: and mpnet), what they and the earlier student say of the unlabelled
# texts, three students and their mean, and small ones. Both languages learn side by side: one teacher keeps a third of an H200 busy.
#
#   gpu_session.sh PREPARED LARGE BEGIN WORK OUT     about 20 minutes on one H200; start it with setsid, it needs no terminal
#
# PREPARED holds en/ and zh/ (prepare --large; en/ also teacher-N.safetensors of starting_weights), LARGE the parts of large_encoder with
# large.json, BEGIN the earlier checkpoints en, zh and any number of small ones (en-fast, en-fast-narrow …; .safetensors). Checkpoints to keep and all logs are in OUT;
# OUT/done is written last. TEACH, STUDY and MASKED are seconds of the large teachers, of the students and of mpnet's masked words.
# LANGUAGES=zh leaves the other language out and takes two large Chinese teachers instead of one.
set -uo pipefail
prepared=$1 large=$2 begin=$3 work=$4 out=$5
teach=${TEACH:-420} study=${STUDY:-480} masked=${MASKED:-150} languages=${LANGUAGES:-en zh}
mkdir -p "$work" "$out"
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True OMP_NUM_THREADS=2 PYTHONUNBUFFERED=1

run() {  # NAME STAGE LANG OPTION…: one stage, with its log
  local name=$1 stage=$2 lang=$3
  shift 3
  echo "$(date +%T) begins $name"
  python3 -m research.training.opinions.run "$stage" "$lang" --prepared "$prepared/$lang" --work "$work/$lang" --out "$out/$name" --large "$large" "$@" \
    > "$out/$name.log" 2>&1
  echo "$(date +%T) ended $name with status $?"
}

mpnet() {  # the second English teacher
  run en-masked pretrain en --model teacher --seconds "$masked" --batch 128
  run en-mpnet teacher en --model teacher --epochs 6 --tokens 1536 --rate 5e-5 --at-most "$((teach - masked + 30))"
}

language() {  # LANG SPANS OPTION…: all stages after the teachers; the options say whose labels the students learn from, SPANS how much their spans count
  local lang=$1 spans=$2 seed start
  shift 2
  run "$lang-label" label "$lang" --tokens 16384 "$@"
  for seed in 0 1 2; do
    run "$lang-student-$seed" distil "$lang" --seed "$seed" --seconds "$study" --rate 3e-4 --taught-spans "$spans" --begin "$begin/$lang.safetensors" &
  done
  for start in "$begin/$lang"-fast*.safetensors; do
    for seed in 0 1; do
      run "$(basename "$start" .safetensors)-$seed" distil "$lang" --model fast --seed "$seed" --seconds "$study" --rate 6e-4 --taught-spans 1 --begin "$start" &
    done
  done
  wait
  mkdir -p "$work/mean-$lang"
  cp "$begin/$lang.safetensors" "$work/mean-$lang/weights.safetensors"
  python3 -m research.training.opinions.mix "$work/mean-$lang" "$out/$lang"-student-*/*.safetensors --share 1
  cp "$work/mean-$lang/weights.safetensors" "$out/mean-$lang.safetensors"
}

large() {  # LANG SEED: one large teacher
  run "$1-large-$2" teacher "$1" --model large --seed "$2" --epochs 3 --rate 2e-5 --tokens 3072 --at-most "$teach"
}

case $languages in *en*)
  (large en 0 & mpnet & wait; language en 0.8 --teachers large-0 teacher-0 --earlier "$begin/en.safetensors") & ;;
esac
case $languages in
  zh) (large zh 0 & large zh 1 & wait; language zh 0.4 --teachers large-0 large-1) & ;;
  *zh*) (large zh 0; language zh 0.4 --teachers large-0) & ;;
esac
wait
touch "$out/done"
