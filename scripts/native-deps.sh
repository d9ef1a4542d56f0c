#!/usr/bin/env bash
# Installs what the optional solvers (features `highs` and `cbc`) need to compile. Says nothing when
# it is all there.
#
# Installs only on Debian and its kin, as root or with a sudo that asks no password. Anywhere else
# it names what is missing and exits 2. The default build needs none of this.
set -euo pipefail

has_header_of_clang() {
    # bindgen reads C headers with libclang and needs clang's own stddef.h beside it.
    compgen -G "/usr/lib/llvm-*/lib/clang/*/include/stddef.h" >/dev/null ||
        compgen -G "/usr/lib*/clang/*/include/stddef.h" >/dev/null
}

has_libclang() {
    # Whoever sets this has a libclang of their own.
    [[ -n ${LIBCLANG_PATH:-} ]] && return
    local folder
    for folder in /usr/lib/llvm-*/lib /usr/lib /usr/lib64 /usr/lib/*-linux-gnu /usr/local/lib; do
        if compgen -G "$folder/libclang.so*" >/dev/null || compgen -G "$folder/libclang-*.so*" >/dev/null; then
            has_header_of_clang
            return
        fi
    done
    return 1
}

has_cbc() {
    echo 'int main() { return 0; }' | "${CXX:-c++}" -x c++ - -lCbcSolver -o /dev/null 2>/dev/null
}

find_missing() {
    missing=()
    command -v "${CXX:-c++}" >/dev/null || missing+=(g++)
    command -v make >/dev/null || missing+=(make)
    command -v cmake >/dev/null || missing+=(cmake)
    has_libclang || missing+=(libclang-dev)
    has_cbc || missing+=(coinor-libcbc-dev)
}

give_up() {
    echo "native-deps: $1. Missing, by the names of Debian's packages: ${missing[*]}" >&2
    echo "native-deps: install them, or leave the native solvers out: scripts/test.sh --no-native" >&2
    exit 2
}

find_missing
[[ ${#missing[@]} -eq 0 ]] && exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
    sudo -n true 2>/dev/null || give_up "neither root nor a sudo that asks no password"
    as_root=(sudo -n)
fi
command -v apt-get >/dev/null || give_up "no apt-get here"

echo "native-deps: installing ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" \
        </dev/null >"$log" 2>&1 || {
        cat "$log" >&2
        return 1
    }
}
apt update || give_up "apt-get update failed"
apt install -y --no-install-recommends "${missing[@]}" || give_up "apt-get install failed"

find_missing
[[ ${#missing[@]} -eq 0 ]] || give_up "installed, and still not found"
