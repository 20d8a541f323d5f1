#!/usr/bin/env bash
# Packs the images operator, sidecar and tools as archives, without Docker and without a base image:
#   build.sh [TAG]     → operator/images/target/{operator,sidecar,tools}.tar, after `mvn package`; pt.tar where perf is;
#                        beside each its bill of materials, NAME.cdx.json
# Load them with `cluster.sh load`, `ctr images import`, `docker load` or `skopeo copy docker-archive:…`.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$here/target
tag=${1:-dev}
pack=$root/e2e/cluster/pack-image.py
jdk=${JAVA_HOME:?JAVA_HOME must be a JDK 25}
mkdir -p "$out"

# One runtime for all images; it is made again when the JDK changes.
runtime() {
  local stamp; stamp=$(cat "$jdk/release" | sha256sum | cut -c1-16)
  [[ -f $out/.$stamp ]] && return 0
  rm -rf "$out/base" "$out/jre"; mkdir -p "$out/base/lib64" "$out/base/lib/x86_64-linux-gnu" "$out/base/etc" "$out/base/tmp"
  "$jdk/bin/jlink" --add-modules java.se,jdk.unsupported,jdk.crypto.ec,jdk.zipfs,jdk.management,jdk.naming.dns,jdk.net,jdk.localedata,jdk.jfr \
    --include-locales en --strip-debug --no-header-files --no-man-pages --generate-cds-archive --output "$out/jre"
  local lib
  for lib in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2 libnss_dns.so.2 libnss_files.so.2 libgcc_s.so.1 libstdc++.so.6; do
    cp -L "/lib/x86_64-linux-gnu/$lib" "$out/base/lib/x86_64-linux-gnu/" 2>/dev/null || cp -L "/usr/lib/x86_64-linux-gnu/$lib" "$out/base/lib/x86_64-linux-gnu/"
  done
  cp -L /lib64/ld-linux-x86-64.so.2 "$out/base/lib64/"
  printf 'root:x:0:0::/:\nheisenbug:x:65532:65532::/:\n' >"$out/base/etc/passwd"
  printf 'hosts: files dns\n' >"$out/base/etc/nsswitch.conf"
  chmod 1777 "$out/base/tmp"
  touch "$out/.$stamp"
}

runtime
stage=$out/stage
rm -rf "$stage"
mkdir -p "$stage"/{operator/s3,sidecar/lib,tools/lib}
cp -r "$root/operator/target/quarkus-app" "$stage/operator/app"
cp "$root"/operator/s3/target/heisenbug-s3.jar "$root"/operator/s3/target/lib/*.jar "$stage/operator/s3/"
cp "$root"/sidecar-recorder/sidecar/target/heisenbug-sidecar.jar "$root"/sidecar-recorder/sidecar/target/lib/*.jar "$stage/sidecar/lib/"
cp "$root"/sidecar-recorder/agent/target/heisenbug-record-agent.jar "$stage/sidecar/record-agent.jar"
cp "$root"/cli/target/heisenbug-cli.jar "$root"/cli/target/lib/*.jar "$root"/sidecar-recorder/sidecar/target/heisenbug-sidecar.jar "$stage/tools/lib/"
"$pack" "heisenbug/operator:$tag" "$out/operator.tar" --layer "$out/base" --layer "$out/jre:/heisenbug/jre" --layer "$stage/operator:/heisenbug" --user 65532 \
  --command "/heisenbug/jre/bin/java -XX:+UseSerialGC -XX:MaxRAMPercentage=60 -Djava.util.logging.manager=org.jboss.logmanager.LogManager -jar /heisenbug/app/quarkus-run.jar"
"$pack" "heisenbug/sidecar:$tag" "$out/sidecar.tar" --layer "$out/base" --layer "$out/jre:/heisenbug/jre" --layer "$stage/sidecar:/heisenbug" --user 65532 --command "/heisenbug/jre/bin/java -version"
"$pack" "heisenbug/tools:$tag" "$out/tools.tar" --layer "$out/base" --layer "$out/jre:/heisenbug/jre" --layer "$stage/tools:/heisenbug" --user 65532 --command "/heisenbug/jre/bin/java -version"
# With perf and its libraries, for Intel PT; only where the machine that builds has it.
rm -f "$out/pt.tar"
if perf=$(readlink -f "${PERF:-$(command -v perf || true)}") && [[ -x $perf ]]; then
  mkdir -p "$stage/pt/usr/bin"
  cp "$perf" "$stage/pt/usr/bin/perf"
  ldd "$perf" | grep -oE '/[^ ]+\.so[^ ]*' | while read -r lib; do
    [[ -e $out/base$lib ]] || install -D -m 755 "$(readlink -f "$lib")" "$stage/pt$lib"
  done
  "$pack" "heisenbug/pt:$tag" "$out/pt.tar" --layer "$out/base" --layer "$out/jre:/heisenbug/jre" --layer "$stage/sidecar:/heisenbug" --layer "$stage/pt" --user 0 --command "/heisenbug/jre/bin/java -version"
fi
# What is in them.
for image in operator sidecar tools pt; do
  [[ -f $out/$image.tar ]] || { rm -f "$out/$image.cdx.json"; continue; }
  layers=("$out/base" "$out/jre" "$stage/$image")
  [[ $image != pt ]] || layers+=("$stage/sidecar")
  "$here/sbom.py" "heisenbug/$image" "$tag" "$out/$image.cdx.json" "${layers[@]}"
done
ls -l "$out"/*.tar
