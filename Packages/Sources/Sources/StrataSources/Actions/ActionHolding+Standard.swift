import Foundation

extension Action: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool { true }

  func visitActions(_ search: inout ActionSearch) { target?.visitActions(&search) }
}

extension Optional: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool {
    ActionPlaces.mayHold(Wrapped.self, &visiting)
  }

  func visitActions(_ search: inout ActionSearch) {
    if let self { search.visit(self) }
  }
}

extension Result: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool {
    ActionPlaces.mayHold(Success.self, &visiting)
  }

  func visitActions(_ search: inout ActionSearch) {
    if case .success(let value) = self { search.visit(value) }
  }
}

extension ActionHolding where Self: Sequence {
  func visitActions(_ search: inout ActionSearch) {
    for element in self { search.visit(element) }
  }
}

extension Array: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool {
    ActionPlaces.mayHold(Element.self, &visiting)
  }
}

extension ArraySlice: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool {
    ActionPlaces.mayHold(Element.self, &visiting)
  }
}

extension ContiguousArray: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool {
    ActionPlaces.mayHold(Element.self, &visiting)
  }
}

extension Set: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool {
    ActionPlaces.mayHold(Element.self, &visiting)
  }
}

extension Dictionary: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool {
    ActionPlaces.mayHold(Key.self, &visiting) || ActionPlaces.mayHold(Value.self, &visiting)
  }

  func visitActions(_ search: inout ActionSearch) {
    for (key, value) in self {
      search.visit(key)
      search.visit(value)
    }
  }
}

// Their storage is memory in which reflection finds nothing.

extension Dictionary.Keys: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool {
    ActionPlaces.mayHold(Key.self, &visiting)
  }
}

extension Dictionary.Values: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool {
    ActionPlaces.mayHold(Value.self, &visiting)
  }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool {
    ActionPlaces.mayHold(Element.self, &visiting)
  }

  func visitActions(_ search: inout ActionSearch) {
    for index in indices { search.visit(self[index]) }
  }
}

/// A type whose values contain no actions, though they are not plain bytes.
private protocol ActionFree: ActionHolding {}

extension ActionFree {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool { false }

  func visitActions(_ search: inout ActionSearch) {}
}

extension Data: ActionFree {}
extension URL: ActionFree {}
extension AttributedString: ActionFree {}
extension Character: ActionFree {}
extension Decimal: ActionFree {}
extension Locale: ActionFree {}
extension Calendar: ActionFree {}
extension TimeZone: ActionFree {}

// Their actions belong to their own models.
extension Source: ActionFree {}
