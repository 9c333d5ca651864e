/// Models inside a type that does not show them: they would not become part of the tree.
struct HiddenModels {
  /// The innermost type that does not show its contents.
  let carrier: Any.Type
  /// The content: a model or a container.
  let content: Any.Type

  /// Looks for models in a type that is no container.
  ///
  /// The search looks into optionals, tuples, structs, enums, classes that are not generic, and the elements of
  /// sequences. It does not look into functions, because they refer to models without being part of the tree.
  init?(in type: Any.Type) {
    var remaining: [Any.Type] = [type]
    var visited: Set<ObjectIdentifier> = []
    while let carrier = remaining.popLast() {
      guard visited.count < Self.limit, visited.insert(ObjectIdentifier(carrier)).inserted else {
        continue
      }
      if ExistentialProtocols.areContainers(carrier) {
        self.carrier = carrier
        content = carrier
        return
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

  /// Looks for models in those members of a container that are no containers.
  ///
  /// Models are not searched, because their own layouts report hidden models.
  init?(inContainer type: any ModelContainer.Type) {
    var remaining: [any ModelContainer.Type] = [type]
    var visited: Set<ObjectIdentifier> = []
    while let container = remaining.popLast() {
      guard !(container is any Model.Type), visited.count < Self.limit,
        visited.insert(ObjectIdentifier(container)).inserted
      else { continue }
      for content in Self.parts(ofContainer: container) {
        if let inner = content as? any ModelContainer.Type {
          remaining.append(inner)
        } else if let hidden = HiddenModels(in: content) {
          self = hidden
          return
        }
      }
    }
    return nil
  }

  private static func parts(ofContainer type: any ModelContainer.Type) -> [Any.Type] {
    // A dictionary's elements are pairs of key and value, and several values of an enum's case are a tuple. Any
    // other tuple is one of the program's and shows nothing.
    guard type is any Sequence.Type || StoredParts.isEnum(type) else { return contents(of: type) }
    return contents(of: type).flatMap { content in
      StoredParts.isTuple(content) ? StoredParts.parts(of: content).map(\.type) : [content]
    }
  }

  /// The largest number of types to look into; no program hides a model behind more.
  private static let limit = 500

  private static func contents(of type: Any.Type) -> [Any.Type] {
    if let sequence = type as? any Sequence.Type { return [element(of: sequence)] }
    return StoredParts.parts(of: type).map(\.type)
  }

  private static func element<Elements: Sequence>(of type: Elements.Type) -> Any.Type {
    Elements.Element.self
  }

  /// The carrier's name; `any Model` where its values are models themselves.
  var carrierName: String { carrier == content ? "any \(carrier)" : "\(carrier)" }

  /// The remedy, as a sentence.
  var remedy: String {
    if carrier == content {
      return """
        Use a @ModelContainer enum with a case for each kind of model, or, for one that lives \
        elsewhere, a 'let' or an identifier.
        """
    }
    if carrier is AnyObject.Type {
      return """
        Make \(carrier) a model, or hold it in a 'let' if its models live elsewhere.
        """
    }
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
