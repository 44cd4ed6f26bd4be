// Exact layers on a graphics card. The numbering of slots, the bytes and the rules are those of the
// Rust code around this file; `agreement.rs` holds the turns listed here against the rules crate.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define INLINE static __device__ __forceinline__

// ---- The chart: board and numbering, words at the places that `chart.rs` gives them.

enum Place : u32 {
  NEAR = 0,               // by point: its neighbours
  THROUGH = NEAR + 32,    // by point, four a point: the other points of a line through it
  LINES = THROUGH + 128,  // the lines, then numbers that no set contains
  WIDTH = LINES + 32,     // by row and column stones, 16 a row: columns a row
  SETS_AT = WIDTH + 256,  // by number of stones: where the sets by rank begin
  SEATS_AT = SETS_AT + 16,
  LEAST_AT = SEATS_AT + 16,
  RENAMED = LEAST_AT + 16,         // by symmetry and byte of a set
  LOW = RENAMED + 16 * 3 * 256,    // by lower 12 bits: what they add to a rank
  HIGH = LOW + 4096,               // by number of stones and upper 12 bits
  SQUEEZED = HIGH + 16 * 4096,     // bytes, by bytes of mask and set
  SPREAD = SQUEEZED + 256 * 64,    // bytes, by bytes of mask and squeezed set
};

INLINE u32 at(const u32 *chart, u32 place) { return __ldg(chart + place); }

INLINE u32 byte_at(const u32 *chart, u32 place, u32 byte) {
  return __ldg((const u8 *)(chart + place) + byte);
}

INLINE u32 lowest(u32 set) { return __ffs(set) - 1; }

INLINE u32 rank_of(const u32 *chart, u32 set) {
  return at(chart, LOW + (set & 4095)) + at(chart, HIGH + 4096 * __popc(set) + (set >> 12));
}

// Pushes the points of a set together, so that those outside the mask leave no gap.
INLINE u32 squeeze(const u32 *chart, u32 mask, u32 set) {
  u32 a = mask & 255, b = mask >> 8 & 255, c = mask >> 16;
  u32 ab = __popc(a) + __popc(b);
  return byte_at(chart, SQUEEZED, a << 8 | (set & 255)) |
         byte_at(chart, SQUEEZED, b << 8 | (set >> 8 & 255)) << __popc(a) |
         byte_at(chart, SQUEEZED, c << 8 | set >> 16) << ab;
}

INLINE u32 spread(const u32 *chart, u32 mask, u32 set) {
  u32 a = mask & 255, b = mask >> 8 & 255, c = mask >> 16;
  u32 ab = __popc(a) + __popc(b);
  return byte_at(chart, SPREAD, a << 8 | (set & 255)) |
         byte_at(chart, SPREAD, b << 8 | (set >> __popc(a) & 255)) << 8 |
         byte_at(chart, SPREAD, c << 8 | (set >> ab & 255)) << 16;
}

INLINE u32 renamed(const u32 *chart, u32 symmetry, u32 set) {
  u32 table = RENAMED + 768 * symmetry;
  return at(chart, table + (set & 255)) | at(chart, table + 256 + (set >> 8 & 255)) |
         at(chart, table + 512 + (set >> 16));
}

INLINE u32 row_set(const u32 *chart, u32 stones, u32 row) {
  return at(chart, at(chart, LEAST_AT + stones) + row);
}

INLINE u32 column_set(const u32 *chart, u32 all, u32 row, u32 stones, u32 column) {
  return spread(chart, all & ~row, at(chart, at(chart, SETS_AT + stones) + column));
}

// The slot of a position in the table whose rows are these stones.
INLINE u32 slot_in(const u32 *chart, u32 all, u32 rows, u32 columns) {
  u32 stones = __popc(rows);
  u32 seat = at(chart, at(chart, SEATS_AT + stones) + rank_of(chart, rows));
  u32 row = row_set(chart, stones, seat >> 8);
  u32 set = squeeze(chart, all & ~row, renamed(chart, seat & 255, columns));
  u32 width = at(chart, WIDTH + 16 * stones + __popc(columns));
  return (seat >> 8) * width + rank_of(chart, set);
}

// The slot of a position in its layer.
INLINE u32 slot_of(const u32 *chart, u32 all, u32 mover, u32 other) {
  bool rows_move = __popc(mover) >= __popc(other);
  return slot_in(chart, all, rows_move ? mover : other, rows_move ? other : mover);
}

// ---- Rules.

enum Takes : u32 { TAKES_ANY, TAKES_OUTSIDE, TAKES_OUTSIDE_OR_ALL };
enum Flying : u32 { FLIES_NEVER, FLIES_ALWAYS, FLIES_ONCE };

