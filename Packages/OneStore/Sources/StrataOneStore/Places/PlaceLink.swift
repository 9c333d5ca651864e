import StrataCore

/// Holds the context of a place below that of its parent.
struct PlaceLink: ContextContainer, Sendable {
  let place: AnyPlace

  static var contents: ContainerContents { .handle }

  func forEachContext(_ body: (Context) -> Void) { body(place.context) }

  mutating func replaceContexts(_ replacement: (Context) -> Context?) {}

  func forEachPlace(below place: ContainerPlace, _ body: (Context, ContainerPlace) -> Void) {
    body(self.place.context, place)
  }
}

/// What the engine tells of the contexts of places.
struct PlaceHooks: ContextHooks {
  func activate(_ context: Context) {
    (context.keptHandle as? AnyPlace)?.activate()
  }

  func identity(of context: Context) -> AnyHashable? { nil }

  // What is kept is the place, by the place itself.
  var keepsHandles: Bool { false }
}
