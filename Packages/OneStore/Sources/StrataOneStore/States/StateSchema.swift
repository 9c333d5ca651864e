import StrataConcurrency
import StrataCore
@_spi(Reflection) import Swift

/// What a type of state is made of, as far as models are concerned; found out once for each type.
// SAFETY: constants, but for `paths`, which is touched under `lock`.
final class StateSchema: @unchecked Sendable {
  let name: String
  let fields: [StateField]
  /// The layout of the contexts of places with such a state.
  let layout: Layout
  /// The fields to which paths lead, by the paths' identity; a path that is in here is kept.
  private var paths: [ObjectIdentifier: (path: AnyKeyPath, field: Int)] = [:]
  private let lock = Lock(rank: .leaf)
  /// The readers' kinds, by the paths' identity.
  private let kinds = Locked<[ObjectIdentifier: ReaderKind]>([:], rank: .leaf)

  /// The number of the slot that holds the children that no field declares.
  var extraSlot: Int { fields.count }

  private init<State>(_ type: State.Type, fields: [StateField]) {
    name = Self.name(of: type)
    self.fields = fields
    layout = Layout(
      name: name,
      slots: fields.map { .container($0.name, [PlaceLink].self) } + [
        .container("views", [PlaceLink].self)
      ],
      hooks: PlaceHooks()
    )
  }

  /// The name of the model that has a type of state as its own: `Counter` for `App.Counter.State`.
  private static func name(of type: Any.Type) -> String {
    guard !(type is any ModelFieldDeclaring.Type) else { return "Store" }
    var parts = String(reflecting: type).split(separator: ".")
    if parts.count > 1, parts.last == "State" { parts.removeLast() }
    return parts.last.map(String.init) ?? String(describing: type)
  }

  private static let known = Locked<[ObjectIdentifier: StateSchema]>([:], rank: .leaf)

  /// The schema of a type of state.
  static func of<State>(_ type: State.Type) -> StateSchema {
    let key = ObjectIdentifier(type)
    if let schema = known.withLock({ $0[key] }) { return schema }
    var fields: [StateField] = []
    collect(type, at: 0, below: "", depth: 0, &fields)
    let made = StateSchema(type, fields: fields)
    return known.withLock { known in
      if let first = known[key] { return first }
      known[key] = made
      return made
    }
  }

  /// Finds the fields of a type, also those in structs that it stores.
  private static func collect(
    _ type: Any.Type,
    at start: Int,
    below path: String,
    depth: Int,
    _ fields: inout [StateField]
  ) {
    if let declaring = type as? any ModelFieldDeclaring.Type {
      let name = path.isEmpty ? "state" : path
      fields.append(declaring.makeField(name: name, offset: start, number: fields.count))
      return
    }
    guard depth < 6, isStructure(type) else { return }
    // SAFETY: the name is copied while it is there; offset and type are plain.
    _ = unsafe _forEachField(of: type) { name, offset, fieldType, _ in
      let label = unsafe String(cString: name)
      let own = label.hasPrefix("_") ? String(label.dropFirst()) : label
      let inner = path.isEmpty ? own : "\(path).\(own)"
      collect(fieldType, at: start + offset, below: inner, depth: depth + 1, &fields)
      return true
    }
  }

  private static func isStructure(_ type: Any.Type) -> Bool {
    // SAFETY: a metatype is a pointer to type metadata, whose first word is its kind: part of Swift's
    // stable binary interface.
    unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x200
  }

  /// The field to which a path leads.
  ///
  /// Found by the mark that a copy of a state has in each field.
  func field<State, Models: ModelContainer>(
    at path: KeyPath<State, StateModel<Models>>,
    in state: State
  ) -> ModelField<Models> {
    let key = ObjectIdentifier(path)
    lock.lock()
    let known = paths[key]?.field
    lock.unlock()
    if let known,
      let field = fields[known] as? ModelField<Models>
    {
      return field
    }
    var copy = state
    // SAFETY: the fields lie where the runtime says.
    unsafe withUnsafeMutablePointer(to: &copy) { copy in
      for field in fields {
        unsafe field.setMark(UInt16(field.number + 1), in: UnsafeMutableRawPointer(copy))
      }
    }
    let mark = Int(copy[keyPath: path].mark)
    guard mark > 0, mark <= fields.count, let field = fields[mark - 1] as? ModelField<Models> else {
      OneStoreTrap.skippedModel(State.self)
    }
    lock.lock()
    paths[key] = (path, field.number)
    lock.unlock()
    return field
  }

  /// The kind of a reader, made when it is first asked for.
  func kind(_ key: ObjectIdentifier, _ make: () -> ReaderKind) -> ReaderKind {
    if let kind = kinds.withLock({ $0[key] }) { return kind }
    let made = make()
    return kinds.withLock { kinds in
      if let first = kinds[key] { return first }
      kinds[key] = made
      return made
    }
  }
}
