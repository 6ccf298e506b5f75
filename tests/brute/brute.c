/* Klondike by brute force: every position that can be reached, one by one, with nothing left out.
 *
 * This is what the engines are tested against, so it is plain on purpose: real columns, a real stock and waste, every
 * legal move, no position thought equal to another unless every card is in the same place. It is itself tested against
 * klondike_solver.position.
 *
 * A card is 4 * rank + suit, ranks from 0, suits C D H S = 0 1 2 3. A *record* is a position as a row of bytes: four
 * foundation heights, cards on the waste, recycles used, cards of waste and stock together, the length of every column,
 * its face-down cards, and then the cards themselves: column by column, each from its head, then the waste and the stock
 * in the order in which they are drawn; zeros up to the record's size.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CARDS = 52, MAX_COLUMNS = 12, MAX_LEVELS = 4096, MAX_MERIT = 2 * MAX_CARDS };
enum { WASTE = 4, RECYCLES, TALON, LENGTHS }; /* places in a record */

#define FREE_EDGE 0x80000000u /* set in an edge that is a recycle */

typedef struct {
    uint8_t height[4];
    int waste, recycles, talon_size; /* the first `waste` cards of the talon lie on the waste */
    uint8_t talon[MAX_CARDS];
    int length[MAX_COLUMNS], down[MAX_COLUMNS];
    uint8_t column[MAX_COLUMNS][MAX_CARDS];
} Position;

typedef struct {
    int ranks, columns, draw, passes, take_back, part_runs; /* passes: 0 for no limit */
    uint32_t limit;        /* give up when there are more positions than this */
    int greedy;            /* stop at the first win, and take the most promising position first; else breadth-first, all */
    int record_size;
    uint8_t *record;       /* of all positions found, in the order in which they were found */
    uint32_t count, room;
    uint32_t *slot, slots; /* hash table of indices + 1 */
    uint32_t *older;       /* greedy: positions whose moves are still to be played, as one list for each merit: the */
    uint32_t newest[MAX_MERIT + 1]; /* index + 1 of the newest one, and of the next older one for each position */
    uint32_t *edge;        /* the targets of all moves, in the order of their sources; not if greedy */
    uint32_t *first_edge;  /* for each position; and one more, where the last one's end */
    uint64_t edges, edge_room;
    uint32_t level_size[MAX_LEVELS];
    int levels;
    int won, most_up, failed; /* failed: out of memory or over the limit */
} Search;

static int rank_of(int card) { return card >> 2; }
static int suit_of(int card) { return card & 3; }
static int is_red(int card) { return suit_of(card) == 1 || suit_of(card) == 2; }

static void pack(const Search *s, const Position *p, uint8_t *record)
{
    uint8_t *lengths = record + LENGTHS, *downs = lengths + s->columns, *cards = downs + s->columns;
    memset(record, 0, s->record_size);
    memcpy(record, p->height, 4);
    record[WASTE] = p->waste;
    record[RECYCLES] = p->recycles;
    record[TALON] = p->talon_size;
    for (int c = 0; c < s->columns; c++) {
        lengths[c] = p->length[c];
        downs[c] = p->down[c];
        memcpy(cards, p->column[c], p->length[c]);
        cards += p->length[c];
    }
    memcpy(cards, p->talon, p->talon_size);
}

static void unpack(const Search *s, const uint8_t *record, Position *p)
{
    const uint8_t *lengths = record + LENGTHS, *downs = lengths + s->columns, *cards = downs + s->columns;
    memcpy(p->height, record, 4);
    p->waste = record[WASTE];
    p->recycles = record[RECYCLES];
    p->talon_size = record[TALON];
    for (int c = 0; c < s->columns; c++) {
        p->length[c] = lengths[c];
        p->down[c] = downs[c];
        memcpy(p->column[c], cards, lengths[c]);
        cards += lengths[c];
    }
    memcpy(p->talon, cards, p->talon_size);
}

/* The set of positions */

