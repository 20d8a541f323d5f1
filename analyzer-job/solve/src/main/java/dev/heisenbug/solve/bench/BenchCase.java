package dev.heisenbug.solve.bench;

import java.util.List;

/**
 * One row of the suite.
 *
 * @param name what the row stands for
 * @param spec the problem
 * @param paper what a paper reports for a problem of this size, for reading side by side
 */
record BenchCase(String name, GeneratorSpec spec, String paper) {
  private static BenchCase of(String name, String spec, String paper) {
    return new BenchCase(name, GeneratorSpec.parse(spec), paper);
  }

  /** The row of the suite with that problem, or a row of its own. */
  static BenchCase of(GeneratorSpec spec) {
    return suite().stream()
        .filter(c -> c.spec().equals(spec))
        .findFirst()
        .orElseGet(() -> new BenchCase("", spec, ""));
  }

  /** Growth from 10^2 to 10^6 accesses, the sizes of H3's table 4 and of CLAP's table 1. */
  static List<BenchCase> suite() {
    return List.of(
        of("growth 10^2", "racey:4:8:100", ""),
        of("growth 10^3", "racey:4:83:100", ""),
        of("growth 10^4", "racey:4:830:100", ""),
        of("growth 10^5", "racey:4:8330:100", ""),
        of("growth 10^6", "racey:4:83300:100", ""),
        of("10^6, +-10", "racey:4:83300:10", ""),
        of("dense branches, 10^6, +-10", "raceydense:4:83300:10", ""),
        of("dense branches, +-10", "raceydense:4:830:10", ""),
        of("two cores", "racey+cores:4:80:100", ""),
        of("data addresses, +-100", "raceydata:4:830:100", ""),
        of("data addresses, +-10", "raceydata:4:830:10", ""),
        of("lock order only", "buffer:4:4:0", ""),
        of("lock order only, 10 times", "buffer:4:40:0", ""),
        of("bounded buffer", "buffer:4:1000:0", ""),
        of("counter", "counter:4:500:100", ""),
        of("bank", "bank:4:350:100", ""),
        of("bank, second seed", "bank:4:350:100:2", ""),
        of("bank, sixth seed", "bank:4:350:100:6", ""),
        of("bank, four times", "bank:4:1400:100", ""),
        of("infeasible", "counterlow:2:10:0", ""),
        of("infeasible", "counterlow:2:300:0", ""),
        of("lost update query", "counter+observed:2:1000:0", ""),
        of("check-then-act query", "checkact+observed:4:500:0", ""),
        of("H3 bbuf", "buffer:4:2:0", "79 vars, CLAP 98 s, H3 52 s"),
        of("H3 sbuf", "bank:2:14:0", "102 vars, CLAP 1 s, H3 1 s"),
        of("H3 pfscan", "counter:2:5:0", "25 vars, CLAP 1 s, H3 1 s"),
        of("H3 pbzip2", "buffer:4:3:0", "113 vars, CLAP 2 s, H3 1 s"),
        of("H3 racey1", "racey:4:1250:100", "15040 vars, CLAP >1 h, H3 267 s"),
        of("H3 racey2", "racey:4:2508:100", "30108 vars, CLAP >1 h, H3 >1 h"),
        of("H3 racey3", "racey:4:5652:100", "67850 vars, CLAP >1 h, H3 >1 h"),
        of("CLAP sim_race", "counter:4:2:0", "23 SAPs, 0.5 s"),
        of("CLAP pbzip2", "buffer:4:2:0", "65 SAPs, 5 s"),
        of("CLAP dekker", "counter:2:8:0", "39 SAPs, 2 s"),
        of("CLAP bakery", "counter:4:26:0", "218 SAPs, 8 s"),
        of("CLAP swarm", "bank:2:170:100", "1265 SAPs, 64 s"),
        of("CLAP aget", "bank:3:180:100", "1951 SAPs, 89 s"),
        of("CLAP pfscan", "buffer:2:140:0", "2864 SAPs, 160 s"),
        of("CLAP apache", "buffer:28:320:0", "81237 SAPs, 344 s"),
        of("CLAP racey", "racey:2:226900:100", "1361588 SAPs, 2280 s, 276 switches"),
        of("CLAP racey, +-10", "racey:2:226900:10", "1361588 SAPs, 2280 s, 276 switches"));
  }
}
