import StrataCore

/// The saved values of one model, by the names of its properties and constants.
public struct SavedValues {
  private let container: KeyedDecodingContainer<PropertyName>
  private let reading: SavedStateReading?

  init(of decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: PropertyName.self)
    reading = decoder.userInfo[SavedStateReading.key] as? SavedStateReading
  }

  /// The names under which something was saved.
  public var names: [String] {
    container.allKeys.map(\.stringValue).filter { $0 != SharedModels.name }.sorted()
  }

  /// The model of another place, if this place has the same one.
  func sharedModel<M: Model>(as type: M.Type) -> M? {
    sharedNumber.flatMap { reading?.sharedModel($0, as: type) }
  }

  /// Offers a model that was just made to its other places.
  func noteShared(_ model: some Model) {
    if let sharedNumber { reading?.noteShared(model, sharedNumber) }
  }

  private var sharedNumber: Int? {
    try? container.decodeIfPresent(Int.self, forKey: PropertyName(SharedModels.name))
  }

  /// A saved value.
  ///
  /// - Throws: The decoder's error, if nothing was saved under the name or something of another type.
  public func decode<Value: Decodable>(
    _ name: String,
    as type: Value.Type = Value.self
  ) throws -> Value {
    reading?.use(name, at: container.codingPath)
    return try container.decode(type, forKey: PropertyName(name))
  }

  /// A saved value, or `nil` if nothing was saved under the name.
  ///
  /// - Throws: The decoder's error, if something of another type was saved.
  public func decodeIfPresent<Value: Decodable>(
    _ name: String,
    as type: Value.Type = Value.self
  ) throws -> Value? {
    reading?.use(name, at: container.codingPath)
    return try container.decodeIfPresent(type, forKey: PropertyName(name))
  }

  /// Gives a model that was just made the values of its properties.
  func decodeProperties<M: SavableModel>(of model: M) throws {
    let context = model.modelNode.context
    var decoded: Set<Int> = []
    for slot in model.savedSlots {
      let description = context.layout.slots[slot]
      let name = PropertyName(description.name)
      guard container.contains(name) else {
        reading?.miss(description.name, at: container.codingPath)
        continue
      }
      reading?.use(description.name, at: container.codingPath)
      guard let type = description.type as? any Decodable.Type else { continue }
      context.assign(slot, try decode(type, name))
      decoded.insert(slot)
    }
    reading?.note(decoded, of: context)
    reading?.noteUnused(names, at: container.codingPath)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ name: PropertyName) throws -> Any {
    try container.decode(type, forKey: name)
  }
}

@available(*, unavailable)
extension SavedValues: Sendable {}
