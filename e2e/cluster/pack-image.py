#!/usr/bin/env python3
"""Packs folders as an image archive that containerd, Docker, skopeo and crane import, without any of them.

pack-image.py NAME:TAG OUT.tar --layer FOLDER[:PATH] … [--command "A B"] [--user U] [--env K=V] [--workdir D]

Each --layer puts a folder at PATH (default /). The result depends on the contents alone.
"""
import argparse, hashlib, io, json, os, tarfile

parser = argparse.ArgumentParser()
parser.add_argument("name")
parser.add_argument("out")
parser.add_argument("--layer", action="append", default=[])
parser.add_argument("--command", default="")
parser.add_argument("--user", default="")
parser.add_argument("--workdir", default="/")
parser.add_argument("--env", action="append", default=[])
options = parser.parse_args()


def layer(folder, path):
    buffer = io.BytesIO()

    def plain(info):
        info.uid = info.gid = 0
        info.uname = info.gname = ""
        info.mtime = 0
        return info

    with tarfile.open(fileobj=buffer, mode="w") as tar:
        prefix = path.strip("/")
        for root, folders, files in os.walk(folder):
            folders.sort()
            relative = os.path.normpath(os.path.join(prefix, os.path.relpath(root, folder)))
            if relative != ".":
                tar.add(root, arcname=relative, recursive=False, filter=plain)
            links = [f for f in folders if os.path.islink(os.path.join(root, f))]
            for name in sorted(files + links):
                tar.add(os.path.join(root, name), arcname=os.path.normpath(os.path.join(relative, name)),
                        recursive=False, filter=plain)
    return buffer.getvalue()


layers = []
for spec in options.layer:
    folder, _, path = spec.partition(":")
    data = layer(folder, path)
    layers.append((hashlib.sha256(data).hexdigest(), data))
config = json.dumps({
    "architecture": "amd64", "os": "linux",
    "config": {
        "Cmd": options.command.split(), "User": options.user, "WorkingDir": options.workdir,
        "Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"] + options.env,
    },
    "rootfs": {"type": "layers", "diff_ids": ["sha256:" + digest for digest, _ in layers]},
    "history": [{"created_by": "pack-image"} for _ in layers],
}, sort_keys=True).encode()
config_name = hashlib.sha256(config).hexdigest() + ".json"
manifest = json.dumps([{
    "Config": config_name, "RepoTags": [options.name], "Layers": [digest + "/layer.tar" for digest, _ in layers],
}]).encode()
with tarfile.open(options.out, "w") as archive:
    for path, data in [(config_name, config)] + [(d + "/layer.tar", b) for d, b in layers] + [("manifest.json", manifest)]:
        info = tarfile.TarInfo(path)
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
