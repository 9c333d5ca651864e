/// Models inside a type that does not show them: they would not become part of the tree.
struct HiddenModels {
  /// The innermost type that does not show what it holds.
  let carrier: Any.Type
  /// What it holds: a model or a container.
  let content: Any.Type

  /// Looks for models in a type that is no container.
  ///
  /// Looks into optionals, tuples, structs, enums, and the elements of sequences; not into classes,
  /// functions and existentials, which refer to models without being part of the tree.
  init?(in type: Any.Type) {
    var remaining: [Any.Type] = [type]
    var visited: Set<ObjectIdentifier> = []
    while let carrier = remaining.popLast() {
      guard visited.count < Self.limit, visited.insert(ObjectIdentifier(carrier)).inserted else {
        continue
      }
      for content in Self.contents(of: carrier) {
        guard content is any ModelContainer.Type else {
          remaining.append(content)
          continue
        }
        self.carrier = carrier
        self.content = content
        return
      }
    }
    return nil
  }

  /// How many types are looked into: nobody hides a model behind more.
  private static let limit = 500

  private static func contents(of type: Any.Type) -> [Any.Type] {
    if let sequence = type as? any Sequence.Type { return [element(of: sequence)] }
    return StoredParts.parts(of: type).map(\.type)
  }

  private static func element<Elements: Sequence>(of type: Elements.Type) -> Any.Type {
    Elements.Element.self
  }

  /// What to do about it.
  var remedy: String {
    if carrier is any SetAlgebra.Type {
      return """
        A set finds its elements by an equality that changes with the models: use an array or a \
        dictionary.
        """
    }
    if carrier is any Sequence.Type {
      guard content is any Identifiable.Type else {
        return """
          Elements need an identity: make each of them a model, or an Identifiable container.
          """
      }
      return """
        Declare 'extension \(baseName): ModelContainer where Element: ModelContainer & Identifiable \
        {}', which a MutableCollection needs no more for, or use an array.
        """
    }
    if "\(carrier)".hasPrefix("(") { return "Use a @ModelContainer struct instead of the tuple." }
    return "Let \(carrier) conform to ModelContainer, which @ModelContainer does."
  }

  /// The carrier's name without its generic arguments.
  private var baseName: String { String("\(carrier)".prefix { $0 != "<" }) }
}
