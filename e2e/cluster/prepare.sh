#!/usr/bin/env bash
# Everything that the scenarios and the demo need: the cluster built and up, the images packed and loaded.
#   prepare.sh [--build]    --build packages the project first
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$here/../.." && pwd)
[[ ${1:-} != --build ]] || "$here/package.sh"
"$here/cluster.sh" up
"$root/operator/images/build.sh" >/dev/null
for image in operator sidecar tools pt; do
  [[ ! -f $root/operator/images/target/$image.tar ]] || "$here/cluster.sh" load "$root/operator/images/target/$image.tar"
done