// A layer and what it leads to. The order of the fields is that of `task.rs`.
struct Task {
  const u32 *chart;
  const u8 *leads_to[6];  // by stones lost, and by stones lost after a flight is used up
  u8 *values;
  u8 *counts;  // none while placing
  u8 *marks;   // by value: whether a slot has it
  const u32 *positions;
  u64 *sums;
  u32 all, slots, width, rows, columns;
  u32 rows_move, placing;
  u32 theirs;  // stones of the other side, those in hand among them
  u32 takes, double_takes_two, stuck_passes, flying;
};

INLINE u32 lines_completed(const u32 *chart, u32 to, u32 rest) {
  u32 lines = 0;
  for (u32 n = 0; n < 4; n++) {
    lines += (at(chart, THROUGH + 4 * to + n) & ~rest) == 0;
  }
  return lines;
}

INLINE u32 in_mills(const u32 *chart, u32 set) {
  u32 found = 0;
  for (u32 n = 0; n < 32; n++) {
    u32 line = at(chart, LINES + n);
    found |= (line & ~set) == 0 ? line : 0;
  }
  return found;
}

INLINE u32 takeable(const u32 *chart, u32 takes, u32 theirs) {
  if (takes == TAKES_ANY) return theirs;
  u32 outside = theirs & ~in_mills(chart, theirs);
  return outside == 0 && takes == TAKES_OUTSIDE_OR_ALL ? theirs : outside;
}

// Visits what two captures, one after the other, may take, each set once.
template <class Visit>
INLINE void each_double(const Task &task, u32 mine, u32 theirs, u32 used, Visit &visit) {
  const u32 *chart = task.chart;
  u32 first = takeable(chart, task.takes, theirs);
  for (u32 some = first; some; some &= some - 1) {
    u32 one = some & -some;
    u32 second = takeable(chart, task.takes, theirs & ~one);
    if (second == 0) visit(theirs & ~one, mine, 1, used);
    for (; second; second &= second - 1) {
      u32 two = second & -second;
      bool other_way = (first & two) && (takeable(chart, task.takes, theirs & ~two) & one);
      if (one < two || !other_way) visit(theirs & ~one & ~two, mine, 2, used);
    }
  }
}

// Visits what follows when a stone has come to a point.
template <class Visit>
INLINE void each_capture(const Task &task, u32 rest, u32 to, u32 theirs, u32 used, Visit &visit) {
  u32 mine = rest | 1u << to;
  u32 lines = lines_completed(task.chart, to, rest);
  u32 taken = lines ? takeable(task.chart, task.takes, theirs) : 0;
  if (taken == 0) {
    visit(theirs, mine, 0, used);
  } else if (lines > 1 && task.double_takes_two) {
    each_double(task, mine, theirs, used, visit);
  } else {
    for (; taken; taken &= taken - 1) visit(theirs & ~(taken & -taken), mine, 1, used);
  }
}

// Visits every position one turn later: the stones of the side then to move, the others, how many
// were lost, and whether a flight is used up.
template <class Visit>
INLINE void each_turn(const Task &task, u32 mover, u32 other, Visit &visit) {
  u32 free = task.all & ~(mover | other);
  if (task.placing) {
    for (u32 to = free; to; to &= to - 1) each_capture(task, mover, lowest(to), other, 0, visit);
    return;
  }
  u32 reached = 0;
  for (u32 from = mover; from; from &= from - 1) {
    u32 rest = mover & ~(from & -from);
    u32 near = at(task.chart, NEAR + lowest(from));
    u32 reach = free & (task.flying == FLIES_NEVER ? near : ~0u);
    reached |= reach;
    for (; reach; reach &= reach - 1) {
      u32 flight = task.flying == FLIES_ONCE && (reach & -reach & near) == 0;
      each_capture(task, rest, lowest(reach), other, flight, visit);
    }
  }
  if (reached == 0 && task.stuck_passes) visit(other, mover, 0, 0);
}

// ---- Values: see `exact.rs`.

enum : u32 { DRAW = 255, SCORE_OF_DRAW = 128, WON_AT_ONCE = 255, FEWEST = 3 };

// The score of a turn by the value it leads to.
INLINE u32 score_before(u32 value) {
  if (value == DRAW) return SCORE_OF_DRAW;
  return value & 1 ? (value + 1) / 2 : 255 - value / 2;
}

INLINE u32 value_of_score(u32 score) {
  if (score == SCORE_OF_DRAW) return DRAW;
  return score < SCORE_OF_DRAW ? 2 * score : 2 * (255 - score) + 1;
}

INLINE void mark(u8 *marks, u32 value) {
  if (!marks[value]) marks[value] = 1;
}

