#!/usr/bin/env bash
# Runs the tests of the compiled modules under AddressSanitizer and UndefinedBehaviorSanitizer: a read or write outside
# of what was allocated, use of what was freed, leaks, overflows of signed numbers, shifts too far and the like end the
# run with a report. In an environment with the test requirements, and with gcc:
#
#     tests/sanitize.sh [PYTEST ARGUMENTS]
#
# Everything happens in a copy of the sources, which goes away again. Without arguments it takes some minutes.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=${PYTHON:-python}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work

mkdir "$work/source"
tar -cf - --exclude='./.git' --exclude='./build' --exclude='*.so' --exclude='__pycache__' --exclude='./.*_cache' \
    --exclude='./.hypothesis' . | tar -xf - -C "$work/source"
cd "$work/source"

echo "Building ..."
sanitizers=-fsanitize=address,undefined
KLONDIKE_CFLAGS="-O1 -g -fno-omit-frame-pointer $sanitizers -fno-sanitize-recover=undefined" LDFLAGS=$sanitizers \
    "$python" -m pip install --quiet --no-deps --no-build-isolation --target "$work/site" .
for module in "$work"/site/klondike_solver/ext/*.so; do
    nm "$module" | grep __asan_report >/dev/null || { echo "$module has no sanitizer in it"; exit 1; }
done

# Python itself is built without the sanitizers, so they have to be there before it. Its own allocator would keep freed
# memory, and hide what is done with it.
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
export LD_PRELOAD PYTHONMALLOC=malloc PYTHONPATH="$work/site"
# Python leaves much to the end of the process: of its leaks only ours count, and those are looked for below.
export ASAN_OPTIONS="detect_leaks=1:log_path=$work/report:allocator_may_return_null=1"
export LSAN_OPTIONS="exitcode=0" UBSAN_OPTIONS="print_stacktrace=1:log_path=$work/report"

if (($# == 0)); then
    set -- tests/test_engine_*.py tests/test_prover.py tests/test_shortest*.py tests/test_best_score*.py \
        tests/test_most_cards.py tests/test_fewest_passes.py tests/test_player.py tests/test_solution.py \
        tests/fuzz/test_fuzz_engines.py -k "not takes_no_more_memory"
fi
status=0
"$python" -m pytest -q -n 0 -p no:cacheprovider -p no:benchmark "$@" || status=$?

# Of a leak a frame in one of the modules tells that it is ours.
for report in "$work"/report.*; do
    [[ -e $report ]] || continue
    if grep -q 'runtime error\|ERROR: AddressSanitizer' "$report" || grep -q 'klondike_solver/ext/' "$report"; then
        echo "--- A finding:"
        head -c 20000 "$report"
        status=1
    fi
done
if ((status == 0)); then echo "No findings."; fi
exit "$status"
