import StrataCore

/// A model whose state, with that of all models below it, can be saved and restored.
///
/// The properties are saved by their names, so their types must be `Codable`. The models that they contain must
/// be as well, as a `SavableModel` or with a conformance of their own. Arrays, optionals, dictionaries,
/// identified arrays and enums of such models are `Codable` by themselves, or by declaring it.
///
/// Only the way to make a model is left to write. It gives the constants their saved values:
///
/// ```swift
/// extension Row: SavableModel {
///   init(saved values: SavedValues) throws {
///     self.init(id: try values.decode("id"))
///   }
/// }
/// ```
///
/// ``savedState(version:)`` and ``restoreState(from:version:migrating:)`` do the rest.
public protocol SavableModel: Model, Codable {
  /// Makes a model; its properties are given their saved values afterwards.
  ///
  /// - Parameter values: The saved values of the model.
  /// - Throws: The reason why it cannot be made, such as a constant that was not saved.
  init(saved values: SavedValues) throws

  /// Properties that are neither saved nor restored: a cache, a closure, data that is loaded again.
  static var unsavedProperties: [PartialKeyPath<Self>] { get }
}

extension SavableModel {
  /// All properties are saved.
  public static var unsavedProperties: [PartialKeyPath<Self>] { [] }

  /// Makes a model from its saved values, in no tree.
  ///
  /// - Throws: The error of `init(saved:)`, or of the decoder.
  public init(from decoder: any Decoder) throws {
    let values = try SavedValues(of: decoder)
    if let shared = values.sharedModel(as: Self.self) {
      self = shared
      return
    }
    try self.init(saved: values)
    values.noteShared(self)
    try values.decodeProperties(of: self)
  }

  /// Writes the properties, and the constants that are `Encodable`, by their names.
  ///
  /// - Throws: ``SavedStateError``, if a property cannot be saved, and the encoder's errors.
  public func encode(to encoder: any Encoder) throws {
    try DepthReached.check(encoder.codingPath)
    var container = encoder.container(keyedBy: PropertyName.self)
    let context = modelNode.context
    let slots = savedSlots
    try expectSavable(slots, at: encoder.codingPath)
    let shared = encoder.userInfo[SharedModels.key] as? SharedModels
    if let number = shared?.number(of: context) {
      try container.encode(number, forKey: PropertyName(SharedModels.name))
    }
    for (name, value) in encodableConstants {
      try container.encodeValue(value, forKey: PropertyName(name))
    }
    for slot in slots {
      let description = context.layout.slots[slot]
      guard let type = description.type as? any Encodable.Type,
        let value = context.anyValue(at: slot)
      else { continue }
      try container.encodeValue(value, as: type, forKey: PropertyName(description.name))
    }
  }

  /// The slots that are saved.
  var savedSlots: [Int] {
    let context = modelNode.context
    let unsaved = slots(of: Self.unsavedProperties)
    return context.layout.slots.indices.filter { !unsaved.contains($0) }
  }

  private func slots(of paths: [PartialKeyPath<Self>]) -> Set<Int> {
    guard !paths.isEmpty else { return [] }
    let recording = ReadRecording()
    recording.record { for path in paths { _ = self[keyPath: path] } }
    let context = modelNode.context
    return Set(recording.reads.lazy.filter { $0.context === context }.map(\.slot))
  }

  private func expectSavable(_ slots: [Int], at path: [any CodingKey]) throws(SavedStateError) {
    let layout = modelNode.context.layout
    let wrong = slots.filter { !(layout.slots[$0].type is any Codable.Type) }
    guard !wrong.isEmpty else { return }
    throw .cannotBeSaved(
      wrong.map { "\(layout.name).\(layout.slots[$0].name) of the type \(layout.slots[$0].type)" },
      at: path
    )
  }

  /// The stored properties that are no slots, as far as they can be encoded.
  ///
  /// A model in a constant belongs to another part of the program.
  private var encodableConstants: [(String, any Encodable)] {
    let slots = Set(modelNode.context.layout.slots.map(\.name))
    return Mirror(reflecting: self).children.compactMap { child in
      guard let name = child.label, !slots.contains(name), name != "modelNode",
        !name.hasPrefix("_model"), !(child.value is any ModelContainer),
        let value = child.value as? any Encodable
      else { return nil }
      return (name, value)
    }
  }
}

/// The name under which a property is saved.
struct PropertyName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) { nil }
}

extension KeyedEncodingContainer<PropertyName> {
  /// Encodes a value as the declared type of its property.
  fileprivate mutating func encodeValue<Value: Encodable>(
    _ value: Any,
    as type: Value.Type,
    forKey name: PropertyName
  ) throws {
    guard let value = value as? Value else { return }
    try encodeValue(value, forKey: name)
  }

  /// Encodes a value so that equal values give equal data.
  fileprivate mutating func encodeValue(
    _ value: some Encodable,
    forKey name: PropertyName
  ) throws {
    if let ordered = EncodedInOrder(value) {
      try encode(ordered, forKey: name)
    } else {
      try encode(value, forKey: name)
    }
  }
}