static uint64_t hash_of(const Search *s, const uint8_t *record)
{
    uint64_t hash = 0, word;
    for (int i = 0; i < s->record_size; i += 8) {
        memcpy(&word, record + i, 8);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static uint32_t *find_slot(const Search *s, const uint8_t *record)
{
    uint32_t i = hash_of(s, record) & (s->slots - 1);
    while (s->slot[i] && memcmp(s->record + (size_t)(s->slot[i] - 1) * s->record_size, record, s->record_size))
        i = (i + 1) & (s->slots - 1);
    return &s->slot[i];
}

static int grow(Search *s)
{
    uint32_t room = s->room * 2;
    uint8_t *record = realloc(s->record, (size_t)room * s->record_size);
    if (record) s->record = record;
    uint32_t *older = realloc(s->older, (size_t)room * sizeof *older);
    if (older) s->older = older;
    uint32_t *first_edge = realloc(s->first_edge, ((size_t)room + 1) * sizeof *first_edge);
    if (first_edge) s->first_edge = first_edge;
    uint32_t *slot = calloc((size_t)room * 2, sizeof *slot);
    if (!record || !older || !first_edge || !slot) {
        free(slot);
        return 0;
    }
    free(s->slot);
    s->slot = slot;
    s->slots = room * 2;
    s->room = room;
    for (uint32_t i = 0; i < s->count; i++)
        *find_slot(s, s->record + (size_t)i * s->record_size) = i + 1;
    return 1;
}

static void add_edge(Search *s, uint32_t edge)
{
    if (s->edges == s->edge_room) {
        uint64_t room = s->edge_room * 2;
        uint32_t *more = realloc(s->edge, room * sizeof *more);
        if (!more || room > UINT32_MAX) {
            if (more) s->edge = more;
            s->failed = 1;
            return;
        }
        s->edge = more;
        s->edge_room = room;
    }
    s->edge[s->edges++] = edge;
}

/* How near a win a position looks: cards up, and cards not face down any more. */
static int merit(const Search *s, const Position *p)
{
    int merit = p->height[0] + p->height[1] + p->height[2] + p->height[3] + MAX_CARDS;
    for (int c = 0; c < s->columns; c++) merit -= p->down[c];
    return merit;
}

/* A position that a move leads to: note it if it is new, and the move. */
static void reach(Search *s, const Position *p, int is_recycle)
{
    uint8_t record[512];
    pack(s, p, record);
    uint32_t *slot = find_slot(s, record);
    if (!*slot) {
        if (s->count == s->limit) {
            s->failed = 1;
            return;
        }
        if (s->count == s->room) {
            if (!grow(s)) {
                s->failed = 1;
                return;
            }
            slot = find_slot(s, record);
        }
        int up = p->height[0] + p->height[1] + p->height[2] + p->height[3];
        if (up > s->most_up) s->most_up = up;
        if (up == 4 * s->ranks) s->won = 1;
        memcpy(s->record + (size_t)s->count * s->record_size, record, s->record_size);
        s->older[s->count] = s->newest[merit(s, p)];
        s->newest[merit(s, p)] = s->count + 1;
        *slot = ++s->count;
    }
    if (!s->greedy) add_edge(s, (*slot - 1) | (is_recycle ? FREE_EDGE : 0));
}

/* The rules */

static int fits(const Search *s, const Position *p, int card, int c)
{
    if (p->length[c] == 0) return rank_of(card) == s->ranks - 1;
    int end = p->column[c][p->length[c] - 1];
    return rank_of(end) == rank_of(card) + 1 && is_red(end) != is_red(card);
}

static int may_go_up(const Position *p, int card) { return p->height[suit_of(card)] == rank_of(card); }

static void shorten_column(Position *p, int c, int count)
{
    p->length[c] -= count;
    if (p->length[c] > 0 && p->down[c] == p->length[c]) p->down[c]--;
}

static void drop_waste_card(Position *p)
{
    memmove(p->talon + p->waste - 1, p->talon + p->waste, p->talon_size - p->waste);
    p->waste--;
    p->talon_size--;
}

static void play_all_moves(Search *s, const Position *p)
{
    Position q;
    for (int from = 0; from < s->columns; from++) {
        if (p->length[from] == 0) continue;
        int card = p->column[from][p->length[from] - 1];
        if (may_go_up(p, card)) {
            q = *p;
            shorten_column(&q, from, 1);
            q.height[suit_of(card)]++;
            reach(s, &q, 0);
        }
        int run = p->length[from] - p->down[from];
        for (int count = s->part_runs ? 1 : run; count <= run; count++) {
            const uint8_t *cards = p->column[from] + p->length[from] - count;
            for (int to = 0; to < s->columns; to++) {
                if (to == from || !fits(s, p, cards[0], to)) continue;
                q = *p;
                memcpy(q.column[to] + q.length[to], cards, count);
                q.length[to] += count;
                shorten_column(&q, from, count);
                reach(s, &q, 0);
            }
        }
    }
    if (p->waste > 0) {
        int card = p->talon[p->waste - 1];
        if (may_go_up(p, card)) {
            q = *p;
            drop_waste_card(&q);
            q.height[suit_of(card)]++;
            reach(s, &q, 0);
        }
        for (int to = 0; to < s->columns; to++) {
            if (!fits(s, p, card, to)) continue;
            q = *p;
            drop_waste_card(&q);
            q.column[to][q.length[to]++] = card;
            reach(s, &q, 0);
        }
    }
    if (p->waste < p->talon_size) {
        q = *p;
        q.waste = p->waste + s->draw < p->talon_size ? p->waste + s->draw : p->talon_size;
        reach(s, &q, 0);
    } else if (p->waste > 0 && (s->passes == 0 || p->recycles + 1 < s->passes)) {
        q = *p;
        q.waste = 0;
        if (s->passes) q.recycles++;
        reach(s, &q, 1);
    }
    for (int suit = 0; suit < 4 && s->take_back; suit++) {
        if (p->height[suit] == 0) continue;
        int card = 4 * (p->height[suit] - 1) + suit;
        for (int to = 0; to < s->columns; to++) {
            if (!fits(s, p, card, to)) continue;
            q = *p;
            q.height[suit]--;
            q.column[to][q.length[to]++] = card;
            reach(s, &q, 0);
        }
    }
}

/* What the tests call */

int brute_record_size(int ranks, int columns) { return (LENGTHS + 2 * columns + 4 * ranks + 7) / 8 * 8; }

void brute_close(Search *s)
{
    if (!s) return;
    free(s->record);
    free(s->slot);
    free(s->older);
    free(s->edge);
    free(s->first_edge);
    free(s);
}

/* Find the positions that can be reached from the one of this record. NULL: no memory. */
Search *brute_open(int ranks, int columns, int draw, int passes, int take_back, int part_runs, const uint8_t *start,
                   uint32_t limit, int greedy)
{
    Search *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->ranks = ranks;
    s->columns = columns;
    s->draw = draw;
    s->passes = passes;
    s->take_back = take_back;
    s->part_runs = part_runs;
    s->limit = limit;
    s->record_size = brute_record_size(ranks, columns);
    s->room = 128;
    s->edge_room = 1024;
    s->edge = malloc(s->edge_room * sizeof *s->edge);
    if (!s->edge || columns > MAX_COLUMNS || !grow(s)) {
        brute_close(s);
        return NULL;
    }

    Position p;
    unpack(s, start, &p);
    reach(s, &p, 0);
    s->edges = 0; /* no move led to the start */
    if (greedy) {
        s->greedy = 1;
        for (int best = MAX_MERIT; best >= 0 && !s->won && !s->failed;) {
            uint32_t i = s->newest[best];
            if (i == 0) {
                best--;
                continue;
            }
            s->newest[best] = s->older[i - 1];
            unpack(s, s->record + (size_t)(i - 1) * s->record_size, &p);
            play_all_moves(s, &p);
            best = MAX_MERIT;
        }
        return s;
    }
    uint32_t i = 0;
    while (i < s->count && !s->failed) {
        if (s->levels == MAX_LEVELS) {
            s->failed = 1;
            break;
        }
        uint32_t end = s->count;
        s->level_size[s->levels++] = end - i;
        for (; i < end && !s->failed; i++) {
            unpack(s, s->record + (size_t)i * s->record_size, &p);
            s->first_edge[i] = s->edges;
            play_all_moves(s, &p);
        }
    }
    s->first_edge[i] = s->edges;
    return s;
}

int brute_failed(const Search *s) { return s->failed; }
int brute_won(const Search *s) { return s->won; }
int brute_most_up(const Search *s) { return s->most_up; }
uint32_t brute_count(const Search *s) { return s->count; }
const uint8_t *brute_records(const Search *s) { return s->record; }
int brute_levels(const Search *s) { return s->levels; }
const uint32_t *brute_level_sizes(const Search *s) { return s->level_size; }

/* For every position found the length of the shortest way to so many cards up, -1 for none. 0: no memory, or not searched
 * to the end.
 *
 * Backwards from the wins over the moves, those of length 0 before those of length 1. */
int brute_distances(const Search *s, int count_recycles, int cards, int32_t *distance)
{
    if (s->failed || s->greedy) return 0;
    uint32_t *first = calloc((size_t)s->count + 2, sizeof *first); /* of the moves that lead to a position */
    uint32_t *source = malloc((s->edges + 1) * sizeof *source);
    uint32_t *now = malloc((s->edges + s->count + 1) * sizeof *now);
    uint32_t *later = malloc((s->edges + s->count + 1) * sizeof *later);
    int ok = first && source && now && later;
    if (ok) {
        for (uint64_t e = 0; e < s->edges; e++) first[(s->edge[e] & ~FREE_EDGE) + 2]++;
        for (uint32_t i = 1; i <= s->count; i++) first[i + 1] += first[i];
        for (uint32_t i = 0; i < s->count; i++)
            for (uint32_t e = s->first_edge[i]; e < s->first_edge[i + 1]; e++)
                source[first[(s->edge[e] & ~FREE_EDGE) + 1]++] = i | (count_recycles ? 0 : s->edge[e] & FREE_EDGE);

        uint64_t now_count = 0, later_count = 0;
        for (uint32_t i = 0; i < s->count; i++) {
            const uint8_t *height = s->record + (size_t)i * s->record_size;
            int won = height[0] + height[1] + height[2] + height[3] >= cards;
            distance[i] = won ? 0 : -1;
            if (won) now[now_count++] = i;
        }
        for (int32_t d = 0; now_count > 0; d++) {
            later_count = 0;
            while (now_count > 0) {
                uint32_t i = now[--now_count];
                if (distance[i] != d) continue; /* a shorter way was found since */
                for (uint32_t e = first[i]; e < first[i + 1]; e++) {
                    uint32_t from = source[e] & ~FREE_EDGE;
                    if (source[e] & FREE_EDGE) {
                        if (distance[from] >= 0 && distance[from] <= d) continue;
                        distance[from] = d;
                        now[now_count++] = from;
                    } else if (distance[from] < 0) {
                        distance[from] = d + 1;
                        later[later_count++] = from;
                    }
                }
            }
            uint32_t *swap = now;
            now = later;
            later = swap;
            now_count = later_count;
        }
    }
    free(first);
    free(source);
    free(now);
    free(later);
    return ok;
}
