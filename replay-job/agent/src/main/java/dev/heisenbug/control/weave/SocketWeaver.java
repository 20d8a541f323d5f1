package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.ClassDefs;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Weaves the JDK's classes that wait for sockets, at the calls of the native methods. */
final class SocketWeaver {
  private static final String CH = "sun/nio/ch/";
  private static final String FD = "Ljava/io/FileDescriptor;";

  private static final String HOST = "Ljava/net/InetAddress;";
  private static final String ADDRESS = "Ljava/net/SocketAddress;";
  private static final String WHOLE = "Ljava/net/InetSocketAddress;";
  private static final String OPEN = "Ljava/util/function/BooleanSupplier;";

  /** Methods after which the other end may find something. */
  private static final Pattern SENDING =
      Pattern.compile("writev?|send|(blockingC|c)onnect|shutdown.*|close|implClose.*|kill");

  private static final Set<String> CLASSES =
      Set.of(
          CH + "DatagramChannelImpl",
          CH + "EPollSelectorImpl",
          CH + "NioSocketImpl",
          CH + "SelChImpl",
          CH + "SelectionKeyImpl",
          CH + "ServerSocketChannelImpl",
          CH + "SocketChannelImpl",
          CH + "SocketDispatcher");

  /** Those that have a descriptor in a field. */
  private static final Set<String> OWN_DESCRIPTOR =
      Set.of(CH + "NioSocketImpl", CH + "ServerSocketChannelImpl", CH + "SocketChannelImpl");

  private SocketWeaver() {}

  static boolean covers(String name) {
    return CLASSES.contains(name);
  }

  /** Returns whether anything was changed. */
  static boolean weave(ClassNode c, MethodNode m, ClassDefs defs) {
    boolean sends = SENDING.matcher(m.name).matches();
    boolean changed = sends;
    int[] method = {-1};
    AbstractInsnNode[] original = m.instructions.toArray();
    for (int i = 0; i < original.length; i++) {
      if (original[i].getOpcode() == Opcodes.INVOKESTATIC) {
        int at = i;
        IntSupplier site =
            () -> {
              if (method[0] < 0) {
                method[0] = defs.method(c.name, m.name, m.desc, m.access);
              }
              return defs.site(method[0], at, -1, "socket");
            };
        changed |= call(c, m, (MethodInsnNode) original[i], site);
      }
    }
    if (sends) {
      m.instructions.insert(descriptor(c, m).call("Sockets", "sending", "(" + FD + ")V").list());
    }
    return changed | passed(c, m, original) | keys(c, m, original);
  }

  /** What came of a read or write is on the stack when it returns. */
  private static boolean passed(ClassNode c, MethodNode m, AbstractInsnNode[] original) {
    boolean bytes = m.desc.startsWith("(" + FD + "JI)") && m.name.matches("(read|write)v?");
    if (!bytes || !c.name.equals(CH + "SocketDispatcher")) {
      return false;
    }
    for (AbstractInsnNode n : original) {
      boolean isInt = n.getOpcode() == Opcodes.IRETURN;
      if (isInt || n.getOpcode() == Opcodes.LRETURN) {
        Code code = new Code().op(isInt ? Opcodes.DUP : Opcodes.DUP2);
        if (isInt) {
          code.op(Opcodes.I2L);
        }
        m.instructions.insertBefore(
            n, code.load(1).call("Sockets", "passed", "(J" + FD + ")V").list());
      }
    }
    return true;
  }

  private static boolean keys(ClassNode c, MethodNode m, AbstractInsnNode[] original) {
    if (!m.name.equals("<init>") || !c.name.equals(CH + "SelectionKeyImpl")) {
      return false;
    }
    for (AbstractInsnNode n : original) {
      if (n.getOpcode() == Opcodes.RETURN) {
        Code made = new Code().load(0).call("Sockets", "registered", "(Ljava/lang/Object;)V");
        m.instructions.insertBefore(n, made.list());
      }
    }
    return true;
  }

