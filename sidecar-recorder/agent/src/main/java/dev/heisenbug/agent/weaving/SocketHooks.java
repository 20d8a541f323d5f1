package dev.heisenbug.agent.weaving;

import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The methods of the JDK through which every byte of a socket goes, woven if the program's inputs
 * from the network are to be recorded.
 */
public final class SocketHooks {
  /** The oldest JDK whose sockets are made so. */
  public static final int OLDEST_JDK = 17;

  private static final String CH = "sun/nio/ch/";

  /** Internal names of the classes to retransform. */
  public static final String[] CLASSES = {
    CH + "NioSocketImpl",
    CH + "ServerSocketChannelImpl",
    CH + "SocketChannelImpl",
    CH + "SocketDispatcher"
  };

  private static final String DISPATCHER = CH + "SocketDispatcher";
  private static final String NETWORK = "dev/heisenbug/agent/rt/Network";
  private static final String FD = "Ljava/io/FileDescriptor;";
  private static final String TO = "Ljava/net/InetAddress;";
  private static final String ADDRESS = "Ljava/net/SocketAddress;";
  private static final List<String> READS = List.of("read", "readv");
  private static final List<String> WRITES = List.of("write", "writev");

  private SocketHooks() {}

  static boolean hooks(String name) {
    return Arrays.asList(CLASSES).contains(name);
  }

  static byte[] weave(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassNode c = new ClassNode();
    reader.accept(c, 0);
    for (MethodNode m : c.methods) {
      if (!c.name.equals(DISPATCHER)) {
        connections(c, m);
      } else if (m.desc.startsWith("(" + FD + "JI)") && m.instructions.size() > 0) {
        bytes(m);
      }
    }
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    c.accept(writer);
    return writer.toByteArray();
  }

  /** Behind each answer of the system, which is on the stack. */
  private static void bytes(MethodNode m) {
    boolean isLong = m.desc.endsWith("J");
    for (AbstractInsnNode n : m.instructions.toArray()) {
      if (n.getOpcode() != Opcodes.IRETURN && n.getOpcode() != Opcodes.LRETURN) {
        continue;
      }
      InsnList code = new InsnList();
      code.add(new InsnNode(isLong ? Opcodes.DUP2 : Opcodes.DUP));
      if (READS.contains(m.name)) {
        code.add(new VarInsnNode(Opcodes.ALOAD, 1));
        code.add(new VarInsnNode(Opcodes.LLOAD, 2));
        code.add(new VarInsnNode(Opcodes.ILOAD, 4));
        code.add(call("received", "(" + (isLong ? "J" : "I") + FD + "JI)V"));
      } else if (WRITES.contains(m.name)) {
        if (!isLong) {
          code.add(new InsnNode(Opcodes.I2L));
        }
        code.add(new VarInsnNode(Opcodes.ALOAD, 1));
        code.add(call("sent", "(J" + FD + ")V"));
      } else {
        return;
      }
      m.instructions.insertBefore(n, code);
    }
    if (READS.contains(m.name) && m.tryCatchBlocks.isEmpty() && !hasFrames(m)) {
      failures(m);
    }
  }

  private static boolean hasFrames(MethodNode m) {
    for (AbstractInsnNode n : m.instructions) {
      if (n instanceof FrameNode) {
        return true;
      }
    }
    return false;
  }

  /** Where a read throws, the other end has broken off. */
  private static void failures(MethodNode m) {
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    m.instructions.insert(start);
    m.instructions.add(end);
    Object[] locals = {DISPATCHER, "java/io/FileDescriptor", Opcodes.LONG, Opcodes.INTEGER};
    Object[] stack = {"java/io/IOException"};
    m.instructions.add(new FrameNode(Opcodes.F_FULL, locals.length, locals, 1, stack));
    m.instructions.add(new VarInsnNode(Opcodes.ALOAD, 1));
    m.instructions.add(call("broken", "(" + FD + ")V"));
    m.instructions.add(new InsnNode(Opcodes.ATHROW));
    m.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, "java/io/IOException"));
  }

  private static void connections(ClassNode c, MethodNode m) {
    for (AbstractInsnNode n : m.instructions.toArray()) {
      if (n instanceof MethodInsnNode) {
        connections(c, m, (MethodInsnNode) n);
      }
    }
  }

  private static void connections(ClassNode c, MethodNode m, MethodInsnNode n) {
    switch (n.owner + "." + n.name) {
      case CH + "Net.listen":
        InsnList listening = new InsnList();
        listening.add(new InsnNode(Opcodes.DUP2));
        listening.add(new InsnNode(Opcodes.POP));
        listening.add(call("listening", "(" + FD + ")V"));
        m.instructions.insertBefore(n, listening);
        break;
      case CH + "Net.accept":
        accept(m, n);
        break;
      case CH + "Net.connect":
        if ((m.access & Opcodes.ACC_STATIC) == 0) {
          connect(c, m, n);
        }
        break;
      case CH + "NativeDispatcher.close":
        if (n.desc.equals("(" + FD + ")V")) {
          InsnList closing = new InsnList();
          closing.add(new InsnNode(Opcodes.DUP));
          closing.add(call("closing", "(" + FD + ")V"));
          m.instructions.insertBefore(n, closing);
        }
        break;
      default:
        break;
    }
  }

  /** The call's arguments are the listening descriptor, the new one, and room for addresses. */
  private static void accept(MethodNode m, MethodInsnNode n) {
    int listening = m.maxLocals++;
    int accepted = m.maxLocals++;
    int addresses = m.maxLocals++;
    InsnList before = new InsnList();
    before.add(new VarInsnNode(Opcodes.ASTORE, addresses));
    before.add(new VarInsnNode(Opcodes.ASTORE, accepted));
    before.add(new VarInsnNode(Opcodes.ASTORE, listening));
    before.add(new VarInsnNode(Opcodes.ALOAD, listening));
    before.add(new VarInsnNode(Opcodes.ALOAD, accepted));
    before.add(new VarInsnNode(Opcodes.ALOAD, addresses));
    m.instructions.insertBefore(n, before);
    InsnList after = new InsnList();
    after.add(new InsnNode(Opcodes.DUP));
    after.add(new VarInsnNode(Opcodes.ALOAD, listening));
    after.add(new VarInsnNode(Opcodes.ALOAD, accepted));
    after.add(call("accepted", "(I" + FD + FD + ")V"));
    m.instructions.insert(n, after);
  }

  /** The call's last arguments are an address, with its port in it or behind it. */
  private static void connect(ClassNode c, MethodNode m, MethodInsnNode n) {
    boolean apart = n.desc.endsWith(TO + "I)I");
    if (!apart && !n.desc.endsWith(ADDRESS + ")I")) {
      return;
    }
    int address = m.maxLocals++;
    int port = m.maxLocals++;
    InsnList before = new InsnList();
    if (apart) {
      before.add(new VarInsnNode(Opcodes.ISTORE, port));
    }
    before.add(new VarInsnNode(Opcodes.ASTORE, address));
    InsnList after = new InsnList();
    after.add(new VarInsnNode(Opcodes.ALOAD, 0));
    after.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "fd", FD));
    for (InsnList code : List.of(before, after)) {
      code.add(new VarInsnNode(Opcodes.ALOAD, address));
      if (apart) {
        code.add(new VarInsnNode(Opcodes.ILOAD, port));
      }
    }
    after.add(call("connected", "(" + FD + (apart ? TO + "I" : ADDRESS) + ")V"));
    m.instructions.insertBefore(n, before);
    m.instructions.insert(n, after);
  }

  private static MethodInsnNode call(String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, NETWORK, name, desc, false);
  }
}
