#!/usr/bin/env bash
# A real one-node Kubernetes on this machine, from Debian's packages alone: no Docker, no image registry, no internet.
#   cluster.sh build   compile the control plane and the kubelet from Debian's own source package (about 7 min, once)
#   cluster.sh up      start etcd, apiserver, controller-manager, scheduler, kube-proxy, containerd, kubelet (about 30 s)
#   cluster.sh load F  import an image archive (docker-archive or OCI tar) into containerd
#   cluster.sh exec C… run a command where the node's addresses are reachable
#   cluster.sh kubectl … kubectl as administrator
#   cluster.sh restart apiserver [SECONDS]  stop it, wait, start it again
#   cluster.sh down    stop everything that `up` started
# Everything runs in a network namespace of its own, so no address outside this machine is ever a target.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
state=${HB_CLUSTER:-$HOME/.cache/heisenbug-cluster}
bin=$state/bin run=$state/run ns=hbnode node_ip=10.77.0.1
components="kube-apiserver kube-controller-manager kube-scheduler kubelet kube-proxy"
export AWS_EC2_METADATA_DISABLED=true
say() { echo "cluster: $*" >&2; }

build() {
  [[ $(id -u) == 0 ]] || { say "building and running the cluster needs root"; exit 1; }
  mkdir -p "$state"
  exec 9>"$state/build.lock"; flock 9
  packages
  if [[ -f $bin/.built-2 ]]; then say "already built in $bin"; else compile; fi
  flock -u 9
}

# What the cluster runs besides its own binaries; those may come from a cache that outlived the machine.
packages() {
  local command missing=
  for command in containerd runc etcd kubectl prometheus promtool iptables conntrack socat ip openssl curl xz python3 gcc; do
    command -v $command >/dev/null || missing+=" $command"
  done
  [[ -d /usr/lib/cni ]] || missing+=" CNI plugins"
  [[ -f $bin/.built-2 ]] || command -v go >/dev/null || missing+=" go"
  [[ -n $missing ]] || return 0
  grep -q bookworm /etc/os-release && command -v apt-get >/dev/null || { say "the cluster is built from Debian 12 packages, and this is another system; missing:$missing"; exit 1; }
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq || { say "Debian's packages cannot be reached (apt-get update failed): no cluster can be built here"; exit 1; }
  command -v kubectl >/dev/null || apt-get install -y -qq kubernetes-client >/dev/null
  apt-get install -y -qq --no-install-recommends prometheus >/dev/null
  apt-get install -y -qq golang-go etcd-server containerd runc containernetworking-plugins iptables conntrack socat iproute2 openssl curl xz-utils python3 gcc libc6-dev >/dev/null
}

# Where Debian's sources are: as its images, its installer or an older system say it.
mirror() {
  local found
  found=$(awk '/^URIs:.*debian/ {print $2; exit}' /etc/apt/sources.list.d/*.sources 2>/dev/null || true)
  [[ -n $found ]] || found=$(grep -hoE '^deb +(\[[^]]*\] +)?https?://[^ ]*debian/? ' /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | grep -oE 'https?://[^ ]+' | head -1 || true)
  found=${found:-http://deb.debian.org/debian}
  echo "${found%/}"
}

compile() {
  local mirror index dir tarball work=$state/src
  mirror=$(mirror)
  mkdir -p "$work" "$bin"
  index=$(curl -fsS "$mirror/dists/bookworm/main/source/Sources.xz" | xz -dc | awk -v RS= '/^Package: kubernetes\n/')
  dir=$(sed -n 's/^Directory: //p' <<<"$index")
  tarball=$(grep -oE 'kubernetes_[^ ]+orig\.tar\.gz' <<<"$index" | head -1)
  say "fetching $tarball"
  curl -fsS "$mirror/$dir/$tarball" | tar xz -C "$work"
  mkdir -p "$work/gopath/src/k8s.io"
  ln -sfn "$work"/kubernetes-1.20.2 "$work/gopath/src/k8s.io/kubernetes"
  export GO111MODULE=off GOPATH=$work/gopath
  cd "$GOPATH/src/k8s.io/kubernetes"
  # reflect2 of that time calls into the runtime with a signature that Go changed in 1.18: without this the apiserver
  # crashes on the first custom resource
  "$here/patch-reflect2.py" vendor/github.com/modern-go/reflect2
  # the apiserver needs one generated file that the source package leaves out
  go build -o "$work/openapi-gen" k8s.io/kubernetes/vendor/k8s.io/kube-openapi/cmd/openapi-gen
  local inputs
  inputs=$(grep -rlE --include='*.go' '^\s*// ?\+k8s:openapi-gen=' staging/src/k8s.io pkg |
    grep -vE '/testdata/|/samples?/|sample-|code-generator|/test/|zz_generated|_test.go' | xargs -n1 dirname | sort -u |
    sed -E 's#^staging/src/k8s.io/#k8s.io/kubernetes/vendor/k8s.io/#; s#^pkg/#k8s.io/kubernetes/pkg/#' | paste -sd,)
  "$work/openapi-gen" -i "$inputs" -p k8s.io/kubernetes/pkg/generated/openapi -O zz_generated.openapi \
    -h vendor/k8s.io/code-generator/hack/boilerplate.go.txt -r "$work/violations" >/dev/null 2>&1
  local v=k8s.io/kubernetes/vendor/k8s.io flags
  flags="-s -w -X $v/component-base/version.gitVersion=v1.20.2 -X $v/component-base/version.gitMajor=1 -X $v/component-base/version.gitMinor=20 -X $v/client-go/pkg/version.gitVersion=v1.20.2"
  for c in $components; do say "building $c"; go build -ldflags "$flags" -o "$bin/$c" "k8s.io/kubernetes/cmd/$c"; done
  touch "$bin/.built-2"
}

