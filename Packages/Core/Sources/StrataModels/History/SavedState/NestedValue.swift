import StrataCore

/// A property whose value contains itself many times, as an indirect enum does.
struct NestedValue {
  /// `Link.trail`.
  let property: String
  /// How many values are inside one another.
  let depth: Int

  /// The deepest value of the models of a tree, for the text of an error.
  ///
  /// Iterative: a value may be deeper than a thread's stack.
  ///
  /// - Returns: `nil` if no value is deeper than the limit for JSON.
  /// - Complexity: O(*n*) in the parts of all values.
  static func deepest(below root: Context) -> NestedValue? {
    var deepest: NestedValue?
    var waiting = [root]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
    while let context = waiting.popLast() {
      waiting += context.children.map(\.context).filter {
        seen.insert(ObjectIdentifier($0)).inserted
      }
      for (slot, descriptor) in context.layout.slots.enumerated() {
        guard let value = context.anyValue(at: slot) else { continue }
        let depth = depth(of: value)
        guard depth > max(deepest?.depth ?? 0, JSONNesting.limit / 2) else { continue }
        let property = "\(context.layout.name).\(descriptor.name)"
        deepest = NestedValue(property: property, depth: depth)
      }
    }
    return deepest
  }

  /// How many values are inside one another, without those of other models.
  ///
  /// The payload of a case counts with its case.
  private static func depth(of value: Any) -> Int {
    var depth = 0
    var level: [Any] = [value]
    while !level.isEmpty {
      depth += 1
      level = level.flatMap { part in
        Mirror(reflecting: part).children.flatMap { child -> [Any] in
          let mirror = Mirror(reflecting: child.value)
          return mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [child.value]
        }
      }.filter { !($0 is any Model) && !($0 is String) }
    }
    return depth
  }
}
