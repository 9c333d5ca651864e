import StrataConcurrency
import StrataCore
@_spi(Reflection) import Swift

/// What a type of state is made of, as far as models are concerned; found out once for each type.
// SAFETY: constants, but for `paths` and `kinds`, which are touched under `lock`.
@safe
final class StateSchema: @unchecked Sendable {
  let name: String
  let fields: [StateField]
  // SAFETY: made once, and never given back.
  /// The same, as changes use them.
  let fieldBytes: UnsafeBufferPointer<FieldBytes>
  /// The bytes of a state.
  let stateSize: Int
  let stateAlignment: Int
  /// The layout of the contexts of places with such a state.
  let layout: Layout
  /// The fields to which paths lead, by the paths' identity; a path that is in here is kept.
  private var paths: [ObjectIdentifier: (path: AnyKeyPath, field: Int)] = [:]
  private let lock = Lock(rank: .leaf)
  /// The readers' kinds, by the paths.
  private var kinds: [AnyKeyPath: ReaderKind] = [:]

  /// The number of the slot that holds the children that no field declares.
  var extraSlot: Int { fields.count }

  private init<State>(_ type: State.Type, named name: String, fields: [StateField]) {
    self.name = name
    self.fields = fields
    let bytes = UnsafeMutableBufferPointer<FieldBytes>.allocate(capacity: fields.count)
    _ = unsafe bytes.initialize(from: fields.map(FieldBytes.init))
    unsafe fieldBytes = UnsafeBufferPointer(bytes)
    stateSize = MemoryLayout<State>.size
    stateAlignment = MemoryLayout<State>.alignment
    layout = Layout(
      name: name,
      slots: fields.map { .container($0.name, PlaceLinks.self) } + [
        .container("views", PlaceLinks.self)
      ],
      hooks: PlaceHooks()
    )
  }

  private static let known = Locked<[ObjectIdentifier: StateSchema]>([:], rank: .leaf)

  /// The schema of a type of state, as one type of models shows it; with a name, if no model does.
  static func of<State>(
    _ type: State.Type,
    for model: Any.Type?,
    named name: String? = nil
  ) -> StateSchema {
    let key = ObjectIdentifier(model ?? type)
    if let schema = known.withLock({ $0[key] }) { return schema }
    var fields: [StateField] = []
    collect(type, at: 0, below: "", depth: 0, &fields)
    let made = StateSchema(type, named: name ?? model.map { "\($0)" } ?? "\(type)", fields: fields)
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
  func kind<State, Value>(_ path: KeyPath<State, Value>, _ make: () -> ReaderKind) -> ReaderKind {
    if let kind = KindCache.find(path) { return kind }
    // Looked up outside of the lock: a path may have arguments, whose hashing is the program's code.
    lock.lock()
    let known = kinds
    lock.unlock()
    if let kind = known[path] {
      // An equal path that nobody keeps has no entry.
      if kind.path === path { KindCache.add(kind, for: path) }
      return kind
    }
    let made = make()
    var next = known
    next[path] = made
    lock.lock()
    let isFirst = kinds.count == known.count
    if isFirst { kinds = next }
    lock.unlock()
    // Another thread has added one meanwhile.
    guard isFirst else { return kind(path, make) }
    withExtendedLifetime(known) {}
    KindCache.add(made, for: path)
    return made
  }
}
