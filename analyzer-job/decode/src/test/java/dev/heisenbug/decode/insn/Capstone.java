package dev.heisenbug.decode.insn;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/** Capstone's instruction lengths, from an installed libcapstone: an independent opinion. */
@SuppressWarnings("restricted")
final class Capstone {
  private static final Path LIBRARY = Path.of("/usr/lib/x86_64-linux-gnu/libcapstone.so.4");
  private static final int ARCH_X86 = 3;
  private static final long SIZE_OFFSET = 16;

  private final MethodHandle iterate;
  private final long handle;
  private final MemorySegment insn;
  private final MemorySegment code;
  private final MemorySegment codePointer;
  private final MemorySegment sizePointer;
  private final MemorySegment addressPointer;

  static boolean installed() {
    return Files.exists(LIBRARY);
  }

  Capstone(Arena arena, int bits) throws Throwable {
    Linker linker = Linker.nativeLinker();
    SymbolLookup library = SymbolLookup.libraryLookup(LIBRARY, arena);
    var i = ValueLayout.JAVA_INT;
    var l = ValueLayout.JAVA_LONG;
    var a = ValueLayout.ADDRESS;
    MethodHandle open =
        linker.downcallHandle(
            library.find("cs_open").orElseThrow(), FunctionDescriptor.of(i, i, i, a));
    MethodHandle malloc =
        linker.downcallHandle(library.find("cs_malloc").orElseThrow(), FunctionDescriptor.of(a, l));
    iterate =
        linker.downcallHandle(
            library.find("cs_disasm_iter").orElseThrow(),
            FunctionDescriptor.of(ValueLayout.JAVA_BOOLEAN, l, a, a, a, a));
    MemorySegment h = arena.allocate(l);
    int status = (int) open.invokeExact(ARCH_X86, bits / 8, h);
    if (status != 0) {
      throw new IllegalStateException("cs_open: " + status);
    }
    handle = h.get(l, 0);
    insn = ((MemorySegment) malloc.invokeExact(handle)).reinterpret(SIZE_OFFSET + 2);
    code = arena.allocate(16);
    codePointer = arena.allocate(a);
    sizePointer = arena.allocate(l);
    addressPointer = arena.allocate(l);
  }

  /** Length of the first instruction, or 0 when Capstone knows none. */
  int length(byte[] bytes, int available) throws Throwable {
    MemorySegment.copy(bytes, 0, code, ValueLayout.JAVA_BYTE, 0, available);
    codePointer.set(ValueLayout.ADDRESS, 0, code);
    sizePointer.set(ValueLayout.JAVA_LONG, 0, available);
    addressPointer.set(ValueLayout.JAVA_LONG, 0, 0x1000);
    boolean ok =
        (boolean) iterate.invokeExact(handle, codePointer, sizePointer, addressPointer, insn);
    return ok ? insn.get(ValueLayout.JAVA_SHORT, SIZE_OFFSET) : 0;
  }
}
