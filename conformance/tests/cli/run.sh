#!/usr/bin/env bash
# Runs golden tests: run.sh [--bless] PROGRAM [NAME...], or run.sh --strays. See README.md.
set -u
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

strays() {
    local status=0 file name
    for file in "$here"/*; do
        name=$(basename "$file")
        case $name in
        cli.cmake | README.md | planted.h | held.h | *.sh) ;;
        *) [[ $name = *.@(stdout|stderr|status) && -f $here/${name%.*}.sh ]] || { echo "$name belongs to no script"; status=1; } ;;
        esac
    done
    return $status
}

# An expected line is text; one that begins with "~ " is a glob.
line_matches() {
    # shellcheck disable=SC2053
    if [[ $1 = '~ '* ]]; then [[ $2 = ${1#'~ '} ]]; else [ "$1" = "$2" ]; fi
}

matches() {
    local want got k
    mapfile -t want <"$1"
    mapfile -t got <"$2"
    [ ${#want[@]} = ${#got[@]} ] || return 1
    for k in "${!want[@]}"; do line_matches "${want[k]}" "${got[k]}" || return 1; done
}

# What came against what was expected; an absent expectation is empty, and status 0.
compare() {
    local name=$1 kind=$2 actual=$3 expected=$here/$1.$2
    [ -f "$expected" ] || expected=/dev/null
    [ "$kind" != status ] || [ -f "$here/$name.status" ] || { [ "$(cat "$actual")" = 0 ] && return; }
    matches "$expected" "$actual" && return
    diff -u --label "$name.$kind, expected" --label "$name.$kind, now" "$expected" "$actual"
    [ "$bless" = yes ] || return 1
    bless "$expected" "$actual" "$here/$name.$kind"
}

# What came is what is expected from now on; globs that still match stay.
bless() {
    local want got k
    mapfile -t want <"$1"
    mapfile -t got <"$2"
    rm -f "$3"
    for k in "${!got[@]}"; do
        if [[ ${want[k]-} = '~ '* ]] && line_matches "${want[k]}" "${got[k]}"; then got[k]=${want[k]}; fi
        printf '%s\n' "${got[k]}" >>"$3"
    done
}

# In a folder of its own, in a bare environment: what the machine has set must not show.
run() {
    local name=$1 dir status=0 kind
    dir=$(mktemp -d)
    mkdir "$dir/work"
    (cd "$dir/work" && env -i PATH="$(dirname "$program"):$PATH" HOME="$dir" LC_ALL=C CLI="$here" \
        CACHE="${XDG_CACHE_HOME:-${HOME-}/.cache}" \
        bash "$here/$name.sh" >"$dir/stdout" 2>"$dir/stderr" </dev/null)
    echo $? >"$dir/status"
    if [ "$(cat "$dir/status")" = 125 ]; then # the script found that this machine cannot run it
        cat "$dir/stderr"
        status=125
    else
        for kind in stdout stderr status; do compare "$name" $kind "$dir/$kind" || status=1; done
    fi
    rm -r "$dir"
    return $status
}

[ "${1-}" != --strays ] || { strays; exit; }
bless=no
[ "${1-}" != --bless ] || { bless=yes; shift; }
program=${1:?the program}
program=$(readlink -e "$program") || { echo "$1: no such program" >&2; exit 2; }
shift
[ $# -gt 0 ] || set -- "$here"/*.sh
failed=0 skipped=0
for name; do
    name=$(basename "$name" .sh)
    [ "$name" != run ] || continue
    run "$name"
    case $? in
    0) ;;
    125) skipped=1 ;;
    *) failed=1; echo "FAILED: $name" ;;
    esac
done
[ $failed = 0 ] || exit 1
[ $skipped = 0 ] || exit 125
