import StrataExtensions

/// The changes that turn an asserted state into the present one, as the closure of an assertion would write them.
///
/// A value that cannot be written, such as a new element of an array, is a placeholder.
package enum StateChanges {
  /// The assignments, one for each part that differs.
  ///
  /// - Parameters:
  ///   - path: The part, such as `$0.rows[1]`.
  ///   - former: The asserted value.
  ///   - state: The present value.
  /// - Returns: The lines; none for equal values.
  package static func lines(_ path: String, from former: Any, to state: Any) -> [String] {
    guard ValueDiff().text(from: former, to: state) != nil else { return [] }
    if let former = unwrapped(former), let state = unwrapped(state) {
      return lines(path, from: former, to: state)
    }
    if let text = SourceLiteral.text(of: state) { return ["\(path) = \(text)"] }
    let (old, new) = (Mirror(reflecting: former), Mirror(reflecting: state))
    switch new.displayStyle {
    case .optional:
      guard let old = old.children.first?.value, let new = new.children.first?.value else { break }
      return lines(path + "?", from: old, to: new)
    case .struct where SourceLiteral.hasReadableParts(state):
      if let lines = lines(path, ofMembers: old, new, of: type(of: state)) { return lines }
    case _ where SourceLiteral.isList(state):
      if let lines = lines(path, ofElements: elements(former), elements(state)) { return lines }
    default: break
    }
    return ["\(path) = \(placeholder(state))"]
  }

  /// The value of a property wrapper that dumps show as if it were not wrapped.
  private static func unwrapped(_ value: Any) -> Any? {
    guard let value = value as? any DumpRepresentable,
      case .value(let inner) = value.dumpRepresentation
    else { return nil }
    return inner
  }

  /// The assignments to the properties of a struct; `nil` if a property cannot be assigned by its name.
  private static func lines(
    _ path: String,
    ofMembers old: Mirror,
    _ new: Mirror,
    of type: Any.Type
  ) -> [String]? {
    guard old.children.count == new.children.count else { return nil }
    var found: [String] = []
    for (old, new) in zip(old.children, new.children) {
      guard ValueDiff().text(from: old.value, to: new.value) != nil else { continue }
      // An identity is mostly a constant.
      guard var label = new.label, label != "id" else { return nil }
      if label.hasPrefix("_") {
        guard unwrapped(new.value) != nil else { return nil }
        label.removeFirst()
      }
      guard PropertyAccess.of(label, in: type) == .writable else { return nil }
      found += lines("\(path).\(label)", from: old.value, to: new.value)
    }
    return found
  }

  private static func elements(_ value: Any) -> [Any] {
    (value as? any RandomAccessCollection).map { collection in
      func open(_ collection: some RandomAccessCollection) -> [Any] { collection.map { $0 } }
      return open(collection)
    } ?? []
  }

  /// The changes of a list; `nil` for one that has become another one.
  private static func lines(_ path: String, ofElements old: [Any], _ new: [Any]) -> [String]? {
    guard old.count <= longest, new.count <= longest else { return nil }
    let (formerIDs, ids) = (identities(of: old), identities(of: new))
    let kept = Set(formerIDs).intersection(ids)
    guard !kept.isEmpty || old.isEmpty, formerIDs.filter(kept.contains) == ids.filter(kept.contains)
    else { return nil }
    var found = formerIDs.indices.reversed().filter { !kept.contains(formerIDs[$0]) }
      .map { "\(path).remove(at: \($0))" }
    // By now the list has the elements that stay, in order.
    var count = kept.count
    for index in ids.indices where !kept.contains(ids[index]) {
      let element = literal(new[index])
      found.append(
        index == count ? "\(path).append(\(element))" : "\(path).insert(\(element), at: \(index))"
      )
      count += 1
    }
    let former = Dictionary(zip(formerIDs, old)) { first, _ in first }
    for (index, id) in ids.enumerated() {
      guard let element = former[id] else { continue }
      found += lines("\(path)[\(index)]", from: element, to: new[index])
    }
    return found
  }

  /// The identities of elements; their positions, if they have none.
  private static func identities(of elements: [Any]) -> [AnyHashable] {
    elements.enumerated().map { index, element in
      guard let element = element as? any Identifiable else { return index }
      func open(_ element: some Identifiable) -> AnyHashable { element.id }
      return open(element)
    }
  }

  /// Longer lists are not compared element by element.
  private static let longest = 200

  private static func literal(_ value: Any) -> String {
    SourceLiteral.text(of: value) ?? placeholder(value)
  }

  /// `<#Row.State#>`: an editor selects it to be replaced.
  private static func placeholder(_ value: Any) -> String {
    "<#\(TypeName.text(of: value))#>"
  }
}

/// The names of types in a test.
package enum TypeName {
  /// The type of a value without its module, and without the file of a private type: `Array<Row.State>`.
  package static func text(of value: Any) -> String {
    String(reflecting: type(of: value)).replacing(/\(unknown context at [^)]*\)\./, with: "")
      .replacing(/[A-Za-z_]\w*\.((?:\w+\.)*\w+)/) { $0.output.1 }
  }
}
