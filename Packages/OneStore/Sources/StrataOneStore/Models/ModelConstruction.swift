import StrataConcurrency

/// What the wrappers of a model that this thread is making find: a thread-specific word that nests.
@unsafe
struct ModelConstruction {
  let place: AnyPlace
  /// What the wrappers keep: the place, or what keeps the store as well.
  let reference: PlaceReference
  /// The kind of model that is being made.
  let model: ObjectIdentifier
  /// How many properties outside of the state have been numbered.
  var propertyCount = 0

  private static let word = ThreadWord("ModelConstruction")

  // SAFETY: points to what a `make` of this thread has on its stack until that returns.
  /// The innermost model that this thread is making.
  static var current: UnsafeMutablePointer<ModelConstruction>? {
    unsafe word.address?.assumingMemoryBound(to: ModelConstruction.self)
  }

  /// Makes a model that shows a place.
  static func make<M: Model>(
    _ type: M.Type,
    at place: Place<M.State>,
    keeping holder: PlaceReference? = nil
  ) -> M {
    var construction = unsafe ModelConstruction(
      place: place,
      reference: holder ?? place,
      model: ObjectIdentifier(type)
    )
    return unsafe withUnsafeMutablePointer(to: &construction) { construction in
      let outer = unsafe word.address
      unsafe word.address = UnsafeMutableRawPointer(construction)
      defer { unsafe word.address = outer }
      return M()
    }
  }
}
