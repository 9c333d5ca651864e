import StrataConcurrency

/// The types whose values are functions and cannot be compared.
enum FunctionTypes {
  private static let known = Locked<[ObjectIdentifier: Bool]>([:], rank: .leaf)

  /// Whether a type is a function's; not one that may contain a function, such as an optional.
  static func contains(_ type: Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let isFunction = known.withLock({ $0[id] }) { return isFunction }
    let isFunction = isFunction("\(type)"[...])
    known.withLock { $0[id] = isFunction }
    return isFunction
  }

  /// Whether a type's name has an arrow outside of all brackets but those around the whole, and no comma there.
  private static func isFunction(_ name: Substring) -> Bool {
    var (depth, last) = (0, Character(" "))
    var hasArrow = false
    for character in name {
      switch character {
      case "(", "[", "<": depth += 1
      case ">" where last == "-": hasArrow = hasArrow || depth == 0
      case ")", "]", ">": depth -= 1
      case "," where depth == 0: return false
      default: break
      }
      last = character
    }
    if hasArrow { return true }
    guard name.first == "(", name.last == ")", name.count > 2 else { return false }
    return isFunction(name.dropFirst().dropLast())
  }
}
