#include "ReactiveGraph.h"

#include "reactive_engine.h"

#include <math.h>
#include <stdlib.h>

/// What a node reads.
typedef struct {
  place *sources;
  int count;
} inputs;

struct reactive_shape {
  engine engine;
  place *cells;
  int cell_count;
  /// What is read after each change, and whether it is.
  place *ends;
  int end_count;
  int is_read;
  int is_cellx;
  int is_real;
  inputs *inputs;
  place *sources;
};

static reactive_shape *make(int cells, int nodes, int sources, int ends, int has_locks) {
  reactive_shape *shape = calloc(1, sizeof(reactive_shape));
  engine_init(&shape->engine, has_locks);
  shape->cells = calloc((size_t)cells, sizeof(place));
  shape->cell_count = cells;
  shape->ends = calloc((size_t)ends, sizeof(place));
  shape->end_count = ends;
  shape->inputs = calloc((size_t)nodes, sizeof(inputs));
  shape->sources = calloc((size_t)nodes * (size_t)sources, sizeof(place));
  for (int i = 0; i < nodes; i++) {
    shape->inputs[i] = (inputs){shape->sources + (size_t)i * (size_t)sources, sources};
  }
  return shape;
}

void reactive_free(reactive_shape *shape) {
  engine_free(&shape->engine);
  free(shape->cells);
  free(shape->ends);
  free(shape->inputs);
  free(shape->sources);
  free(shape);
}

long reactive_evaluations(const reactive_shape *shape) { return shape->engine.evaluations; }

double reactive_sum(reactive_shape *shape) {
  double sum = 0;
  for (int i = 0; i < shape->end_count; i++) {
    word value = engine_read(&shape->engine, shape->ends[i]);
    sum += shape->is_real ? value.real : (double)value.number;
  }
  return sum;
}

// MARK: Functions of nodes

static word next_number(engine *g, const void *context) {
  const inputs *in = context;
  return (word){.number = engine_read(g, in->sources[0]).number + 1};
}

static word same(engine *g, const void *context) {
  const inputs *in = context;
  return engine_read(g, in->sources[0]);
}

static word difference(engine *g, const void *context) {
  const inputs *in = context;
  return (word){
      .number = engine_read(g, in->sources[0]).number - engine_read(g, in->sources[1]).number};
}

static word sum(engine *g, const void *context) {
  const inputs *in = context;
  return (word){
      .number = engine_read(g, in->sources[0]).number + engine_read(g, in->sources[1]).number};
}

static word sum_of_reals(engine *g, const void *context) {
  const inputs *in = context;
  double sum = 0;
  for (int i = 0; i < in->count; i++) sum += engine_read(g, in->sources[i]).real;
  return (word){.real = sum};
}

static word sum_dropping_one(engine *g, const void *context) {
  const inputs *in = context;
  double sum = engine_read(g, in->sources[0]).real;
  int others = in->count - 1;
  int dropped = fmod(sum, 2) != 0 ? (int)fmod(sum, others) : -1;
  for (int i = 0; i < others; i++) {
    if (i != dropped) sum += engine_read(g, in->sources[i + 1]).real;
  }
  return (word){.real = sum};
}

// MARK: Shapes

reactive_shape *reactive_columns(int width, int height, int is_observed, int has_locks) {
  reactive_shape *shape = make(1, width * height, 1, width, has_locks);
  engine *g = &shape->engine;
  shape->cells[0] = engine_cell(g, (word){.number = 0});
  shape->is_read = !is_observed;
  inputs *in = shape->inputs;
  for (int column = 0; column < width; column++) {
    place end = shape->cells[0];
    for (int row = 0; row < height; row++) {
      in->sources[0] = end;
      end = engine_node(g, next_number, in++);
      // From the first on: a first evaluation goes as deep as its chain.
      engine_read(g, end);
    }
    shape->ends[column] = end;
    if (is_observed) engine_observe(g, end);
  }
  return shape;
}

static const int64_t cellx_values[2][4] = {{1, 2, 3, 4}, {4, 3, 2, 1}};

reactive_shape *reactive_cellx(int layers, int has_locks) {
  reactive_shape *shape = make(4, layers * 4, 2, 4, has_locks);
  engine *g = &shape->engine;
  place below[4];
  shape->is_cellx = 1;
  for (int i = 0; i < 4; i++) {
    below[i] = engine_cell(g, (word){.number = cellx_values[0][i]});
    shape->cells[i] = below[i];
  }
  inputs *in = shape->inputs;
  place first = g->node_count;
  for (int layer = 0; layer < layers; layer++) {
    in[0].sources[0] = below[1];
    in[1].sources[0] = below[0], in[1].sources[1] = below[2];
    in[2].sources[0] = below[1], in[2].sources[1] = below[3];
    in[3].sources[0] = below[2];
    below[0] = engine_node(g, same, &in[0]);
    below[1] = engine_node(g, difference, &in[1]);
    below[2] = engine_node(g, sum, &in[2]);
    below[3] = engine_node(g, same, &in[3]);
    in += 4;
  }
  for (int i = 0; i < 4; i++) shape->ends[i] = below[i];
  for (place n = first; n < g->node_count; n++) engine_observe(g, n);
  return shape;
}

reactive_shape *reactive_rows(int width, int rows, int sources, const unsigned char *is_static,
                              const int *read, int read_count, int has_locks) {
  int ends = read ? read_count : width;
  reactive_shape *shape = make(width, width * rows, sources, ends, has_locks);
  engine *g = &shape->engine;
  place *below = calloc((size_t)width * 2, sizeof(place));
  place *own = below + width;
  for (int i = 0; i < width; i++) {
    below[i] = engine_cell(g, (word){.real = i});
    shape->cells[i] = below[i];
  }
  inputs *in = shape->inputs;
  for (int row = 0; row < rows; row++) {
    for (int i = 0; i < width; i++) {
      for (int k = 0; k < sources; k++) in->sources[k] = below[(i + k) % width];
      own[i] = engine_node(g, *is_static++ ? sum_of_reals : sum_dropping_one, in++);
    }
    for (int i = 0; i < width; i++) below[i] = own[i];
  }
  for (int i = 0; i < ends; i++) shape->ends[i] = below[read ? read[i] : i];
  free(below);
  shape->is_real = 1;
  shape->is_read = 1;
  return shape;
}

// MARK: Changes

static void read_ends(reactive_shape *shape) {
  for (int i = 0; i < shape->end_count; i++) engine_read(&shape->engine, shape->ends[i]);
}

void reactive_run(reactive_shape *shape, long first, long end) {
  engine *g = &shape->engine;
  for (long number = first; number < end; number++) {
    if (shape->is_cellx) {
      engine_begin(g);
      for (int i = 0; i < 4; i++) {
        engine_write(g, shape->cells[i], (word){.number = cellx_values[(number + 1) & 1][i]});
      }
      engine_end(g);
    } else if (shape->is_real) {
      long at = number % shape->cell_count;
      engine_write(g, shape->cells[at], (word){.real = (double)(number + at)});
    } else {
      engine_write(g, shape->cells[0], (word){.number = number + 1});
    }
    if (shape->is_read) read_ends(shape);
  }
}