start() { # name command…
  local name=$1; shift
  setsid nsenter --net=/run/netns/$ns "$@" >"$run/$name.log" 2>&1 </dev/null &
  echo $! >"$run/$name.pid"
}

apiserver() {
  cd "$run"
  start apiserver "$bin/kube-apiserver" --etcd-servers=http://127.0.0.1:2379 --cert-dir="$run/pki" --secure-port=6443 --bind-address=0.0.0.0 --advertise-address=$node_ip \
    --service-cluster-ip-range=10.96.0.0/16 --service-account-key-file=sa.pub --service-account-signing-key-file=sa.key --service-account-issuer=https://kubernetes.default.svc \
    --token-auth-file=tokens.csv --authorization-mode=RBAC --allow-privileged=true --enable-aggregator-routing=true --kubelet-preferred-address-types=InternalIP
}

# Stops one part and starts it again: what a maintenance does to a cluster.
restart() {
  [[ $1 == apiserver ]] || { say "only the apiserver can be restarted"; exit 2; }
  local old; old=$(cat "$run/apiserver.pid")
  kill "$old" 2>/dev/null || true
  # it lets go of its port only when it is gone
  for i in $(seq 60); do kill -0 "$old" 2>/dev/null || break; [[ $i != 40 ]] || kill -9 "$old" 2>/dev/null || true; sleep 0.5; done
  sleep "${2:-3}"
  apiserver
  for _ in $(seq 180); do k get --raw /readyz >/dev/null 2>&1 && break; sleep 1; done
  say "restarted the apiserver"
}