struct Best {
  const Task &task;
  u32 score, quiet;

  __device__ void operator()(u32 mover, u32 other, u32 lost, u32 used) {
    u32 found = WON_AT_ONCE;
    if (!task.placing && lost + used == 0) {
      quiet++;
      return;
    }
    if (lost == 0 || task.theirs >= FEWEST + lost) {
      const u8 *values = task.leads_to[3 * used + lost];
      found = score_before(values[slot_of(task.chart, task.all, mover, other)]);
    }
    score = found > score ? found : score;
  }
};

struct Stones {
  u32 mover, other;
};

INLINE Stones stones_of(const Task &task, u32 slot) {
  u32 row = row_set(task.chart, task.rows, slot / task.width);
  u32 column = column_set(task.chart, task.all, row, task.columns, slot % task.width);
  return task.rows_move ? Stones{row, column} : Stones{column, row};
}

// The first values of a layer of the moving phase: the distance, or the least that a loss would
// take, and the number of quiet turns.
extern "C" __global__ void first_values(const __grid_constant__ Task task) {
  u32 slot = blockIdx.x * blockDim.x + threadIdx.x;
  if (slot >= task.slots) return;
  Stones stones = stones_of(task, slot);
  Best best{task, 0, 0};
  each_turn(task, stones.mover, stones.other, best);
  u32 value = value_of_score(best.score);
  if (value == DRAW) {
    value = 0;
    best.quiet++;
  }
  task.values[slot] = value;
  task.counts[slot] = best.quiet;
  if (value & 1 || best.quiet == 0) mark(task.marks, value);
}

// The values of a layer of the placing phase.
extern "C" __global__ void placing_values(const __grid_constant__ Task task) {
  u32 slot = blockIdx.x * blockDim.x + threadIdx.x;
  if (slot >= task.slots) return;
  Stones stones = stones_of(task, slot);
  Best best{task, 0, 0};
  each_turn(task, stones.mover, stones.other, best);
  u32 value = value_of_score(best.score);
  task.values[slot] = value;
  mark(task.marks, value);
}

// Adds up all successors, for `agreement.rs`.
struct Sum {
  u64 sum, count;

  __device__ void operator()(u32 mover, u32 other, u32 lost, u32 used) {
    u64 code = (u64)mover | (u64)other << 24 | (u64)lost << 48 | (u64)used << 50;
    code = (code ^ code >> 30) * 0xbf58476d1ce4e5b9ull;
    code = (code ^ code >> 27) * 0x94d049bb133111ebull;
    sum += code ^ code >> 31;
    count++;
  }
};

extern "C" __global__ void successors(const __grid_constant__ Task task) {
  u32 slot = blockIdx.x * blockDim.x + threadIdx.x;
  if (slot >= task.slots) return;
  Sum sum{0, 0};
  each_turn(task, task.positions[2 * slot], task.positions[2 * slot + 1], sum);
  task.sums[2 * slot] = sum.sum;
  task.sums[2 * slot + 1] = sum.count;
}

// ---- A pair of layers, distance by distance.

// The order of the fields is that of `relay.rs`.
struct Relay {
  const u32 *chart;
  u8 *values[2];  // of the layers in which the rows and the columns move
  u8 *counts[2];  // successors that are not yet won for the other side
  u8 *marks;
  const u32 *begin;  // by row: where the steps that lead to it begin
  const uint2 *steps;
  u32 all, slots, width, rows, columns;
  u32 takes, columns_fly, rows_pass, columns_pass;
  u32 distance;
};

// A successor is decided at the distance being worked on. Only this distance's parity is told of in one
// launch, so all who write one slot write the same.
INLINE void tell(const Relay &relay, u32 layer, u32 slot) {
  u8 *value = relay.values[layer] + slot;
  u32 turns = relay.distance + 1;
  if (relay.distance & 1) {
    u32 shift = 8 * (slot & 3);
    u32 before = atomicSub((u32 *)(relay.counts[layer] + (slot & ~3u)), 1u << shift);
    if ((before >> shift & 255) != 1) return;
    u32 least = *value;
    if (least & 1) return;
    turns = least > turns ? least : turns;
  } else {
    u32 known = *value;
    if (known & 1 && known <= turns) return;
  }
  *value = turns;
  mark(relay.marks, turns);
}

