/* Takes locks, does so much work under each, and prints the processor time it took.
 *
 * usage: locks THREADS ROUNDS WORK
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LOCKS = 64, MOST = 64 };

static pthread_mutex_t locks[LOCKS];
static volatile unsigned long guarded[LOCKS];
static long rounds;
static int work;

static void *run(void *number)
{
	unsigned long x = (unsigned long) number + 1;

	for (long i = 0; i < rounds; i++) {
		int k = (int) ((x >> 33) % LOCKS);

		pthread_mutex_lock(&locks[k]);
		for (int j = 0; j < work; j++)
			x = x * 6364136223846793005ul + 1442695040888963407ul;
		guarded[k] += x;
		pthread_mutex_unlock(&locks[k]);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[MOST];
	struct timespec used;
	int count = argc > 3 ? atoi(argv[1]) : 0;

	if (count < 1 || count > MOST)
		return 1;
	rounds = atol(argv[2]);
	work = atoi(argv[3]);
	for (int i = 0; i < LOCKS; i++)
		pthread_mutex_init(&locks[i], NULL);
	for (long i = 0; i < count; i++)
		pthread_create(&threads[i], NULL, run, (void *) i);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	printf("%ld\n", used.tv_sec * 1000000000L + used.tv_nsec);
	return 0;
}
