/* Decodes a raw trace with libipt's instruction decoder and says how long that took.
 *
 * usage: libipt-driver TRACE IMAGE ROUNDS [FAMILY MODEL STEPPING] < SECTIONS
 * SECTIONS has one line "OFFSET SIZE ADDRESS" (decimal) for each part of the file IMAGE.
 * Prints for each round: instructions, errors, sum of all addresses, seconds of processor time.
 */
#include <inttypes.h>
#include <intel-pt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint8_t *load(const char *name, size_t *size)
{
	FILE *file = fopen(name, "rb");
	uint8_t *bytes;

	if (!file)
		return NULL;
	fseek(file, 0, SEEK_END);
	*size = (size_t) ftell(file);
	rewind(file);
	bytes = malloc(*size + 1);
	if (bytes && fread(bytes, 1, *size, file) != *size) {
		free(bytes);
		bytes = NULL;
	}
	fclose(file);
	return bytes;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

struct result {
	uint64_t instructions, errors, sum;
};

/* Decodes to the next error; returns zero when the trace is over. */
static int decode(struct pt_insn_decoder *decoder, struct result *result)
{
	int status = pt_insn_sync_forward(decoder);

	if (status < 0)
		return 0;
	for (;;) {
		struct pt_insn insn;

		while (status >= 0 && (status & pts_event_pending)) {
			struct pt_event event;

			status = pt_insn_event(decoder, &event, sizeof(event));
		}
		if (status < 0)
			break;
		if (status & pts_eos)
			return 0;
		insn.iclass = ptic_error;
		status = pt_insn_next(decoder, &insn, sizeof(insn));
		if (status >= 0 || insn.iclass != ptic_error) {
			result->instructions += 1;
			result->sum += insn.ip;
		}
		if (status < 0)
			break;
	}
	if (status == -pte_eos)
		return 0;
	result->errors += 1;
	return 1;
}

int main(int argc, char **argv)
{
	struct pt_image *image = pt_image_alloc("bench");
	uint64_t offset, length, address;
	struct pt_config config;
	uint8_t *trace;
	size_t size;
	int round;

	if (argc < 4)
		return 1;
	trace = load(argv[1], &size);
	if (!trace || !image)
		return 1;
	while (scanf("%" SCNu64 " %" SCNu64 " %" SCNu64, &offset, &length, &address) == 3)
		if (pt_image_add_file(image, argv[2], offset, length, NULL, address) < 0)
			return 1;
	pt_config_init(&config);
	config.begin = trace;
	config.end = trace + size;
	if (argc >= 7) {
		config.cpu.vendor = pcv_intel;
		config.cpu.family = (uint16_t) atoi(argv[4]);
		config.cpu.model = (uint8_t) atoi(argv[5]);
		config.cpu.stepping = (uint8_t) atoi(argv[6]);
		pt_cpu_errata(&config.errata, &config.cpu);
	}
	for (round = 0; round < atoi(argv[3]); ++round) {
		struct pt_insn_decoder *decoder = pt_insn_alloc_decoder(&config);
		struct result result;
		double start;

		if (!decoder)
			return 1;
		memset(&result, 0, sizeof(result));
		pt_insn_set_image(decoder, image);
		start = now();
		while (decode(decoder, &result))
			;
		printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %.6f\n", result.instructions,
		       result.errors, result.sum, now() - start);
		fflush(stdout);
		pt_insn_free_decoder(decoder);
	}
	return 0;
}
