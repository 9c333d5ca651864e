import StrataCore

/// The functions in the properties of a context, by the names of the properties.
///
/// The captures of a function cannot be inspected. So each function is a suspect if a tree keeps itself alive.
enum HeldFunctions {
  static func of(_ context: Context) -> [String] {
    let slots = context.layout.slots.indices.compactMap { slot -> String? in
      guard let value = context.anyValue(at: slot), !(value is any ContextContainer) else {
        return nil
      }
      return hasFunction(value, depth: 3) ? context.layout.slots[slot].name : nil
    }
    // A property without a slot is a part of the value that stands for the context.
    let constants = context.keptHandle.map { handle in
      Mirror(reflecting: handle).children.compactMap { child -> String? in
        guard let label = child.label, !(child.value is any ContextContainer) else { return nil }
        return hasFunction(child.value, depth: 3) ? label : nil
      }
    }
    return slots + (constants ?? [])
  }

  /// Whether a value is a function or a plain value with one inside.
  private static func hasFunction(_ value: Any, depth: Int) -> Bool {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case nil: return "\(type(of: value))".contains("->")
    case .struct, .tuple, .optional, .enum, .collection, .dictionary:
      // Of a long list the first elements say enough.
      return depth > 0
        && mirror.children.prefix(20).contains { hasFunction($0.value, depth: depth - 1) }
    default: return false
    }
  }
}
