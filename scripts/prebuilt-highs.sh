#!/usr/bin/env bash
# Puts the HiGHS that PyPI has (highsbox, x86-64 Linux) into a folder, with a file for pkg-config.
# To compile HiGHS takes five CPU minutes and more, a fifteenth of all checks. Without pip, or on
# another system, nothing is put there, and cargo compiles it.
#
#   scripts/prebuilt-highs.sh FOLDER
#
# cargo needs PKG_CONFIG_PATH=FOLDER/lib/pkgconfig, and programs that link it
# LD_LIBRARY_PATH=FOLDER/lib.
set -euo pipefail

folder=$(realpath -m "$1")
# The release of HiGHS; the crate `highs-sys` has the sources of 1.15.0.
version=1.15.1
[[ -e $folder/$version ]] && exit 0

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if ! python3 -m venv "$scratch/venv" >"$scratch/log" 2>&1 ||
    ! "$scratch/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-compile \
        --only-binary :all: --target "$scratch/packages" "highsbox==$version" >>"$scratch/log" 2>&1; then
    sed 's/^/prebuilt-highs: /' "$scratch/log" >&2
    echo "prebuilt-highs: HiGHS will be compiled" >&2
    exit 0
fi
rm -rf "$folder"
mkdir -p "$folder/lib/pkgconfig"
built=$scratch/packages/highsbox/highs_dist
cp -r "$built/include" "$folder"
cp "$built/lib/libhighs.so" "$folder/lib"
# The package's own file names the folders of the machine that built it.
sed -e "s|^prefix=.*|prefix=$folder|" -e "s|^libdir=.*|libdir=$folder/lib|" \
    -e "s|^includedir=.*|includedir=$folder/include/highs|" \
    "$built/lib/pkgconfig/highs.pc" >"$folder/lib/pkgconfig/highs.pc"
touch "$folder/$version"
