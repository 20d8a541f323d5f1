/* Intel's decoder as a peer to compare with: decodes one trace after another.
 *
 * usage: peer IMAGE SECTIONS FAMILY MODEL STEPPING MTC NOM EAX EBX
 * SECTIONS has one line "OFFSET SIZE ADDRESS" (decimal) for each part of the file IMAGE.
 * Each case on standard input: length (4 bytes, little endian), whether to list everything (1 byte),
 * the trace. For each case, on standard output: "packets COUNT HASH" up to the first bytes that are
 * no packet, then "sync OFFSET", "run COUNT HASH" and "error TEXT" in turn, then "."
 */
#include <inttypes.h>
#include <intel-pt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Code that runs in a circle which no packet ends is followed forever. */
#define LONGEST 300000
#define ENDLESS -1000

static int verbose;
static uint64_t hash, count;

static void begin(void)
{
	hash = 0xcbf29ce484222325ull;
	count = 0;
}

static void mix(uint64_t value)
{
	hash = (hash ^ value) * 0x100000001b3ull;
}

/* A number for each kind of packet, and its payload. */
static int kind(const struct pt_packet *p, uint64_t *value)
{
	*value = 0;
	switch (p->type) {
	case ppt_psb: return 1;
	case ppt_psbend: return 2;
	case ppt_fup: *value = p->payload.ip.ip ^ (uint64_t) p->payload.ip.ipc << 56; return 3;
	case ppt_tip: *value = p->payload.ip.ip ^ (uint64_t) p->payload.ip.ipc << 56; return 4;
	case ppt_tip_pge: *value = p->payload.ip.ip ^ (uint64_t) p->payload.ip.ipc << 56; return 5;
	case ppt_tip_pgd: *value = p->payload.ip.ip ^ (uint64_t) p->payload.ip.ipc << 56; return 6;
	case ppt_tnt_8:
	case ppt_tnt_64: *value = p->payload.tnt.payload ^ (uint64_t) p->payload.tnt.bit_size << 56; return 7;
	case ppt_mode:
		if (p->payload.mode.leaf == pt_mol_exec)
			*value = p->payload.mode.bits.exec.csl | p->payload.mode.bits.exec.csd << 1;
		else
			*value = 4 | p->payload.mode.bits.tsx.intx | p->payload.mode.bits.tsx.abrt << 1;
		return 8;
	case ppt_pip: *value = p->payload.pip.cr3 | p->payload.pip.nr; return 9;
	case ppt_vmcs: *value = p->payload.vmcs.base; return 10;
	case ppt_cbr: *value = p->payload.cbr.ratio; return 11;
	case ppt_tsc: *value = p->payload.tsc.tsc; return 12;
	case ppt_tma: *value = p->payload.tma.ctc | (uint64_t) p->payload.tma.fc << 32; return 13;
	case ppt_mtc: *value = p->payload.mtc.ctc; return 14;
	case ppt_cyc: *value = p->payload.cyc.value; return 15;
	case ppt_stop: return 16;
	case ppt_ovf: return 17;
	case ppt_mnt: *value = p->payload.mnt.payload; return 18;
	case ppt_exstop: *value = p->payload.exstop.ip; return 19;
	case ppt_mwait: *value = p->payload.mwait.hints | (uint64_t) p->payload.mwait.ext << 32; return 20;
	case ppt_pwre:
		*value = p->payload.pwre.state | p->payload.pwre.sub_state << 8 | p->payload.pwre.hw << 16;
		return 21;
	case ppt_pwrx:
		*value = p->payload.pwrx.last | p->payload.pwrx.deepest << 8 | p->payload.pwrx.interrupt << 16
			| p->payload.pwrx.store << 17 | p->payload.pwrx.autonomous << 18;
		return 22;
	case ppt_ptw:
		*value = p->payload.ptw.payload ^ (uint64_t) p->payload.ptw.ip << 63 ^ (uint64_t) p->payload.ptw.plc << 62;
		return 23;
	default: return 0;
	}
}

