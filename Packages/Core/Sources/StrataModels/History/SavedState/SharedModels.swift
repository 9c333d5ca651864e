import StrataCore

/// Numbers the models that are in several places of a saved state.
///
/// Each place gets the whole model, so that a migration finds it there. The number says that it is one model: the
/// first place makes it, and the others use it.
final class SharedModels: Sendable {
  static var key: CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: "StrataModels.SharedModels") else {
      preconditionFailure("CodingUserInfoKey(rawValue:) takes any string")
    }
    return key
  }

  /// The name under which the number is saved; no property can have it.
  static let name = "@shared"

  private let numbers: [ObjectIdentifier: Int]

  /// Finds the models that are below another in several places.
  ///
  /// Iterative: a tree may be deeper than a thread's stack.
  ///
  /// - Complexity: O(*n*) in the number of models.
  init(below root: Context) {
    var numbers: [ObjectIdentifier: Int] = [:]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
    var waiting = [root]
    while let context = waiting.popLast() {
      for slot in context.layout.slots.indices {
        (context.anyValue(at: slot) as? any ContextContainer)?.forEachContext { held in
          let key = ObjectIdentifier(held)
          if seen.insert(key).inserted {
            waiting.append(held)
          } else if numbers[key] == nil {
            numbers[key] = numbers.count + 1
          }
        }
      }
    }
    self.numbers = numbers
  }

  /// The number of a model; `nil` for a model in one place.
  func number(of context: Context) -> Int? { numbers[ObjectIdentifier(context)] }
}
