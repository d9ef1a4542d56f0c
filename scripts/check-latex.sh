#!/usr/bin/env bash
# Compiles the LaTeX that `compare` and `experiment` write with pdflatex, and fails on an error or
# a table that is wider than the page. Installs pdflatex where it is missing and
# this machine lets it; else says so and passes.
#
#   scripts/check-latex.sh [RULEGEN]
#
# RULEGEN   the binary to check; target/release/rulegen by default
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
rulegen=$(realpath "${1:-${RULEGEN:-target/release/rulegen}}")
fixtures=$(realpath fixtures)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if ! command -v pdflatex >/dev/null; then
    root=()
    [[ $(id -u) -eq 0 ]] || root=(sudo -n)
    packages=(texlive-latex-base texlive-latex-recommended)
    if ! { "${root[@]}" apt-get update -qq && "${root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}"; } \
        >"$scratch/apt.log" 2>&1; then
        echo "skipped: no pdflatex, and it cannot be installed (Debian: ${packages[*]})" >&2
        exit 0
    fi
fi

# Compiles FOLDER/NAME.tex in a document that has just the packages that its first line names.
compiles() {
    local folder=$1 name=$2
    local packages
    packages=$(sed -n '1s/^% //p' "$folder/$name.tex")
    cat >"$folder/document.tex" <<TEX
\\documentclass{article}
$packages
\\begin{document}
\\input{$name}
\\end{document}
TEX
    if ! (cd "$folder" && pdflatex -interaction=nonstopmode -halt-on-error document.tex >pdflatex.log); then
        tail -n 20 "$folder/pdflatex.log" >&2
        return 1
    fi
    if grep -E '^Overfull \\hbox' "$folder/document.log" >&2; then
        echo "$name.tex is wider than the page" >&2
        return 1
    fi
    echo "$name.tex compiles: $(grep -o 'Output written.*' "$folder/pdflatex.log")"
}

mkdir "$scratch/compare"
"$rulegen" compare "$fixtures/wine.csv" --target cultivar --method rug --pricers tree,greedy,tree+greedy,branch-and-bound --max-length 2 --bins 10 \
    --time-limit 10 --quiet --format latex >"$scratch/compare/compare.tex"
compiles "$scratch/compare" compare

# Names with what LaTeX reads as commands, and a table of many columns.
cat >"$scratch/spec.toml" <<TOML
title = "A check of 100% & more"
seed = 1

[data]
own = [
    { name = "wine_1", file = '$fixtures/wine.csv', target = "cultivar" },
    { name = "iris & co", file = '$fixtures/iris.csv', target = "species" },
]

[splits]
kind = "holdout"
repeats = 2
test = 0.2

[choice]
by = "each"

[[methods]]
name = "path_of_rules"
method = "boolean"
settings = { pricers = ["greedy"], enumerate = 0 }
grid = { complexity = [2, 3, 4, 5, 6, 7, 8, 9] }

[[methods]]
name = "RUG, 2 rounds"
method = "rug"
settings = { iterations = 2, max-depth = 2 }

[[methods]]
name = "RUG_4"
method = "rug"
settings = { iterations = 4, max-depth = 2 }

[report]
reference = "RUG_4"
measures = ["accuracy", "n_rules", "complexity", "objective", "gap"]
TOML
"$rulegen" experiment "$scratch/spec.toml" -o "$scratch/experiment" --quiet >/dev/null
compiles "$scratch/experiment" report
