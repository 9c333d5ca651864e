@_spi(Strata) import StrataCore

/// What the engine tells of the contexts of places.
struct PlaceHooks: ContextHooks {
  func activate(_ context: Context) {
    guard let place = context.keptObject as? AnyPlace else { return }
    Cause.with(.activation, name: context.layout.name, at: place.store.callSite) {
      place.activate()
    }
  }

  func identity(of context: Context) -> AnyHashable? { nil }

  // What is kept is the place, by the place itself.
  var keepsHandles: Bool { false }
}
