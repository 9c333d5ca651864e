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
    if let former = ChangedMember.wrapped(in: former), let state = ChangedMember.wrapped(in: state)
    {
      return lines(path, from: former, to: state)
    }
    if let text = SourceLiteral.text(of: state) { return ["\(path) = \(text)"] }
    let (old, new) = (Mirror(reflecting: former), Mirror(reflecting: state))
    switch new.displayStyle {
    case .optional:
      guard let old = old.children.first?.value, let new = new.children.first?.value else { break }
      return lines(path + "?", from: old, to: new)
    case .struct where SourceLiteral.hasReadableFacets(state):
      let type = type(of: state)
      guard let members = ChangedMember.all(of: type, from: old, to: new, for: .writable),
        // An identity is mostly a constant.
        !members.contains(where: { $0.name == "id" })
      else { break }
      return members.flatMap { lines("\(path).\($0.name)", from: $0.old, to: $0.new) }
    case _ where SourceLiteral.isList(state):
      let former = ChangedMember.elements(of: former)
      let state = ChangedMember.elements(of: state)
      if let lines = lines(path, ofElements: former, state) { return lines }
    default: break
    }
    return ["\(path) = \(placeholder(state))"]
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