up() {
  build
  if [[ -f $run/kubeconfig ]] && k get --raw /readyz >/dev/null 2>&1; then say "already up"; return; fi
  mkdir -p "$run" "$run/cni"; cd "$run"
  ip netns add $ns 2>/dev/null || true
  ip netns exec $ns ip link set lo up
  ip netns exec $ns ip link add hbnode0 type bridge 2>/dev/null || true
  ip netns exec $ns ip addr add $node_ip/32 dev hbnode0 2>/dev/null || true
  ip netns exec $ns ip link set hbnode0 up
  ip netns exec $ns ip route replace default dev hbnode0
  ip netns exec $ns sysctl -qw net.ipv4.ip_forward=1
  [[ -f sa.key ]] || { openssl genrsa -out sa.key 2048 2>/dev/null; openssl rsa -in sa.key -pubout -out sa.pub 2>/dev/null; }
  echo 'admin-token,admin,admin,"system:masters"' >tokens.csv
  cat >kubeconfig <<K
apiVersion: v1
kind: Config
clusters: [{name: local, cluster: {server: "https://$node_ip:6443", insecure-skip-tls-verify: true}}]
users: [{name: admin, user: {token: admin-token}}]
contexts: [{name: local, context: {cluster: local, user: admin}}]
current-context: local
K
  cat >kubelet.yaml <<K
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
failSwapOn: false
cgroupDriver: cgroupfs
enforceNodeAllocatable: []
evictionHard: {"nodefs.available": "1%", "imagefs.available": "1%"}
imageGCHighThresholdPercent: 100
K
  # the sandbox lacks CAP_SYS_RESOURCE: without restrict_oom_score_adj no pod sandbox starts
  cat >containerd.toml <<K
version = 2
root = "$run/containerd"
state = "$run/containerd-state"
[grpc]
  address = "$run/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "local/pause:1"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$run/cni"
K
  cat >cni/10-pods.conflist <<K
{"cniVersion":"0.4.0","name":"pods","plugins":[{"type":"bridge","bridge":"hbpods0","isGateway":true,"ipMasq":false,"hairpinMode":true,"ipam":{"type":"host-local","ranges":[[{"subnet":"10.88.0.0/16"}]],"routes":[{"dst":"0.0.0.0/0"}]}},{"type":"portmap","capabilities":{"portMappings":true}}]}
K
  start etcd etcd --data-dir "$run/etcd" --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380
  sleep 2
  apiserver
  start containerd containerd -c containerd.toml
  for _ in $(seq 180); do k get --raw /readyz >/dev/null 2>&1 && break; sleep 1; done
  k get --raw /readyz >/dev/null || { say "the API server did not become ready; see $run/apiserver.log"; exit 1; }
  start controller-manager "$bin/kube-controller-manager" --kubeconfig=kubeconfig --service-account-private-key-file=sa.key --root-ca-file="$run/pki/apiserver.crt" --leader-elect=false
  start scheduler "$bin/kube-scheduler" --kubeconfig=kubeconfig --leader-elect=false
  start kube-proxy "$bin/kube-proxy" --kubeconfig=kubeconfig --hostname-override=node-1 --proxy-mode=iptables --cluster-cidr=10.88.0.0/16 --conntrack-max-per-core=0 --conntrack-tcp-timeout-established=0 --conntrack-tcp-timeout-close-wait=0
  pause_image
  start kubelet "$bin/kubelet" --config=kubelet.yaml --kubeconfig=kubeconfig --container-runtime=remote --container-runtime-endpoint="unix://$run/containerd.sock" \
    --root-dir="$run/kubelet" --cert-dir="$run/kubelet-pki" --hostname-override=node-1 --node-ip=$node_ip
  for _ in $(seq 180); do k get node node-1 2>/dev/null | grep -q ' Ready' && break; sleep 1; done
  k get nodes
  say "up. KUBECONFIG=$run/kubeconfig, reachable through: $0 exec …"
}

pause_image() { # a one-binary image; the same trick packs any folder
  local d; d=$(mktemp -d)
  printf '#include <unistd.h>\nint main(){for(;;)pause();}\n' >"$d/p.c"
  gcc -static -O2 -o "$d/pause" "$d/p.c"
  mkdir "$d/root"; mv "$d/pause" "$d/root/"
  "$here/pack-image.py" local/pause:1 "$d/pause.tar" --layer "$d/root" --command /pause
  load "$d/pause.tar"; rm -rf "$d"
}

load() { for _ in $(seq 20); do [[ -S $run/containerd.sock ]] && break; sleep 0.5; done; ctr -a "$run/containerd.sock" -n k8s.io images import "$1" >/dev/null; say "loaded $1"; }
k() { nsenter --net=/run/netns/$ns kubectl --kubeconfig "$run/kubeconfig" "$@"; }

stop() { if [[ -f $run/$1.pid ]]; then kill "$(cat "$run/$1.pid")" 2>/dev/null || true; fi; }

down() {
  [[ -d $run ]] || return 0
  # nothing starts containers again; then the containers; then containerd, whose shims end with their tasks
  for name in controller-manager scheduler kubelet; do stop $name; done
  sleep 1
  local c="ctr -a $run/containerd.sock -n k8s.io" task
  for task in $($c tasks ls -q 2>/dev/null); do $c tasks kill -s KILL "$task" >/dev/null 2>&1 || true; done
  sleep 1
  for task in $($c tasks ls -q 2>/dev/null); do $c tasks rm -f "$task" >/dev/null 2>&1 || true; done
  for name in kube-proxy containerd apiserver etcd; do stop $name; done
  sleep 2
  ip netns del $ns 2>/dev/null || true
  grep -oE "$run/[^ ]+" /proc/mounts | sort -r | xargs -r -n1 umount -l 2>/dev/null || true
  rm -rf "$run"
}

case ${1:-} in
  build|up|down) "$1" ;;
  load) load "$2" ;;
  restart) restart "${2:-}" "${3:-3}" ;;
  kubectl) shift; k "$@" ;;
  exec) shift; exec nsenter --net=/run/netns/$ns env KUBECONFIG="$run/kubeconfig" "$@" ;;
  *) sed -n '2,11p' "$0"; exit 2 ;;
esac
