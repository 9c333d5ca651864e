#ifndef STRATA_BENCHMARKS_REACTIVE_GRAPH_H
#define STRATA_BENCHMARKS_REACTIVE_GRAPH_H

/// Derived values on one thread, without a library: what the rows of graphs are compared with.
///
/// Nodes and links are places in two arrays. A write marks what depends on the cell; a node whose sources
/// are the same is not evaluated. Each node has a function pointer, as a node of a library has a closure.
typedef struct reactive_shape reactive_shape;

/// One cell, and columns of nodes, each of which adds one to the one before.
///
/// The ends are observed or, if there is no observer, read after each write.
reactive_shape *reactive_columns(int width, int height, int is_observed, int has_locks);

/// Layers of four nodes, each of which reads the layer before; all are observed.
reactive_shape *reactive_cellx(int layers, int has_locks);

/// Rows of nodes, each on some neighbours of the row below; some leave out one while the first is odd.
///
/// - `is_static` says, row by row, which nodes never leave one out; `read` lists the nodes of the last
///   row that are read after each write, or is null for all of them.
reactive_shape *reactive_rows(int width, int rows, int sources, const unsigned char *is_static,
                              const int *read, int read_count, int has_locks);

/// Makes the changes with these numbers, from the first up to the end.
void reactive_run(reactive_shape *shape, long first, long end);

/// How many nodes were evaluated since the shape was made.
long reactive_evaluations(const reactive_shape *shape);

/// The sum of the nodes that are read, or of the ends.
double reactive_sum(reactive_shape *shape);

/// Lets go of the shape.
void reactive_free(reactive_shape *shape);

#endif
