import Synchronization

/// How the memory of a place's state is found, as far as that takes none of the program's code.
///
/// A route leads through stored properties and array elements. A property is an offset, and so is a property of a
/// property. Only an array's buffer has to be loaded. A route of a model below four models is one addition.
@safe
struct PlaceRoute {
  /// What the last step is.
  enum Step {
    /// The state is found by the place alone, with the program's code.
    case search
    /// The state lies at the offset.
    case property
    /// The state is an element of the array at the offset: `first` is the distance of element 0 from the beginning of
    /// the array's buffer.
    case element(first: Int, stride: Int, isChangedInPlace: Bool)
  }

  let step: Step
  /// The nearest array element above; `nil` for the root.
  // SAFETY: a route is taken only while its place has not ended, and a place's parents end after it.
  unowned(unsafe) let base: AnyPlace?
  /// The distance from the state of the base.
  let offset: Int

  /// The way to the root, and to what has to be looked for.
  static let whole = PlaceRoute(step: .property, base: nil, offset: 0)
  static let unknown = PlaceRoute(step: .search, base: nil, offset: 0)

  private init(step: Step, base: AnyPlace?, offset: Int) {
    self.step = step
    unsafe self.base = base
    self.offset = offset
  }

  /// The way to what a field of a place's state holds.
  init(to shape: FieldShape, at offset: Int, in parent: AnyPlace) {
    let route = parent.route
    switch route.step {
    case .search:
      self = .unknown
      return
    case .property:
      unsafe base = unsafe route.base
      self.offset = route.offset + offset
    case .element:
      unsafe base = parent
      self.offset = offset
    }
    switch shape {
    case .single: step = .property
    case .elements(let first, let stride, let isChangedInPlace):
      step = .element(first: first, stride: stride, isChangedInPlace: isChangedInPlace)
    case .other: step = .search
    }
  }
}

extension AnyPlace {
  /// Where the state is in the live root, while no thread changes that, or this thread alone.
  ///
  /// - Returns: `nil` if the state has no place of its own there, or can only be found with the program's code.
  @unsafe
  final func locate(in root: UnsafeRawPointer) -> UnsafeRawPointer? {
    // A place that has not ended has its state there, and so have those above.
    guard !hasEnded.load(ordering: .relaxed) else { return nil }
    var start = unsafe root
    if let base = unsafe route.base {
      guard let element = unsafe base.locate(in: root) else { return nil }
      unsafe start = element
    }
    let address = unsafe start + route.offset
    switch route.step {
    case .property: return unsafe address
    case .element(let first, let stride, _):
      let index = elementIndex.load(ordering: .relaxed)
      guard index >= 0 else { return nil }
      return unsafe address.load(as: UnsafeRawPointer.self) + (first + index * stride)
    case .search: return nil
    }
  }

  /// Where the state is in the live root, to be changed; nothing on the way to it is shared with another value.
  ///
  /// - Returns: `nil` if it has to be looked for by `beginAny(in:)`.
  @unsafe
  final func locateToChange(in root: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    guard !hasEnded.load(ordering: .relaxed) else { return nil }
    var start = unsafe root
    if let base = unsafe route.base {
      guard let element = unsafe base.locateToChange(in: root) else { return nil }
      unsafe start = element
    }
    let address = unsafe start + route.offset
    switch route.step {
    case .property: return unsafe address
    case .element(let first, let stride, true):
      let index = elementIndex.load(ordering: .relaxed)
      // SAFETY: an array of structs is one reference to its buffer, and only the buffer's count is read.
      guard index >= 0,
        isKnownUniquelyReferenced(&(unsafe address.assumingMemoryBound(to: Buffer.self)).pointee)
      else { return nil }
      return unsafe address.load(as: UnsafeMutableRawPointer.self) + (first + index * stride)
    case .element, .search: return nil
    }
  }
}

/// Stands for the class of an array's buffer.
///
/// A class of its own, because `isKnownUniquelyReferenced` is false for each `AnyObject` in debug builds of Swift 6.3.
private final class Buffer {}
