package dev.heisenbug.decode.packet;

/** Every packet kind of the architecture, with the name used in listings. */
public enum PacketType {
  PAD("PAD"),
  PSB("PSB"),
  PSBEND("PSBEND"),
  FUP("FUP"),
  TIP("TIP"),
  TIP_PGE("TIP.PGE"),
  TIP_PGD("TIP.PGD"),
  TNT_8("TNT.8"),
  TNT_64("TNT.64"),
  MODE("MODE"),
  PIP("PIP"),
  VMCS("VMCS"),
  CBR("CBR"),
  TSC("TSC"),
  TMA("TMA"),
  MTC("MTC"),
  CYC("CYC"),
  STOP("STOP"),
  OVF("OVF"),
  MNT("MNT"),
  EXSTOP("EXSTOP"),
  MWAIT("MWAIT"),
  PWRE("PWRE"),
  PWRX("PWRX"),
  PTW("PTW"),
  CFE("CFE"),
  EVD("EVD"),
  TRIG("TRIG"),
  BBP("BBP"),
  BIP("BIP"),
  BEP("BEP"),
  /** A packet whose content an erratum spoiled; its size is known, its payload is not. */
  INVALID("INVALID");

  private final String listed;

  PacketType(String listed) {
    this.listed = listed;
  }

  /** The name in packet listings. */
  public String listed() {
    return listed;
  }
}
