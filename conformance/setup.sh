# shellcheck shell=bash
# What `check`, `test`, `bench` and `cuda-release` share. A failure exits with 3.

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

# The emulated device is compiled by LLVM, 16 or newer, its runtime by the clang of the same version.
llvms='20 19 18 17 16'
missing_llvm() {
    local v
    for v in $llvms; do
        [ -e "/usr/lib/llvm-$v/include/llvm-c/Core.h" ] && [ -x "/usr/lib/llvm-$v/bin/clang" ] && return
    done
    for v in llvm-%d-dev clang-%d; do
        # shellcheck disable=SC2059,SC2086
        printf "|$v" $llvms | cut -c2-
        echo
    done
}

missing_for_emulated() {
    missing_for_check
    missing_llvm
    missing_commands <<<'python3 python3'
    python3 -m pip --version >/dev/null 2>&1 || echo python3-pip
}

missing_for_test() {
    missing_for_emulated
    missing_headers <<<'cmocka.h libcmocka-dev'
    missing_commands <<'END'
clang clang
oclgrind oclgrind
xmllint libxml2-utils
python3 python3
END
    python3 -c 'import jsonschema' >/dev/null 2>&1 || echo python3-jsonschema
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

# $1: "check", "emulated" or "test". What this system's archive lacks is remembered, so that it is looked for once.
install_missing() {
    local missing lacking=$root/build/lacking
    mapfile -t missing < <("missing_for_$1" | grep . | sort -u)
    [ ${#missing[@]} = 0 ] || [ "${missing[*]}" = "$(cat "$lacking" 2>/dev/null)" ] && return
    install "${missing[@]}" || return 0
    mkdir -p "$root/build"
    mapfile -t missing < <("missing_for_$1" | grep . | sort -u)
    echo "${missing[*]}" >"$lacking"
}

# ---- CUDA releases: NVIDIA's wheels, in the cache ----

cuda_cache=$(case ${XDG_CACHE_HOME-} in /*) echo "$XDG_CACHE_HOME" ;; *) echo "${HOME-}/.cache" ;; esac)/ulparity/cuda

all_releases() { echo 11.7 11.8 12.0 12.1 12.2 12.3 12.4 12.5 12.6 12.8 12.9 13.0 13.1 13.2 13.3 13.4 13.5; }
is_release() { [[ $1 =~ ^1[1-9]\.[0-9]$ ]]; }
release_folder() { echo "$cuda_cache/$1"; }
have_release() { compgen -G "$(release_folder "$1")/nvidia/*/lib/libnvrtc.so.*" >/dev/null; }

list_releases() {
    local release
    for release in $(all_releases); do
        have_release "$release" && echo "$release  here: $(release_folder "$release")" || echo "$release"
    done
}

# NVRTC, and the runtime's wheel for its headers (fp16, bf16).
wheels() {
    local suffix=
    case $1 in 11.*) suffix=-cu11 ;; 12.*) suffix=-cu12 ;; esac
    echo "nvidia-cuda-nvrtc$suffix==$1.*" "nvidia-cuda-runtime$suffix==$1.*"
}

# Why pip gave no wheel: $1 is the release, $2 what it printed. 2: there is none; 3: it could not look.
tell_pip() {
    if grep -q 'No matching distribution' "$2" && ! grep -q 'from versions: none' "$2"; then
        say "no CUDA release '$1'; there are $(all_releases)"
        return 2
    fi
    say "CUDA $1 could not be fetched: is there a network, and a package index for pip? it says:"
    grep -v '^ *$' "$2" | tail -n 1 >&2
    return 3
}

# A new folder in the cache, for what is fetched: it is there whole or not at all.
fetching_folder() {
    mkdir -p "${cuda_cache%/cuda}" && chmod go-w "${cuda_cache%/cuda}" && mkdir -p "$cuda_cache" &&
        mktemp -d "$cuda_cache/.fetching-$1-XXXXXX" || return 3
    find "$cuda_cache" -maxdepth 1 -name '.fetching-*' -mmin +60 -exec rm -rf {} + # of runs that were killed
}

# pip looks where it is configured to.
fetch_release() {
    local release=$1 fresh wheel status=0
    ! have_release "$release" || return 0
    fresh=$(fetching_folder "$release") || return 3
    say "fetching CUDA $release (100 to 250 MB) to $(release_folder "$release")"
    # shellcheck disable=SC2046
    if python3 -m pip download -q --no-deps --only-binary=:all: --retries 1 -d "$fresh/wheels" $(wheels "$release") \
        >"$fresh/log" 2>&1; then
        for wheel in "$fresh"/wheels/*.whl; do python3 -m zipfile -e "$wheel" "$fresh/root" || status=3; done
        find "$fresh/root" -path '*/lib/*' -type f ! -name 'libnvrtc.so*' ! -name 'libnvrtc-builtins.so*' -delete
        chmod 755 "$fresh/root"
        [ $status != 0 ] || mv -T "$fresh/root" "$(release_folder "$release")" 2>/dev/null || have_release "$release" ||
            { say "cannot write $(release_folder "$release")"; status=3; }
    else
        tell_pip "$release" "$fresh/log" || status=$?
    fi
    rm -rf "$fresh"
    return $status
}

# `cost` reads machine code by nvdisasm: the newest, which reads that of older releases. One older than a release
# that is asked for is fetched anew.
have_nvdisasm() {
    local info
    info=$(compgen -G "$cuda_cache/nvdisasm/nvidia_cuda_nvdisasm-*.dist-info" | tail -n 1)
    info=${info##*/nvidia_cuda_nvdisasm-}
    [ "$(printf '%s\n' "$1" "${info%.dist-info}" | sort -V | head -n 1)" = "$1" ]
}

# The releases do without it.
fetch_nvdisasm() {
    local newest fresh
    newest=$(printf '%s\n' "$@" | sort -V | tail -n 1)
    ! have_nvdisasm "$newest" || return 0
    fresh=$(fetching_folder nvdisasm) || return 0
    say "fetching nvdisasm (5 MB) to $cuda_cache/nvdisasm"
    if python3 -m pip download -q --no-deps --only-binary=:all: --retries 1 -d "$fresh/wheels" nvidia-cuda-nvdisasm \
        >"$fresh/log" 2>&1 && python3 -m zipfile -e "$fresh"/wheels/*.whl "$fresh/root"; then
        chmod 755 "$fresh/root" "$fresh"/root/nvidia/*/bin/nvdisasm
        rm -rf "$cuda_cache/nvdisasm"
        mv -T "$fresh/root" "$cuda_cache/nvdisasm" 2>/dev/null || [ -d "$cuda_cache/nvdisasm" ] ||
            say "cannot write $cuda_cache/nvdisasm"
    else
        say "nvdisasm could not be fetched: 'ulparity cost' needs a CUDA toolkit's; pip says:"
        grep -v '^ *$' "$fresh/log" | tail -n 1 >&2
    fi
    rm -rf "$fresh"
}

# Some NVRTC for tests of the emulated device.
have_nvrtc() {
    ldconfig -p 2>/dev/null | grep -q 'libnvrtc\.so' || compgen -G '/usr/local/cuda*/lib64/libnvrtc.so*' >/dev/null ||
        compgen -G "$cuda_cache/*/nvidia/*/lib/libnvrtc.so*" >/dev/null
}

# ---- building ----

build() {
    [ -x "$root/build/ulparity" ] || say "building in $root/build"
    (cd "$root" && quietly configuring cmake --preset release) || exit 3
    quietly building cmake --build "$root/build" -j "$(nproc)" "$@" || exit 3
}
