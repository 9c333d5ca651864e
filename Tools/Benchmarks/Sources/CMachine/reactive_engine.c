#include "reactive_engine.h"

#include <stdlib.h>

void engine_init(engine *g, int has_locks) {
  *g = (engine){.node_count = 1, .link_count = 1, .has_locks = has_locks};
  pthread_mutex_init(&g->lock, NULL);
}

void engine_free(engine *g) {
  free(g->nodes);
  free(g->links);
  free(g->marked);
  pthread_mutex_destroy(&g->lock);
}

// MARK: Building

static place add_node(engine *g, node made) {
  if (g->node_count >= g->node_room) {
    g->node_room = g->node_room ? g->node_room * 2 : 64;
    g->nodes = realloc(g->nodes, g->node_room * sizeof(node));
  }
  g->nodes[g->node_count] = made;
  return g->node_count++;
}

place engine_cell(engine *g, word value) {
  return add_node(g, (node){.value = value, .state = CLEAN, .version = 1});
}

place engine_node(engine *g, compute compute, const void *context) {
  return add_node(g, (node){.compute = compute, .context = context, .state = DIRTY});
}

void engine_observe(engine *g, place n) {
  engine_read(g, n);
  g->nodes[n].is_observed = 1;
  g->nodes[n].delivered = g->nodes[n].version;
}

// MARK: Links

static place add_link(engine *g, place source, place dependent) {
  place l = g->free_links;
  if (l) {
    g->free_links = g->links[l].next_source;
  } else {
    if (g->link_count >= g->link_room) {
      g->link_room = g->link_room ? g->link_room * 2 : 64;
      g->links = realloc(g->links, g->link_room * sizeof(link_));
    }
    l = g->link_count++;
  }
  node *s = &g->nodes[source];
  g->links[l] = (link_){
      .source = source, .dependent = dependent, .previous_dependent = s->last_dependent};
  if (s->last_dependent) g->links[s->last_dependent].next_dependent = l;
  else s->first_dependent = l;
  s->last_dependent = l;
  return l;
}

static void remove_link(engine *g, place l) {
  link_ *k = &g->links[l];
  node *s = &g->nodes[k->source];
  if (k->previous_dependent) g->links[k->previous_dependent].next_dependent = k->next_dependent;
  else s->first_dependent = k->next_dependent;
  if (k->next_dependent) g->links[k->next_dependent].previous_dependent = k->previous_dependent;
  else s->last_dependent = k->previous_dependent;
  k->next_source = g->free_links;
  g->free_links = l;
}

/// The cursor of a running node is the last link that the run has used; zero at its beginning.
void engine_note(engine *g, place source) {
  node *s = &g->nodes[source];
  if (s->reader == g->run) return;
  s->reader = g->run;
  node *n = &g->nodes[g->current];
  place last = n->cursor;
  place expected = last ? g->links[last].next_source : n->first_source;
  if (expected && g->links[expected].source != source) {
    // Perhaps one was left out.
    place other = g->links[expected].next_source;
    if (other && g->links[other].source == source) {
      remove_link(g, expected);
      if (last) g->links[last].next_source = other;
      else n->first_source = other;
      expected = other;
    } else {
      place made = add_link(g, source, g->current);
      g->links[made].next_source = expected;
      if (last) g->links[last].next_source = made;
      else n->first_source = made;
      expected = made;
    }
  } else if (!expected) {
    expected = add_link(g, source, g->current);
    if (last) g->links[last].next_source = expected;
    else n->first_source = expected;
  }
  g->links[expected].seen = s->version;
  n->cursor = expected;
}

// MARK: Marking

static void mark(engine *g, place cell) {
  place list = 0;
  uint8_t state = DIRTY;
  place from = cell;
  while (1) {
    for (place l = g->nodes[from].first_dependent; l; l = g->links[l].next_dependent) {
      place d = g->links[l].dependent;
      node *n = &g->nodes[d];
      if (n->state != CLEAN) {
        if (state > n->state) n->state = state;
        continue;
      }
      n->state = state;
      if (n->is_observed) {
        if (g->marked_count == g->marked_room) {
          g->marked_room = g->marked_room ? g->marked_room * 2 : 64;
          g->marked = realloc(g->marked, g->marked_room * sizeof(place));
        }
        g->marked[g->marked_count++] = d;
      }
      n->next = list;
      list = d;
    }
    if (!list) return;
    state = CHECK;
    from = list;
    list = g->nodes[list].next;
  }
}

// MARK: Evaluating

static void evaluate(engine *g, place at) {
  node *n = &g->nodes[at];
  place outer = g->current;
  uint32_t outer_run = g->run;
  g->current = at;
  g->run = ++g->last_run;
  n->cursor = 0;
  if (g->has_locks) {
    pthread_mutex_lock(&g->lock);
    pthread_mutex_unlock(&g->lock);
  }
  g->evaluations++;
  word value = n->compute(g, n->context);
  n = &g->nodes[at];
  place rest = n->cursor ? g->links[n->cursor].next_source : n->first_source;
  if (rest) {
    if (n->cursor) g->links[n->cursor].next_source = 0;
    else n->first_source = 0;
    while (rest) {
      place next = g->links[rest].next_source;
      remove_link(g, rest);
      rest = next;
    }
  }
  if (g->has_locks) pthread_mutex_lock(&g->lock);
  if (value.number != n->value.number || !n->version) {
    n->value = value;
    n->version++;
  }
  n->state = CLEAN;
  if (g->has_locks) pthread_mutex_unlock(&g->lock);
  g->current = outer;
  g->run = outer_run;
}

/// Goes down to what may have changed with a list of nodes, each of which is a source of the one below.
void engine_update(engine *g, place at) {
  place below = 0;
  node *n = &g->nodes[at];
  if (n->state == CHECK) n->cursor = n->first_source;
  while (1) {
  top:
    if (n->state == CHECK) {
      for (place l = n->cursor; l; l = g->links[l].next_source) {
        node *s = &g->nodes[g->links[l].source];
        if (s->state != CLEAN) {
          n->cursor = l;
          n->next = below;
          below = at;
          at = g->links[l].source;
          n = s;
          if (n->state == CHECK) n->cursor = n->first_source;
          goto top;
        }
        if (s->version != g->links[l].seen) {
          n->state = DIRTY;
          break;
        }
      }
    }
    if (n->state == DIRTY) evaluate(g, at);
    g->nodes[at].state = CLEAN;
    if (!below) return;
    at = below;
    n = &g->nodes[at];
    below = n->next;
  }
}

static void deliver(engine *g) {
  for (place i = 0; i < g->marked_count; i++) {
    place at = g->marked[i];
    if (g->nodes[at].state != CLEAN) engine_update(g, at);
    node *n = &g->nodes[at];
    if (n->version == n->delivered) continue;
    n->delivered = n->version;
    g->notifications++;
  }
  g->marked_count = 0;
}

void engine_write(engine *g, place cell, word value) {
  node *c = &g->nodes[cell];
  if (c->value.number == value.number) return;
  c->value = value;
  c->version++;
  mark(g, cell);
  if (!g->transactions) deliver(g);
}

void engine_begin(engine *g) { g->transactions++; }

void engine_end(engine *g) {
  if (!--g->transactions) deliver(g);
}
