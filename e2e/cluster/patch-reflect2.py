#!/usr/bin/env python3
"""Makes reflect2 1.0.1 iterate maps with Go 1.18 and later: patch-reflect2.py FOLDER

Go 1.18 lets the caller of reflect.mapiterinit own the iterator. The old library passes none, and the API
server of Kubernetes 1.20 dies of it when it sees the first custom resource. Upstream did the same in 1.0.2.
"""
import re, sys

folder = sys.argv[1]
link = open(folder + "/unsafe_link.go").read()
link = re.sub(r"func mapiterinit\(rtype unsafe.Pointer, m unsafe.Pointer\) \*hiter",
              "func mapiterinit(rtype unsafe.Pointer, m unsafe.Pointer, it *hiter)", link)
link = re.sub(r"type hiter struct \{.*?\n\}", """type hiter struct {
\tkey         unsafe.Pointer
\tvalue       unsafe.Pointer
\tt           unsafe.Pointer
\th           unsafe.Pointer
\tbuckets     unsafe.Pointer
\tbptr        unsafe.Pointer
\toverflow    *[]unsafe.Pointer
\toldoverflow *[]unsafe.Pointer
\tstartBucket uintptr
\toffset      uint8
\twrapped     bool
\tB           uint8
\ti           uint8
\tbucket      uintptr
\tcheckBucket uintptr
}""".replace("\\", "\\\\"), link, flags=re.S)
open(folder + "/unsafe_link.go", "w").write(link)
path = folder + "/unsafe_map.go"
maps = open(path).read()
maps = re.sub(r"\treturn &UnsafeMapIterator\{\n\t\thiter:\s+mapiterinit\(type2.rtype, \*\(\*unsafe.Pointer\)\(obj\)\),",
              "\tit := &hiter{}\n\tmapiterinit(type2.rtype, *(*unsafe.Pointer)(obj), it)\n\treturn &UnsafeMapIterator{\n\t\thiter:      it,", maps)
open(path, "w").write(maps)
