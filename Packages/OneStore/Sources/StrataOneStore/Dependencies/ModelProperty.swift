import StrataConcurrency
import StrataCore

/// Declares a value that a model keeps outside of its state.
///
/// ```swift
/// @ModelProperty var search: Task<Void, Never>? = nil
/// ```
///
/// All values of the model at one place share it. It is no part of the state's equality, of tests or of time
/// travel. It begins with the declared value in each life of the place, and ends with it.
@propertyWrapper
public struct ModelProperty<Value: Sendable>: Sendable {
  private let box: PropertyBox<Value>?
  private let declaration: CallSite

  /// Declares a value.
  ///
  /// - Parameters:
  ///   - wrappedValue: The first value; asked for once in each life of the place.
  ///   - fileID: The line of the declaration, like the next three for reports.
  ///   - filePath: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
  public init(
    wrappedValue: @autoclosure () -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    declaration = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let construction = unsafe ModelConstruction.current else {
      box = nil
      return
    }
    let key = unsafe PropertyKey(
      model: construction.pointee.model,
      number: construction.pointee.propertyCount
    )
    unsafe construction.pointee.propertyCount += 1
    box = unsafe construction.pointee.place.property(key, wrappedValue)
  }

  private var present: PropertyBox<Value> {
    guard let box else { OneStoreTrap.noStore(declaration) }
    return box
  }

  /// The value.
  public var wrappedValue: Value {
    get { present.value }
    nonmutating set { present.value = newValue }
  }

  /// The property itself: its values as a sequence, the current one first.
  public var projectedValue: ModelProperty { self }
}

extension ModelProperty: AsyncSequence {
  /// A value.
  public typealias Element = Value

  /// Takes the values in order.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: MulticastSequence<Value>.Iterator

    init(_ base: MulticastSequence<Value>.Iterator) {
      self.base = base
    }

    /// Waits for the next value.
    ///
    /// - Returns: The value; `nil` at the end of the model, or when the calling task is cancelled.
    public mutating func next() async -> Value? { await base.next(isolation: #isolation) }

    /// Waits for the next value.
    ///
    /// - Returns: The value; `nil` at the end of the model, or when the calling task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      await base.next(isolation: actor)
    }
  }

  /// Makes an iterator that begins with the current value.
  public func makeAsyncIterator() -> Iterator { Iterator(present.values.makeAsyncIterator()) }
}

@available(*, unavailable)
extension ModelProperty.Iterator: Sendable {}
