#!/usr/bin/env python3
"""Bill of materials of an image, as CycloneDX: sbom.py NAME TAG OUT FOLDER…  Every jar, shared library and the runtime, with checksums."""
import hashlib, json, os, re, sys, zipfile

name, tag, out, *folders = sys.argv[1:]


def coordinates(path):
    """Group, artifact and version from what Maven leaves in a jar; the file's name where it left nothing or several."""
    with zipfile.ZipFile(path) as jar:
        notes = [n for n in jar.namelist() if re.fullmatch(r"META-INF/maven/[^/]+/[^/]+/pom\.properties", n)]
        if len(notes) == 1:
            lines = jar.read(notes[0]).decode("utf-8", "replace").splitlines()
            note = dict(l.strip().split("=", 1) for l in lines if "=" in l and not l.startswith("#"))
            if {"groupId", "artifactId", "version"} <= note.keys():
                return note["groupId"], note["artifactId"], note["version"]
    found = re.fullmatch(r"(.+?)-(\d[\w.+-]*)\.jar", os.path.basename(path))
    return (None, found[1], found[2]) if found else (None, os.path.basename(path)[:-4], None)


def component(path):
    with open(path, "rb") as f:
        entry = {"type": "library", "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(f.read()).hexdigest()}]}
    if path.endswith(".jar"):
        group, artifact, version = coordinates(path)
        entry["name"] = artifact
        if group:
            entry["group"] = group
            entry["purl"] = f"pkg:maven/{group}/{artifact}@{version}"
        if version:
            entry["version"] = version
    else:
        entry["name"] = os.path.basename(path)
    return entry


def runtime(path):
    with open(path) as f:
        note = dict(re.findall(r'(\w+)="([^"]*)"', f.read()))
    return {"type": "platform", "name": "java-runtime", "version": note.get("JAVA_VERSION", "")}


components = {}
for folder in folders:
    for where, _, files in os.walk(folder):
        for file in files:
            path = os.path.join(where, file)
            if file == "release" and os.path.isdir(os.path.join(where, "lib")):
                entry = runtime(path)
            elif file.endswith(".jar") or ".so" in file and "/jre/" not in path:
                entry = component(path)
            else:
                continue
            components[json.dumps(entry, sort_keys=True)] = entry
bom = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "version": 1,
    "metadata": {"component": {"type": "container", "name": name, "version": tag}},
    "components": sorted(components.values(), key=lambda c: (c["name"], c.get("version", ""))),
}
with open(out, "w") as f:
    json.dump(bom, f, indent=1)
    f.write("\n")
