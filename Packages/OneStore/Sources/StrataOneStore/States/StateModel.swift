public import StrataExtensions

/// Declares that a part of a model's state is the state of another model.
///
/// ```swift
/// struct State: Equatable {
///   @StateModel<[CounterRowModel]> var counters = []
///   @StateModel<FactPromptModel?> var factPrompt = nil
/// }
///
/// appModel.counters           // the states
/// for row in appModel.$counters { row.$counter.incrementTapped() }
/// ```
///
/// The property itself is the plain state, so a state with it is a plain value. Its projection, taken
/// through the model, is the model, or the container of models.
@propertyWrapper
public struct StateModel<Models: ModelContainer> {
  var container: Models.Container
  /// Tells the properties of one state apart when a path is looked up; else zero.
  var mark: UInt16 = 0

  /// Makes one of a state.
  public init(wrappedValue: Models.Container) {
    container = wrappedValue
  }

  /// The state of the model, or the states of the models.
  public var wrappedValue: Models.Container {
    get { container }
    set { container = newValue }
    _modify { yield &container }
  }

  /// The property itself, by which models find the model of it.
  public var projectedValue: StateModel { self }
}

extension StateModel: Sendable {}

extension StateModel: Equatable where Models.Container: Equatable {
  /// Whether the states are equal.
  public static func == (a: StateModel, b: StateModel) -> Bool { a.container == b.container }
}

extension StateModel: Hashable where Models.Container: Hashable {
  /// Feeds the state.
  public func hash(into hasher: inout Hasher) { hasher.combine(container) }
}

extension StateModel: Encodable where Models.Container: Encodable {
  /// Writes the state alone.
  public func encode(to encoder: any Encoder) throws { try container.encode(to: encoder) }
}

extension StateModel: Decodable where Models.Container: Decodable {
  /// Reads the state.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Models.Container(from: decoder))
  }
}

extension StateModel: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The state as text.
  public var description: String { String(describing: container) }
  /// The state as text, for debugging.
  public var debugDescription: String { String(reflecting: container) }
  /// The state's own parts.
  public var customMirror: Mirror { Mirror(reflecting: container) }
}

// MARK: Fields

/// A property of a state that declares models, found once for each type of state.
protocol ModelFieldDeclaring {
  static func makeField(name: String, offset: Int, number: Int) -> StateField
}

extension StateModel: ModelFieldDeclaring {
  static func makeField(name: String, offset: Int, number: Int) -> StateField {
    ModelField<Models>(name: name, offset: offset, number: number)
  }
}

extension StateModel: DumpRepresentable {
  /// The state: dumps and diffs show it as if it were not wrapped.
  public var dumpRepresentation: DumpRepresentation { .value(container) }
}
