#!/usr/bin/env bash
# Packs the plugin for krew and writes a manifest with its checksum beside it.
#   krew.sh VERSION URL-OF-THE-ARCHIVE   → operator/kubectl/target/{heisenbug-kubectl.tar.gz,heisenbug.yaml}
set -euo pipefail
[[ $# == 2 ]] || { echo "krew.sh VERSION URL" >&2; exit 1; }
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
out=$here/target; mkdir -p "$out"
# The same bytes from the same sources.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -C "$here" -cf - kubectl-heisenbug -C "$here/../.." LICENSE | gzip -n >"$out/heisenbug-kubectl.tar.gz"
sum=$(sha256sum "$out/heisenbug-kubectl.tar.gz" | cut -d' ' -f1)
sed -e '/^#/d' -e "s|version: .*|version: v${1#v}|" -e "s|uri: .*|uri: $2|" -e "s|sha256: .*|sha256: \"$sum\"|" "$here/heisenbug.krew.yaml" >"$out/heisenbug.yaml"
echo "$out/heisenbug.yaml"
