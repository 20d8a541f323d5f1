#!/usr/bin/env bash
# Measures how often each corpus program fails by itself and writes the table of README.md.
#
#   measure.sh [--runs N] [--only GLOB]... [--missing] JDK_HOME...
#
# Every run is a fresh JVM with default flags. Results are kept in rates.tsv, keyed by program and
# JDK feature version, with a hash of the source: --missing measures only what is new or has changed
# (or has fewer runs than asked for). JDKs older than the program's "jdk" tag are skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
runs=200 missing=0 only=() jdks=()
while (($#)); do
  case $1 in
    --runs) runs=$2; shift 2 ;;
    --only) only+=("$2"); shift 2 ;;
    --missing) missing=1; shift ;;
    -*) sed -n '2,9p' "$0" >&2; exit 1 ;;
    *) jdks+=("$1"); shift ;;
  esac
done
rates=$here/rates.tsv
touch "$rates"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tag() { sed -n "s|^// $1: *||p" "$2/Main.java" | head -1; }
feature() { "$1/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p'; }
selected() {
  ((${#only[@]})) || return 0
  local pattern
  for pattern in "${only[@]}"; do
    # shellcheck disable=SC2053
    [[ $1 == $pattern ]] && return 0
  done
  return 1
}

# Says pass, fail (the failure of the tags) or other (another failure) for one run.
run_once() { # java classes kind failure
  local java=$1 classes=$2 kind=$3 failure=$4 rc=0 limit=10 thrown
  [[ $kind == hang || $kind == deadlock ]] && limit=3
  timeout -s KILL "$limit" "$java" -cp "$classes" Main >/dev/null 2>"$work/stderr" </dev/null || rc=$?
  case $kind in
    hang | deadlock) ((rc == 137)) && { echo fail; return; } ;;
    exit) [[ "exit $rc" == "$failure" ]] && { echo fail; return; } ;;
    exception | assertion)
      # Threads that die together mix their messages, so the class name may start a later line.
      thrown=$(grep -q '^Exception in thread' "$work/stderr" &&
        grep -oE '[A-Za-z0-9_.$]+(Exception|Error)\b' "$work/stderr" | head -1)
      [[ -n $thrown && ", $failure," == *", $thrown,"* ]] && { echo fail; return; } ;;
  esac
  if ((rc == 0)) && ! grep -q '^Exception in thread' "$work/stderr"; then
    echo pass
  else
    { echo "rc $rc"; head -5 "$work/stderr"; } >&2
    echo other
  fi
}

record() { # program jdk hash runs failed other
  local kept
  kept=$(awk -F'\t' -v p="$1" -v j="$2" '!($1 == p && $2 == j)' "$rates")
  { [[ -z $kept ]] || echo "$kept"; printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$@"; } | sort >"$work/rates"
  cp "$work/rates" "$rates"
}

measure() { # folder
  local dir=$here/$1 hash jdk version java kind failure failed other i
  kind=$(tag kind "$dir") failure=$(tag failure "$dir")
  hash=$(sha256sum "$dir/Main.java" | cut -c1-12)
  for jdk in "${jdks[@]}"; do
    version=$(feature "$jdk") java=$jdk/bin/java
    ((version >= $(tag jdk "$dir"))) || continue
    if ((missing)) && awk -F'\t' -v p="$1" -v j="$version" -v h="$hash" -v r="$runs" \
      '$1 == p && $2 == j && $3 == h && $4 >= r { found = 1 } END { exit !found }' "$rates"; then
      continue
    fi
    if [[ ! -d $work/$1 ]]; then
      mkdir -p "$work/$1"
      "${jdks[-1]}/bin/javac" -g --release "$(tag jdk "$dir")" -d "$work/$1" "$dir"/*.java
    fi
    failed=0 other=0
    for ((i = 0; i < runs; i++)); do
      case $(run_once "$java" "$work/$1" "$kind" "$failure") in
        fail) failed=$((failed + 1)) ;;
        other) other=$((other + 1)) ;;
      esac
    done
    record "$1" "$version" "$hash" "$runs" "$failed" "$other"
    printf '%-45s jdk %s  %d/%d%s\n' "$1" "$version" "$failed" "$runs" "$( ((other)) && echo "  other $other")"
  done
}

cell() { # program jdk
  awk -F'\t' -v p="$1" -v j="$2" -v h="$(sha256sum "$here/$1/Main.java" | cut -c1-12)" \
    '$1 == p && $2 == j { printf "%d/%d%s", $5 + $6, $4, ($3 == h ? "" : " (before an edit)") }' "$rates"
}

readme() {
  local program dir
  cat "$here/README.head.md"
  for folder in reproduces holds; do
    printf '\n## %s\n\n| program | kind | failure | model | JDK | failed, 17 | failed, 25 |\n|---|---|---|---|---|---|---|\n' "$folder"
    for dir in "$here/$folder"/*/; do
      program=$folder/$(basename "$dir")
      printf '| %s | %s | %s | %s | %s | %s | %s |\n' "${program#*/}" "$(tag kind "$dir")" \
        "$(tag failure "$dir" | sed 's/java\.[a-z.]*\.//g')" "$(tag model "$dir")" "$(tag jdk "$dir")+" \
        "$(cell "$program" 17)" "$(cell "$program" 25)"
    done
  done
}

for dir in "$here"/reproduces/*/ "$here"/holds/*/; do
  [[ -d $dir ]] || continue
  program=$(basename "$(dirname "$dir")")/$(basename "$dir")
  selected "$program" && measure "$program"
done
readme >"$work/README.md"
cp "$work/README.md" "$here/README.md"
