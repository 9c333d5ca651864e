@_spi(Strata) import StrataCore
import StrataExtensions

/// The source text behind the name of a property that reaches a child in it: `[0].header`, `?[case: \.detail]?`.
struct ChildPath {
  /// The text.
  private(set) var text = ""
  /// Whether a line with it compiles.
  private(set) var isExact = true

  /// The path with one more step.
  func appending(_ step: String, isExact: Bool = true) -> ChildPath {
    ChildPath(text: text + step, isExact: self.isExact && isExact)
  }
}

/// The paths of all children in the values of some properties.
///
/// A child that no path reaches, because its container hides it, has none.
struct ChildPaths {
  private(set) var paths: [ContextID: ChildPath] = [:]

  /// Finds the paths in a value; none without one.
  ///
  /// - Complexity: O(size of the value).
  init(in value: Any?) {
    if let value { add(value, ChildPath()) }
  }

  private mutating func add(_ value: Any, _ path: ChildPath) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      if let wrapped = mirror.children.first?.value { add(wrapped, path.appending("?")) }
      return
    }
    guard let container = value as? any ContextContainer else { return }
    if container.isHandle {
      container.forEachContext { if paths[$0.id] == nil { paths[$0.id] = path } }
    } else if let elements = value as? any Collection {
      if mirror.displayStyle == .dictionary {
        add(valuesOf: mirror, path)
      } else {
        add(elementsOf: elements, path)
      }
    } else if !(value is any CustomReflectable) {
      // What a type shows of itself by hand need not be what it has.
      add(membersOf: value, mirror, path)
    }
  }

  private mutating func add(elementsOf list: some Collection, _ path: ChildPath) {
    // The elements of a set have no index that a test could write.
    for (index, element) in zip(list.indices, list) {
      guard let index = index as? Int else { return }
      add(element, path.appending("[\(index)]"))
    }
  }

  private mutating func add(valuesOf dictionary: Mirror, _ path: ChildPath) {
    for pair in dictionary.children {
      let parts = Mirror(reflecting: pair.value).children.map(\.value)
      guard parts.count == 2, let key = SourceLiteral.approximation(of: parts[0]) else { continue }
      let isExact = SourceLiteral.text(of: parts[0]) != nil
      add(parts[1], path.appending("[\(key)]?", isExact: isExact))
    }
  }

  private mutating func add(membersOf value: Any, _ mirror: Mirror, _ path: ChildPath) {
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first, let label = payload.label else { return }
      let hasCasePaths = value is any CasePathable
      let step = hasCasePaths ? "[case: \\.\(label)]?" : ".\(label)"
      add(payload: payload.value, path.appending(step, isExact: hasCasePaths))
    case .struct, .class:
      for member in mirror.children {
        guard let label = member.label else { continue }
        let isReadable = PropertyAccess.of(label, in: type(of: value)) > .hidden
        // The storage of a property wrapper or of `lazy` has another name than the property.
        let isStored = !label.hasPrefix("_") && !label.hasPrefix("$")
        add(member.value, path.appending(".\(label)", isExact: isReadable && isStored))
      }
    default: return
    }
  }

  /// Several values of a case are a tuple, and one with a label is that value.
  private mutating func add(payload: Any, _ path: ChildPath) {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else { return add(payload, path) }
    let isOnly = mirror.children.count == 1
    for part in mirror.children {
      let label = part.label.map { $0.hasPrefix(".") ? $0 : ".\($0)" } ?? ""
      add(part.value, isOnly ? path : path.appending(label, isExact: !label.isEmpty))
    }
  }
}

extension ContextContainer {
  /// Whether a value is one model and nothing else.
  fileprivate var isHandle: Bool { Self.contents == .handle }
}
