# shellcheck shell=bash
# What `check` and `test` share. A failure exits with 3.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

say() { printf 'ulparity: %s\n' "$*" >&2; }
die() { say "$*"; exit 3; }

# Runs a command; its output is seen only if it fails.
quietly() {
    local what=$1 log status=0
    shift
    log=$(mktemp)
    "$@" >"$log" 2>&1 || status=$?
    [ "$status" = 0 ] || { cat "$log" >&2; say "$what failed"; }
    rm -f "$log"
    return "$status"
}

# The words for the program in $words; --yes is ours: do not ask.
take_words() {
    yes=no words=()
    local word
    for word; do
        if [ "$word" = --yes ]; then yes=yes; else words+=("$word"); fi
    done
}

# ---- what is missing, as names of packages; "a|b": the first that the archive has ----

# Lines "header packages", "this.h|or.h packages". One run of the compiler tells which are absent; where
# there is no compiler yet, all of them.
missing_headers() {
    local tests nor='>) && !__has_include(<'
    tests=$(while read -r header packages; do
        printf '#if !__has_include(<%s>)\n%s\n#endif\n' "${header//|/"$nor"}" "$packages"
    done)
    if command -v cc >/dev/null; then cc -E -P - <<<"$tests"; else grep -v '^#' <<<"$tests"; fi
}

# Lines "command packages".
missing_commands() {
    local command packages
    while read -r command packages; do
        command -v "$command" >/dev/null || echo "$packages"
    done
}

icds() { compgen -G '/etc/OpenCL/vendors/*.icd'; }

# A processor's OpenCL, unless others were chosen. Rusticl shows the processor only if told to; the rest of these
# need a GPU.
missing_opencl() {
    [ -n "${OCL_ICD_VENDORS-}" ] || icds | grep -qvE '/(rusticl|mesa|nvidia|amdocl)' || echo pocl-opencl-icd
}

# Arb is a part of FLINT since 3.0, before that a library of its own.
missing_for_check() {
    missing_commands <<'END'
cc gcc
cmake cmake
make make
pkg-config pkg-config
END
    missing_headers <<'END'
stdio.h libc6-dev
CL/cl.h opencl-c-headers|opencl-headers
jansson.h libjansson-dev
gmp.h libgmp-dev
mpfr.h libmpfr-dev
sleef.h libsleef-dev
flint/flint.h libflint-dev
flint/arb.h|arb.h libflint-arb-dev|libflint-dev
END
    missing_opencl
}

missing_for_test() {
    missing_for_check
    missing_headers <<<'cmocka.h libcmocka-dev'
    missing_commands <<'END'
clang clang
oclgrind oclgrind
END
    icds | grep -qE '/(rusticl|mesa)' || echo mesa-opencl-icd
}

# ---- installing ----

apt_get() {
    local sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@"
}

# Of each choice the package that the archive has. What it lacks is told; CMake says what that would serve.
available() {
    local choice package
    for choice; do
        for package in ${choice//|/ }; do
            apt-cache show "$package" >/dev/null 2>&1 && echo "$package" && continue 2
        done
        say "no package here: ${choice//|/ or }"
    done
}

ask() {
    [ "$(id -u)" = 0 ] || [ "$yes" = yes ] && return
    [ -t 0 ] || die "missing: $1; --yes installs it with sudo apt-get"
    local answer
    read -r -p "ulparity: install $1 with sudo apt-get? [y/N] " answer
    [[ $answer = [yY]* ]] || die "missing: $1"
}

# False: something may be missing still, and a later run may find it.
install() {
    local packages fresh=yes
    command -v apt-get >/dev/null || { say "missing, and no apt-get here: $*"; return 1; }
    ask "${*//|/ or }"
    say "installing ${*//|/ or }"
    quietly 'apt-get update' apt_get update || fresh=no
    mapfile -t packages < <(available "$@")
    [ ${#packages[@]} = 0 ] ||
        quietly 'apt-get install' apt_get install -y --no-install-recommends "${packages[@]}" || exit 3
    [ $fresh = yes ]
}

# $1: "check" or "test". What this system's archive lacks is remembered, so that it is looked for once.
install_missing() {
    local missing lacking=$root/build/lacking
    mapfile -t missing < <("missing_for_$1" | sort -u)
    [ ${#missing[@]} = 0 ] || [ "${missing[*]}" = "$(cat "$lacking" 2>/dev/null)" ] && return
    install "${missing[@]}" || return 0
    mkdir -p "$root/build"
    mapfile -t missing < <("missing_for_$1" | sort -u)
    echo "${missing[*]}" >"$lacking"
}

# ---- building ----

build() {
    [ -x "$root/build/ulparity" ] || say "building in $root/build"
    (cd "$root" && quietly configuring cmake --preset release) || exit 3
    quietly building cmake --build "$root/build" -j "$(nproc)" "$@" || exit 3
}
