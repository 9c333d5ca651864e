/// What a source's slot holds: the model, once there is one, and how often it has been set.
///
/// Not `Equatable`, so that the engine tells of each assignment, whether or not it changes anything.
struct SourceCell<Model> {
  /// Nothing until the model is first needed or set.
  private(set) var storage: Model?
  /// Rises with each assignment and each change in place; the first model is number 1.
  private(set) var version: UInt64 = 0

  init() {}

  /// The model.
  ///
  /// - Precondition: There is one.
  var model: Model { unwrapped }

  /// The model, for a change that the source's actions are told of before the change ends.
  subscript(telling desk: ActionDesk) -> Model {
    get { unwrapped }
    _modify {
      var model = unwrapped
      // Taken out, so that a collection in it stays uniquely referenced.
      storage = nil
      defer {
        storage = model
        rise(desk)
      }
      yield &model
    }
  }

  private mutating func rise(_ desk: ActionDesk) {
    version &+= 1
    desk.version = version
  }

  private var unwrapped: Model {
    guard let storage else { SourceTrap.missingModel(Model.self) }
    return storage
  }

  /// Sets the model.
  ///
  /// - Returns: The model before, to be released outside.
  mutating func replace(_ model: Model, telling desk: ActionDesk) -> Model? {
    rise(desk)
    return storage.swap(model)
  }

  /// Sets the model unless there is one already.
  ///
  /// - Returns: Whether it was set.
  mutating func install(_ model: Model, telling desk: ActionDesk) -> Bool {
    guard storage == nil else { return false }
    storage = model
    rise(desk)
    return true
  }
}

extension Optional {
  fileprivate mutating func swap(_ value: Wrapped) -> Wrapped? {
    defer { self = value }
    return self
  }
}

extension SourceCell: Sendable where Model: Sendable {}
