@_spi(Strata) public import StrataCore
import Synchronization

extension AnyPlace {
  /// The model in words: its kind, and the nearest identity of its state and those above.
  ///
  /// `The Row with the id 3`, `The Counter of the Row with the id 3`.
  final var description: String { "The \(phrase)" }

  /// ``description`` without the article.
  final var phrase: String {
    guard ownIdentity == nil else { return ownPhrase }
    var next = parent
    while let place = next {
      if place.ownIdentity != nil { return "\(name) of the \(place.ownPhrase)" }
      next = place.parent
    }
    if let owner = store.tester.formerOwner(of: self) {
      return "\(name) of the \(owner.phrase)"
    }
    return name
  }

  /// ``phrase`` of a place that has an identity.
  private var ownPhrase: String {
    ownIdentity.map { IdentifiedModel(name: name, id: $0).phrase } ?? name
  }

  /// Notes the model above that has an identity, as this place is about to leave it.
  ///
  /// Only tests are told of it: a program would have to keep a text for each place that has ended.
  final func noteFormerOwner() {
    guard store.isTested, ownIdentity == nil else { return }
    var next = parent
    while let place = next {
      if let id = place.ownIdentity {
        return store.tester.note(IdentifiedModel(name: place.name, id: id), of: self)
      }
      next = place.parent
    }
  }
}

/// A kind of model, and the identity of one.
// SAFETY: an identity is a part of a state, which is Sendable, and is only described.
struct IdentifiedModel: @unchecked Sendable {
  let name: String
  let id: Any

  var phrase: String { "\(name) with the id \(id is String ? String(reflecting: id) : "\(id)")" }
}

/// A model of a store in the words of a test: for test support.
@_spi(Strata)
public struct ModelPlace: Sendable {
  /// The kind of model, with the nearest identity: `Counter of the Row with the id 3`.
  public let phrase: String
  /// What follows `store.model` in an expression that leads to it; `nil` if there is none, or it has been removed.
  public let path: String?
}

extension Context {
  /// The model that a context is of, in the words of a test: for test support.
  @_spi(Strata)
  public var modelPlace: ModelPlace? {
    (keptObject as? AnyPlace).map { ModelPlace(phrase: $0.phrase, path: $0.pathOfTest) }
  }
}

extension AnyPlace {
  /// The expression of a test that leads here from the model of the root.
  fileprivate final var pathOfTest: String? {
    guard !hasEnded.load(ordering: .acquiring) else { return nil }
    guard let parent else { return "" }
    guard let step = stepOfTest, let path = parent.pathOfTest else { return nil }
    // The only field of the root is the one that declares its models.
    let property = parent.modelType == nil ? "" : ".$\(field?.name ?? "")"
    return path + property + step
  }
}
