#ifndef STRATA_BENCHMARKS_REACTIVE_ENGINE_H
#define STRATA_BENCHMARKS_REACTIVE_ENGINE_H

#include <pthread.h>
#include <stdint.h>

/// A place in the array of nodes or of links; zero is none.
typedef uint32_t place;

typedef union {
  int64_t number;
  double real;
} word;

typedef struct engine engine;

/// Gives the value of a node.
typedef word (*compute)(engine *engine, const void *context);

typedef enum { CLEAN, CHECK, DIRTY } node_state;

typedef struct {
  word value;
  compute compute;
  const void *context;
  place first_source;
  /// The source that is read or checked next.
  place cursor;
  place first_dependent, last_dependent;
  /// Another number for each value that differs.
  uint32_t version;
  /// The version that the observer was given.
  uint32_t delivered;
  /// The evaluation that has read the node last.
  uint32_t reader;
  /// The next of a list of nodes to go on from.
  place next;
  uint8_t state;
  uint8_t is_observed;
} node;

typedef struct {
  place source, dependent;
  place next_source;
  place previous_dependent, next_dependent;
  /// The version of the source that the dependent has read.
  uint32_t seen;
} link_;

struct engine {
  node *nodes;
  link_ *links;
  place node_count, node_room, link_count, link_room, free_links;
  /// The node that is evaluated, and the number of the evaluation.
  place current;
  uint32_t run, last_run;
  /// Observed nodes that a write has marked.
  place *marked;
  place marked_count, marked_room;
  int transactions;
  int has_locks;
  pthread_mutex_t lock;
  long evaluations;
  long notifications;
};

void engine_init(engine *engine, int has_locks);
void engine_free(engine *engine);
place engine_cell(engine *engine, word value);
place engine_node(engine *engine, compute compute, const void *context);
void engine_observe(engine *engine, place node);
void engine_write(engine *engine, place cell, word value);
void engine_begin(engine *engine);
void engine_end(engine *engine);
void engine_update(engine *engine, place node);
void engine_note(engine *engine, place source);

static inline word engine_read(engine *engine, place source) {
  if (engine->nodes[source].state != CLEAN) engine_update(engine, source);
  if (engine->current) engine_note(engine, source);
  return engine->nodes[source].value;
}

#endif
