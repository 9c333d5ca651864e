import StrataConcurrency
@_spi(Strata) public import StrataExtensions

/// Makes a path of a case of an enum.
prefix operator /

/// A path to the payload of a case: `/Destination.edit`.
///
/// - Parameter embed: The case, as the function that makes it.
/// - Returns: The path.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> CasePath<Root, Value> {
  CasePath(reflecting: embed)
}

/// A view of the payload of an enum's case, which is there only while the value is of that case.
public struct CaseView<Root: Sendable, State: Sendable, Access>: Sendable {
  let place: Place<Root>
  let path: PartPath<Root, State>

  /// The live value; `nil` while the enum is of another case.
  public var value: State? { path.get(place.liveState) }
}

extension StoreView {
  /// A view of the payload of a case; `nil` while the value is of another case.
  ///
  /// ```swift
  /// var editModel: EditModel? { .init($state.destination.case(/Destination.edit)) }
  /// ```
  ///
  /// What is written goes into the same case only. Two cases are two pieces of state, also where their payloads
  /// have one type.
  ///
  /// - Parameter path: The case.
  /// - Returns: The view.
  public func `case`<Value: Sendable>(
    _ path: CasePath<State, Value>
  ) -> CaseView<Root, Value, Access>? {
    caseView(path.extract, path.embed, path.code) { CaseName.of($0) }
  }

  /// A view of the payload of a case of what an optional holds; `nil` while there is none.
  ///
  /// - Parameter path: The case.
  /// - Returns: The view.
  public func `case`<Wrapped, Value: Sendable>(
    _ path: CasePath<Wrapped, Value>
  ) -> CaseView<Root, Value, Access>? where State == Wrapped? {
    let name: (Wrapped?) -> String = { CaseName.of($0) }
    return caseView({ $0.flatMap(path.extract) }, path.embed, path.code, name)
  }

  /// A view of the payload of a case, by the case's key path.
  ///
  /// - Parameter keyPath: The case.
  /// - Returns: The view.
  public func `case`<Value: Sendable>(
    _ keyPath: CaseKeyPath<State, Value>
  ) -> CaseView<Root, Value, Access>? where State: CasePathable {
    let path = State.allCasePaths[keyPath: keyPath]
    return caseView(path.extract, path.embed, path.code) { CaseName.of($0, at: keyPath) }
  }

  /// A view of the payload of a case of what an optional holds, by the case's key path.
  ///
  /// - Parameter keyPath: The case.
  /// - Returns: The view.
  public func `case`<Wrapped: CasePathable, Value: Sendable>(
    _ keyPath: CaseKeyPath<Wrapped, Value>
  ) -> CaseView<Root, Value, Access>? where State == Wrapped? {
    let path = Wrapped.allCasePaths[keyPath: keyPath]
    let name: (Wrapped?) -> String = { CaseName.of($0, at: keyPath) }
    return caseView({ $0.flatMap(path.extract) }, path.embed, path.code, name)
  }

  private func caseView<Value: Sendable>(
    _ extract: @escaping (State) -> Value?,
    _ embed: @escaping (Value) -> State,
    _ code: UInt,
    _ name: @escaping (State) -> String
  ) -> CaseView<Root, Value, Access>? {
    let path = path
    // The name of the case tells one from another: their payloads may have one type.
    let presence: (Root) -> PresentPart? = { root in
      let value = path.get(root)
      return extract(value).map { PresentPart(name: name(value), id: .of($0)) }
    }
    let steps = path.steps + [AnyHashable(ObjectIdentifier(Value.self))]
    // While the case is another one, only the path says what a view waits for.
    guard let present = place.presence(steps + [code], presence)?.name else { return nil }
    let part = PartPath<Root, Value>(
      get: { root in
        let value = path.get(root)
        guard let payload = extract(value), name(value) == present else { return nil }
        return payload
      },
      set: { root, value in
        let former = path.get(root)
        guard extract(former) != nil, name(former) == present else { return }
        path.set(&root, embed(value))
      },
      steps: steps + [present]
    )
    return CaseView(place: place, path: part)
  }
}

extension CaseView where Access == Write {
  /// Writes the payload, if the enum is of the case.
  public func set(_ value: State) {
    let change = place.beginChange()
    unsafe path.set(&change.pointer.pointee, value)
    place.endChange(change)
  }
}

/// The names of cases.
enum CaseName {
  // SAFETY: key paths are immutable, and are touched under the lock.
  private struct Known: @unchecked Sendable {
    var names: [AnyKeyPath: String] = [:]
  }

  private static let known = Locked(Known(), rank: .leaf)

  /// The name of the case that a key path names and that a value is of.
  ///
  /// A key path names one case, which is looked up in a value once. A function that makes a case, such as
  /// `/Destination.edit`, cannot be told from another one, so its values are looked at each time.
  static func of<Value>(_ value: Value, at keyPath: AnyKeyPath) -> String {
    // Looked up outside of the lock: a key path may have arguments, whose hashing is the program's code.
    let present = known.withLock { $0 }
    if let name = present.names[keyPath] { return name }
    let name = of(value)
    var next = present
    next.names[keyPath] = name
    // What another thread adds meanwhile is looked up once more.
    let former = known.withLock { known in
      let former = known
      known = next
      return former
    }
    withExtendedLifetime(former) {}
    return name
  }

  /// The name of the case of an enum's value, also of one that an optional holds.
  static func of<Value>(_ value: Value) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      guard let inner = mirror.children.first?.value else { return "nil" }
      return of(inner)
    }
    guard mirror.displayStyle == .enum else { return String(reflecting: Value.self) }
    return mirror.children.first?.label ?? String(describing: value)
  }
}

extension Model {
  /// Makes a model of a part that a store view leads to.
  ///
  /// For parts that no `@StateModel` declares. The model is activated when it is first made for a piece of state.
  ///
  /// - Parameter view: The view.
  public init<Root>(_ view: StoreView<Root, State, Write>) {
    let get = view.path.get
    let path = PartPath<Root, State>(
      get: get,
      set: view.path.set,
      steps: view.path.steps + ["view"]
    )
    // A state with another identity is another model's.
    if State.self is any Identifiable.Type {
      _ = view.place.presence(path.steps) { PresentPart(name: "", id: .of(get($0))) }
    }
    guard let place = view.place.part(path, for: Self.self) else {
      OneStoreTrap.lostState(State.self)
    }
    self = unsafe ModelConstruction.make(Self.self, at: place)
  }

  /// Makes a model of what an optional part holds; `nil` if there is nothing.
  ///
  /// - Parameter view: The view.
  public init?<Root>(_ view: StoreView<Root, State?, Write>) {
    let path = view.path
    let presence = view.place.presence(path.steps + ["?"]) { root in
      path.get(root).map { PresentPart(name: "", id: .of($0)) }
    }
    guard presence != nil else { return nil }
    let part = PartPath<Root, State>(
      get: path.get,
      set: { path.set(&$0, $1) },
      steps: path.steps + ["?"]
    )
    guard let place = view.place.part(part, for: Self.self) else { return nil }
    self = unsafe ModelConstruction.make(Self.self, at: place)
  }

  /// Makes a model of the payload of a case; `nil` if there is no view, or the case is another one.
  ///
  /// - Parameter view: The view.
  public init?<Root>(_ view: CaseView<Root, State, Write>?) {
    guard let view, let place = view.place.part(view.path, for: Self.self) else { return nil }
    self = unsafe ModelConstruction.make(Self.self, at: place)
  }
}
