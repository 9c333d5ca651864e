/// An ordered collection in which each element has an id of its own.
///
/// It is an array that finds its elements by id and never contains two elements of one id:
///
/// ```swift
/// struct Row: Identifiable { let id: Int; var title: String }
///
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "One"), Row(id: 2, title: "Two")]
/// rows[id: 2]?.title = "Deux"       // in place, without a search
/// rows.append(Row(id: 2, title: "")) // (inserted: false, index: 1): the id is taken
/// rows.remove(id: 1)                 // Row(id: 1, title: "One")
/// rows[id: 1]                        // nil
/// ```
///
/// Prefer it to `Array` where elements live longer than their positions. Prefer a dictionary where
/// order means nothing.
///
/// **Equal ids.** An id identifies one element of the array. Each operation's contract defines the treatment of a
/// second one, which never corrupts the array:
/// - ``append(_:)``, ``insert(_:at:)``, `append(contentsOf:)`, ``insert(contentsOf:at:)``, ``replaceSubrange(_:with:)``
///   and ``init(_:)`` preserve the present element and leave the new one out. The first two return whether they
///   inserted.
/// - ``updateOrAppend(_:)`` and ``updateOrInsert(_:at:)`` replace the present element.
/// - ``init(uniqueElements:)``, array literals, and a change in place that takes another element's id
///   end the program: they state that ids are unique.
/// - Decoding throws.
///
/// **Why not a `MutableCollection` or `RangeReplaceableCollection`.** Algorithms on these may assign any element
/// anywhere and contain one twice meanwhile. The operations of both exist here, with their own contracts, and
/// `array[position]` changes elements in place.
///
/// **Complexity.** Elements are stored in one piece, as in `Array`. So reading by position is O(1), and an edit moves
/// the elements behind it, a plain memory move. Finding by id is O(1) while the array grows and shrinks at its ends,
/// and at worst O(log *n*) after edits in the middle. An insertion or a move in the middle writes O(log *n*) entries of
/// the hash table on average, a removal at most eight. Two kinds of operations write the entries of all elements:
/// reordering all of them, and replacing a range in the middle by many.
///
/// **Threads.** The array is a value like `Array`: copies are independent; one value may be read by many threads or
/// changed by one. The array is `Sendable` when its ids and elements are. If the elements' conformance to
/// `Identifiable` is isolated to an actor, use the array on that actor alone. The compiler cannot see which conformance
/// an array was made with.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var storage: [Element]
  @usableFromInline var box: IdentifiedArrayBox<ID, Element>

  @inlinable
  init(storage: [Element], box: IdentifiedArrayBox<ID, Element>) {
    self.storage = storage
    self.box = box
  }

  /// The elements as a plain array, in order.
  ///
  /// - Complexity: O(1): storage is shared until either changes.
  @inlinable public var elements: [Element] { storage }

  /// The ids of the elements, in order.
  ///
  /// - Complexity: O(*n*); each call reads the id of every element.
  @inlinable public var ids: [ID] { storage.map(box.identify) }

  /// The id that the array reads from an element.
  @inlinable
  public func id(of element: Element) -> ID { box.identify(element) }

  /// Gives this value a box of its own before the box changes.
  @inlinable
  mutating func makeBoxUnique() {
    if !isKnownUniquelyReferenced(&box) {
      box = IdentifiedArrayBox(identify: box.identify, index: box.index)
    }
  }
}

/// An ``IdentifiedArray`` of identifiable elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>