  /** What the method sends on, or null. */
  private static Code descriptor(ClassNode c, MethodNode m) {
    Code code = new Code();
    if ((m.access & Opcodes.ACC_STATIC) == 0 && m.desc.startsWith("(" + FD)) {
      return code.load(1);
    }
    if ((m.access & Opcodes.ACC_STATIC) == 0 && OWN_DESCRIPTOR.contains(c.name)) {
      code.load(0).add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "fd", FD));
      return code;
    }
    return code.op(Opcodes.ACONST_NULL);
  }

  /** The call's arguments are the listening descriptor, the new one, and room for addresses. */
  private static void accept(MethodNode m, MethodInsnNode n, int site) {
    int addresses = m.maxLocals++;
    int accepted = m.maxLocals++;
    Code before = new Code().var(Opcodes.ASTORE, addresses).var(Opcodes.ASTORE, accepted);
    before.op(Opcodes.DUP).push(site).call("Sockets", "accepting", "(" + FD + "I)V");
    m.instructions.insertBefore(n, before.load(accepted).load(addresses).list());
    Code after = new Code().op(Opcodes.DUP).load(accepted).push(site);
    m.instructions.insert(n, after.call("Sockets", "accepted", "(I" + FD + "I)V").list());
  }

  /** The call's last arguments are an address, with its port in it or behind it. */
  private static void connect(MethodNode m, MethodInsnNode n) {
    if (n.desc.endsWith(ADDRESS + ")I")) {
      Code before = new Code().call("Sockets", "connecting", "(" + ADDRESS + ")" + ADDRESS);
      m.instructions.insertBefore(n, before.list());
    } else if (n.desc.endsWith(HOST + "I)I")) {
      int to = m.maxLocals++;
      Code before = new Code().call("Sockets", "connecting", "(" + HOST + "I)" + WHOLE);
      before.var(Opcodes.ASTORE, to).load(to).add(part("getAddress", "()" + HOST));
      m.instructions.insertBefore(n, before.load(to).add(part("getPort", "()I")).list());
    }
  }

  private static MethodInsnNode part(String name, String desc) {
    return new MethodInsnNode(
        Opcodes.INVOKEVIRTUAL, "java/net/InetSocketAddress", name, desc, false);
  }

  private static boolean call(ClassNode c, MethodNode m, MethodInsnNode n, IntSupplier site) {
    InsnList code = m.instructions;
    switch (n.owner + "." + n.name) {
      case CH + "EPoll.wait":
        Code selecting = new Code().load(0);
        selecting.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "epfd", "I"));
        selecting.push(site.getAsInt()).call("Sockets", "selecting", "(III)I");
        code.insertBefore(n, selecting.list());
        return true;
      case CH + "Net.poll":
        code.insertBefore(n, new Code().push(site.getAsInt()).list());
        code.insert(n, new Code().call("Sockets", "poll", "(" + FD + "IJI)I").list());
        code.remove(n);
        return true;
      case CH + "Poller.poll":
        if (!n.desc.equals("(IIJ" + OPEN + ")V")) {
          return false;
        }
        code.insertBefore(n, new Code().push(site.getAsInt()).list());
        code.insert(n, new Code().call("Sockets", "park", "(IIJ" + OPEN + "I)V").list());
        code.remove(n);
        return true;
      case CH + "Net.accept":
        accept(m, n, site.getAsInt());
        return true;
      case CH + "Net.connect":
        if (!OWN_DESCRIPTOR.contains(c.name)) {
          return false;
        }
        connect(m, n);
        Code connected = new Code().load(0);
        connected.add(new FieldInsnNode(Opcodes.GETFIELD, c.name, "fd", FD));
        code.insert(n, connected.call("Sockets", "connected", "(" + FD + ")V").list());
        return true;
      case CH + "Net.listen":
        code.insertBefore(n, new Code().op(Opcodes.DUP2).list());
        Code listening = new Code().op(Opcodes.POP);
        code.insert(n, listening.call("Sockets", "listening", "(" + FD + ")V").list());
        return true;
      case CH + "SocketDispatcher.read0":
      case CH + "SocketDispatcher.readv0":
        // The descriptor is the first argument of the method that calls it with its own.
        Code reading = new Code().load(1).push(site.getAsInt());
        code.insertBefore(n, reading.call("Sockets", "reading", "(" + FD + "I)V").list());
        return true;
      case CH + "IOUtil.configureBlocking":
        Code blocking = new Code().op(Opcodes.DUP2);
        code.insertBefore(n, blocking.call("Sockets", "blocking", "(" + FD + "Z)V").list());
        return true;
      default:
        return false;
    }
  }
}