static void packets(const struct pt_config *config)
{
	struct pt_packet_decoder *decoder = pt_pkt_alloc_decoder(config);
	int status = pt_pkt_sync_forward(decoder);

	begin();
	while (status >= 0) {
		struct pt_packet packet;
		uint64_t offset, value;
		int type;

		pt_pkt_get_offset(decoder, &offset);
		status = pt_pkt_next(decoder, &packet, sizeof(packet));
		if (status < 0)
			break;
		if (packet.type == ppt_pad)
			continue;
		type = kind(&packet, &value);
		if (verbose)
			printf("p %" PRIx64 " %d %" PRIx64 "\n", offset, type, value);
		mix(offset);
		mix((uint64_t) type);
		mix(value);
		count++;
	}
	printf("packets %" PRIu64 " %" PRIx64 "\n", count, hash);
	pt_pkt_free_decoder(decoder);
}

static void executed(uint64_t ip)
{
	if (verbose)
		printf("i %" PRIx64 "\n", ip);
	mix(ip);
	count++;
}

/* Decodes to the next error. */
static int piece(struct pt_insn_decoder *decoder, int status)
{
	for (;;) {
		struct pt_insn insn;

		while (status >= 0 && (status & pts_event_pending)) {
			struct pt_event event;

			status = pt_insn_event(decoder, &event, sizeof(event));
			if (verbose && status >= 0)
				printf("e %d\n", (int) event.type);
		}
		if (status < 0)
			return status;
		if (status & pts_eos)
			return -pte_eos;
		insn.iclass = ptic_error;
		status = pt_insn_next(decoder, &insn, sizeof(insn));
		if (status >= 0 || insn.iclass != ptic_error)
			executed(insn.ip);
		if (count > LONGEST)
			return ENDLESS;
	}
}

static void flow(const struct pt_config *config, struct pt_image *image)
{
	struct pt_insn_decoder *decoder = pt_insn_alloc_decoder(config);
	uint64_t last = 0;
	int first = 1;
	int status;

	pt_insn_set_image(decoder, image);
	for (;;) {
		uint64_t offset = 0;

		status = pt_insn_sync_forward(decoder);
		if (status == -pte_eos)
			break;
		pt_insn_get_sync_offset(decoder, &offset);
		if (status < 0) {
			if (!first && offset <= last)
				break;
			last = offset;
			first = 0;
			printf("error %s\n", pt_errstr(pt_errcode(status)));
			continue;
		}
		last = offset;
		first = 0;
		printf("sync %" PRIx64 "\n", offset);
		begin();
		status = piece(decoder, status);
		printf("run %" PRIu64 " %" PRIx64 "\n", count, hash);
		if (status == -pte_eos)
			break;
		if (status == ENDLESS) {
			printf("endless\n");
			break;
		}
		printf("error %s\n", pt_errstr(pt_errcode(status)));
	}
	pt_insn_free_decoder(decoder);
}

int main(int argc, char **argv)
{
	struct pt_image *image = pt_image_alloc("peer");
	uint64_t offset, length, address;
	struct pt_config config;
	uint8_t header[5];
	FILE *sections;

	if (argc < 10)
		return 1;
	sections = fopen(argv[2], "r");
	if (!sections)
		return 1;
	while (fscanf(sections, "%" SCNu64 " %" SCNu64 " %" SCNu64, &offset, &length, &address) == 3)
		if (pt_image_add_file(image, argv[1], offset, length, NULL, address) < 0)
			return 1;
	pt_config_init(&config);
	if (atoi(argv[3])) {
		config.cpu.vendor = pcv_intel;
		config.cpu.family = (uint16_t) atoi(argv[3]);
		config.cpu.model = (uint8_t) atoi(argv[4]);
		config.cpu.stepping = (uint8_t) atoi(argv[5]);
		pt_cpu_errata(&config.errata, &config.cpu);
	}
	config.mtc_freq = (uint8_t) atoi(argv[6]);
	config.nom_freq = (uint8_t) atoi(argv[7]);
	config.cpuid_0x15_eax = (uint32_t) atoi(argv[8]);
	config.cpuid_0x15_ebx = (uint32_t) atoi(argv[9]);
	while (fread(header, 1, sizeof(header), stdin) == sizeof(header)) {
		size_t size = header[0] | header[1] << 8 | header[2] << 16 | (size_t) header[3] << 24;
		uint8_t *trace = malloc(size + 1);

		if (!trace || fread(trace, 1, size, stdin) != size)
			return 1;
		verbose = header[4];
		config.begin = trace;
		config.end = trace + size;
		packets(&config);
		flow(&config, image);
		printf(".\n");
		fflush(stdout);
		free(trace);
	}
	return 0;
}
