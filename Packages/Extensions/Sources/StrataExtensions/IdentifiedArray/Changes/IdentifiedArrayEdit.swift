/// One change of an ``IdentifiedArray``, in the order in which changes were made.
///
/// Each position counts in the array as the edits before have left it. So making the edits one after the other turns
/// the old array into the new one.
public enum IdentifiedArrayEdit<Element> {
  /// An element was inserted and stands at the position.
  case insert(Element, at: Int)
  /// The element that stood at the position was removed.
  case remove(Element, at: Int)
  /// The second element replaced the first, or the first became it by a change in place.
  case replace(Element, with: Element, at: Int)
  /// The element was taken from the first position and then inserted at the second.
  case move(Element, from: Int, to: Int)
}

extension IdentifiedArrayEdit: Sendable where Element: Sendable {}
extension IdentifiedArrayEdit: Equatable where Element: Equatable {}
extension IdentifiedArrayEdit: Hashable where Element: Hashable {}

extension IdentifiedArrayEdit {
  /// Makes the edit in a plain array.
  ///
  /// - Precondition: The array is as it was before the edit.
  /// - Complexity: O(*n*), or O(1) for a replacement.
  @inlinable
  public func apply(to elements: inout [Element]) {
    switch self {
    case .insert(let element, let position):
      elements.insert(element, at: position)
    case .remove(_, let position):
      elements.remove(at: position)
    case .replace(_, let element, let position):
      elements[position] = element
    case .move(_, let source, let target):
      elements.insert(elements.remove(at: source), at: target)
    }
  }
}
