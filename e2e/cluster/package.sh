#!/usr/bin/env bash
# Packages what the cluster, the demo and the bench of the operator run.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
echo "cluster: packaging the project …" >&2
cd "$root"
exec mvn -q -B -Dmaven.test.skip=true -Dspotless.check.skip=true package