// From a position in which the rows move to those before: the columns stay in their row.
INLINE void tell_columns(const Relay &relay, u32 slot) {
  const u32 *chart = relay.chart;
  u32 start = slot - slot % relay.width;
  u32 row = row_set(chart, relay.rows, slot / relay.width);
  u32 mask = relay.all & ~row;
  u32 set = column_set(chart, relay.all, row, relay.columns, slot - start);
  // What completed a line took a stone, unless none could be taken.
  bool safe = takeable(chart, relay.takes, row) == 0;
  u32 moved = safe ? set : set & ~in_mills(chart, set);
  for (; moved; moved &= moved - 1) {
    u32 to = moved & -moved;
    u32 from = mask & ~set & (relay.columns_fly ? ~0u : at(chart, NEAR + lowest(to)));
    for (; from; from &= from - 1) {
      u32 before = set ^ to ^ (from & -from);
      tell(relay, 1, start + rank_of(chart, squeeze(chart, mask, before)));
    }
  }
  if (relay.columns_pass) {
    u32 reach = 0;
    for (u32 some = set; some; some &= some - 1) reach |= at(chart, NEAR + lowest(some));
    if ((reach & mask & ~set) == 0) tell(relay, 1, slot);
  }
}

// From a position in which the columns move to those before: along the steps that lead to its row.
INLINE void tell_rows(const Relay &relay, u32 slot) {
  const u32 *chart = relay.chart;
  u32 number = slot / relay.width;
  u32 row = row_set(chart, relay.rows, number);
  u32 set = column_set(chart, relay.all, row, relay.columns, slot % relay.width);
  // A mill that takes nothing is a quiet turn.
  bool safe = takeable(chart, relay.takes, set) == 0;
  u32 end = relay.begin[number + 1];
  for (u32 n = relay.begin[number]; n < end; n++) {
    // The row it comes from; the symmetry that leads there, the point left, the lines completed.
    uint2 step = relay.steps[n];
    u32 left = 1u << (step.y >> 8 & 255), lines = step.y >> 16;
    if (set & left || (lines && !safe)) continue;
    u32 mask = relay.all & ~row_set(chart, relay.rows, step.x);
    u32 before = squeeze(chart, mask, renamed(chart, step.y & 255, set));
    tell(relay, 0, step.x * relay.width + rank_of(chart, before));
  }
  if (relay.rows_pass) {
    u32 reach = 0;
    for (u32 some = row; some; some &= some - 1) reach |= at(chart, NEAR + lowest(some));
    if ((reach & relay.all & ~row & ~set) == 0) tell(relay, 0, slot);
  }
}

enum : u32 { THREADS = 256, A_THREAD = 16, CHUNK = THREADS * A_THREAD };

// Bytes of a word that equal a byte, as their high bits.
INLINE u32 equal_bytes(u32 word, u32 byte) { return __vcmpeq4(word, byte * 0x01010101u) & 0x80808080u; }

// Tells of all slots decided at a distance, in both layers. Each block finds those of a chunk, then
// shares the work among its threads.
extern "C" __global__ void relay_distance(const __grid_constant__ Relay relay) {
  __shared__ u32 found[CHUNK];
  __shared__ u32 count;
  u32 chunks = (relay.slots + CHUNK - 1) / CHUNK;
  u32 layer = blockIdx.x >= chunks;
  u32 first = (blockIdx.x - (layer ? chunks : 0)) * CHUNK + threadIdx.x * A_THREAD;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  // Tables are padded to whole chunks.
  uint4 words = *(const uint4 *)(relay.values[layer] + first);
  u32 part[4] = {words.x, words.y, words.z, words.w};
  for (u32 n = 0; n < 4; n++) {
    for (u32 some = equal_bytes(part[n], relay.distance); some; some &= some - 1) {
      u32 slot = first + 4 * n + lowest(some) / 8;
      if (slot >= relay.slots) break;
      if (relay.distance & 1 || relay.counts[layer][slot] == 0) {
        found[atomicAdd(&count, 1u)] = slot;
      }
    }
  }
  __syncthreads();
  for (u32 n = threadIdx.x; n < count; n += THREADS) {
    if (layer) {
      tell_rows(relay, found[n]);
    } else {
      tell_columns(relay, found[n]);
    }
  }
}

// Turns what nobody decided into draws.
extern "C" __global__ void last_values(const __grid_constant__ Task task) {
  u32 slot = blockIdx.x * blockDim.x + threadIdx.x;
  if (slot >= task.slots) return;
  if ((task.values[slot] & 1) == 0 && task.counts[slot] != 0) task.values[slot] = DRAW;
}

// A table whose rows are the other side's stones, who has as many; `counts` is where it is read.
extern "C" __global__ void mirrored_values(const __grid_constant__ Task task) {
  u32 slot = blockIdx.x * blockDim.x + threadIdx.x;
  if (slot >= task.slots) return;
  u32 row = row_set(task.chart, task.rows, slot / task.width);
  u32 column = column_set(task.chart, task.all, row, task.columns, slot % task.width);
  task.values[slot] = task.counts[slot_in(task.chart, task.all, column, row)];
}
