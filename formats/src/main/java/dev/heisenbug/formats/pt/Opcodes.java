package dev.heisenbug.formats.pt;

/** The byte values of the packet encoding (SDM volume 3, chapter "Intel Processor Trace"). */
public final class Opcodes {
  public static final int PAD = 0x00;
  public static final int EXT = 0x02;
  public static final int TIP = 0x0d;
  public static final int TIP_PGE = 0x11;
  public static final int TIP_PGD = 0x01;
  public static final int FUP = 0x1d;
  public static final int MODE = 0x99;
  public static final int TSC = 0x19;
  public static final int MTC = 0x59;
  public static final int CYC = 0x03;
  public static final int TRIG = 0xd9;

  public static final int EXT_PSB = 0x82;
  public static final int EXT_TNT_64 = 0xa3;
  public static final int EXT_PIP = 0x43;
  public static final int EXT_OVF = 0xf3;
  public static final int EXT_PSBEND = 0x23;
  public static final int EXT_CBR = 0x03;
  public static final int EXT_TMA = 0x73;
  public static final int EXT_STOP = 0x83;
  public static final int EXT_VMCS = 0xc8;
  public static final int EXT_EXT2 = 0xc3;
  public static final int EXT_EXSTOP = 0x62;
  public static final int EXT_EXSTOP_IP = 0xe2;
  public static final int EXT_MWAIT = 0xc2;
  public static final int EXT_PWRE = 0x22;
  public static final int EXT_PWRX = 0xa2;
  public static final int EXT_PTW = 0x12;
  public static final int EXT_CFE = 0x13;
  public static final int EXT_EVD = 0x53;
  public static final int EXT_BBP = 0x63;
  public static final int EXT_BEP = 0x33;
  public static final int EXT_BEP_IP = 0xb3;
  public static final int EXT2_MNT = 0x88;

  /** The low three bits of a block item, between BBP and BEP only. */
  public static final int BIP = 0x04;

  /** A PSB is the pair 02 82, eight times. */
  public static final int PSB_SIZE = 16;

  private Opcodes() {}
}
