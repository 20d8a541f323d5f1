#!/usr/bin/env bash
# Measures how often each corpus program fails by itself and writes the table of README.md.
#
#   measure.sh [--runs N] [--only GLOB]... [--kind GLOB] [--fresh] JDK_HOME...
#
# Every run is a fresh JVM with default flags. Results are kept in rates.tsv, keyed by program and
# JDK feature version, with a hash of the source; runs of an unchanged source add up to N, an edit
# starts again. --fresh forgets earlier runs. JDKs older than the "jdk" tag are skipped. Without a
# JDK only README.md is written.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
runs=200 fresh=0 kinds='*' only=() jdks=()
while (($#)); do
  case $1 in
    --runs) runs=$2; shift 2 ;;
    --only) only+=("$2"); shift 2 ;;
    --kind) kinds=$2; shift 2 ;;
    --fresh) fresh=1; shift ;;
    -*) sed -n '2,10p' "$0" >&2; exit 1 ;;
    *) jdks+=("$1"); shift ;;
  esac
done
rates=$here/rates.tsv
touch "$rates"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The last JDK of the list compiles for all: name the newest last.
compiler=
for jdk in "${jdks[@]}"; do
  [[ -x $jdk/bin/javac ]] && compiler=$jdk/bin/javac
done

tag() { sed -n "s|^// $1: *||p" "$2/Main.java" | paste -sd, | sed 's/,/, /g'; }
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
  [[ $kind == hang || $kind == deadlock ]] && limit=2
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

# Adds runs to the line of a program and JDK; the lock lets several measurements share the file.
record() { # program jdk hash runs failed other
  (
    flock 9
    awk -F'\t' -v OFS='\t' -v p="$1" -v j="$2" -v h="$3" -v r="$4" -v f="$5" -v o="$6" -v fresh="$fresh" '
      $1 == p && $2 == j { if ($3 == h && !fresh) { r += $4; f += $5; o += $6 } next }
      { print }
      END { print p, j, h, r, f, o }' "$rates" | sort >"$work/rates"
    cat "$work/rates" >"$rates"
  ) 9<"$rates"
}

done_runs() { # program jdk hash
  ((fresh)) && { echo 0; return; }
  awk -F'\t' -v p="$1" -v j="$2" -v h="$3" '$1 == p && $2 == j && $3 == h { n = $4 } END { print n + 0 }' "$rates"
}

measure() { # folder
  local dir=$here/$1 hash jdk version java kind failure failed other i left
  kind=$(tag kind "$dir") failure=$(tag failure "$dir")
  hash=$(sha256sum "$dir/Main.java" | cut -c1-12)
  for jdk in "${jdks[@]}"; do
    version=$(feature "$jdk") java=$jdk/bin/java
    ((version >= $(tag jdk "$dir"))) || continue
    left=$((runs - $(done_runs "$1" "$version" "$hash")))
    ((left > 0)) || continue
    if [[ ! -d $work/$1 ]]; then
      mkdir -p "$work/$1"
      "$compiler" -g --release "$(tag jdk "$dir")" -d "$work/$1" "$dir"/*.java
    fi
    failed=0 other=0
    for ((i = 0; i < left; i++)); do
      case $(run_once "$java" "$work/$1" "$kind" "$failure") in
        fail) failed=$((failed + 1)) ;;
        other) other=$((other + 1)) ;;
      esac
    done
    record "$1" "$version" "$hash" "$left" "$failed" "$other"
    printf '%-45s jdk %s  %d/%d%s\n' "$1" "$version" "$failed" "$left" "$( ((other)) && echo "  other $other")"
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
  # shellcheck disable=SC2053
  if selected "$program" && [[ $(tag kind "$dir") == $kinds ]]; then
    measure "$program"
  fi
done
readme >"$work/README.md"
cp "$work/README.md" "$here/README.md"
