#!/usr/bin/env bash
# Each folder's README.md is its map: what it names is there, what is there it names, and it fits a screen.
# A file is named in `backticks`, by a path from its folder or from the root; a glob will do, and x.h names
# x.c too. FOLDERS to check may be given.
set -u
shopt -s nullglob dotglob
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 1
status=0
screen=60

wrong() {
    echo "$folder/README.md $1"
    status=1
}

# What a path or glob matches, seen from the folder or from the root.
matches() {
    local found
    found=$(compgen -G "$folder/$1" || compgen -G "$1") && sed 's|/$||' <<<"$found"
}

# Words that can only be files of the tree: with a slash at the end, or an extension of letters.
is_file_name() { [[ $1 =~ ^[][A-Za-z0-9_.*?/+-]+(/|\.[a-z]+|\.\[[a-z]+\])$ && $1 != build/* && $1 != *.so ]]; }

# Every name that the map gives, with what it matches; a name of nothing is wrong.
named() {
    local name
    while read -r name; do
        if ! matches "$name" && is_file_name "$name"; then echo "?$name"; fi
    done < <(grep -o '`[^` ]*`' "$folder/README.md" | tr -d '`' | sort -u)
}

check_map() {
    local list file twin
    [ -f "$folder/README.md" ] || { wrong "is missing"; return; }
    [ "$(wc -l <"$folder/README.md")" -le $screen ] || wrong "is longer than a screen ($screen lines)"
    list=$(named | sort -u)
    while read -r file; do [ -z "$file" ] || wrong "names ${file#?}, which is not there"; done < <(grep '^?' <<<"$list")
    for file in "$folder"/*; do
        twin=${file%.c}.h
        case $file in */README.md | */__pycache__) continue ;; esac
        grep -qxF -e "$file" <<<"$list" || { [[ $file = *.c ]] && grep -qxF -e "$twin" <<<"$list"; } ||
            grep -qF -e "$file/" <<<"$list" || wrong "does not name ${file#"$folder"/}"
    done
}

[ $# -gt 0 ] || set -- common common/algorithms/derive cuda cuda/ptx opencl host conformance conformance/bounds conformance/documents conformance/inputs conformance/reports conformance/tests docs docs/results packaging
for folder; do check_map; done
exit $status
