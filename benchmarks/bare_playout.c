/* The yardstick: the same random card play with nothing of a kernel around it. Four masks of 16 bits a
 * suit, a linear congruential generator, 13 tricks; prints playouts a second of CPU time.
 * cc -O3 -o bare bare_playout.c && ./bare 300000 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const uint64_t SUIT = 0x1FFF;

static int playout(const uint64_t start[4], int leader, uint64_t trumps, int tricks[4], uint64_t *random) {
    uint64_t hand[4] = {start[0], start[1], start[2], start[3]};
    uint64_t state = *random;
    for (int trick = 0; trick < 13; trick++) {
        uint64_t led = 0;
        int head = 0, winner = leader;
        for (int i = 0; i < 4; i++) {
            int seat = (leader + i) & 3;
            uint64_t cards = hand[seat] & led;
            if (!cards) cards = hand[seat];
            state = (state * 6364136223846793005ULL + 1442695040888963407ULL) & 0x7FFFFFFFFFFFFFFFULL;
            int skip = (int)(((state >> 31) * (uint64_t)__builtin_popcountll(cards)) >> 32);
            while (skip--) cards &= cards - 1;
            int card = __builtin_ctzll(cards);
            hand[seat] ^= 1ULL << card;
            if (i == 0) {
                led = SUIT << (card & 48);
                head = card;
            } else if (card >> 4 == head >> 4 ? card > head : (int)(trumps >> card & 1)) {
                head = card;
                winner = seat;
            }
        }
        tricks[winner]++;
        leader = winner;
    }
    *random = state;
    return tricks[0];
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 300000;
    uint64_t hand[4] = {0};
    uint64_t random = 12345;
    int cards[52], n = 0;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 0; rank < 13; rank++) cards[n++] = 16 * suit + rank;
    for (int i = 51; i > 0; i--) {
        random = (random * 6364136223846793005ULL + 1442695040888963407ULL) & 0x7FFFFFFFFFFFFFFFULL;
        int j = (int)(((random >> 31) * (uint64_t)(i + 1)) >> 32), other = cards[j];
        cards[j] = cards[i];
        cards[i] = other;
    }
    for (int i = 0; i < 52; i++) hand[i / 13] |= 1ULL << cards[i];
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    long total = 0;
    for (int game = 0; game < games; game++) {
        int tricks[4] = {0};
        total += playout(hand, game & 3, SUIT << 32, tricks, &random);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double seconds = (to.tv_sec - from.tv_sec) + 1e-9 * (to.tv_nsec - from.tv_nsec);
    printf("%.0f %ld\n", games / seconds, total);
    return 0;
}
