import StrataConcurrency

/// Declares the state of a model: a view into the store that holds it.
///
/// ```swift
/// @ModelState private var state: State
///
/// func incrementTapped() { state.count += 1 }
/// ```
///
/// The state can be read and changed in place from any task, though the model is a constant. Reads are of the
/// live state, and no view takes note of them. When the state has been removed, reads give its last value, and
/// writes are dropped; the first is reported.
@propertyWrapper
public struct ModelState<State: Sendable>: Sendable {
  @usableFromInline let reference: PlaceReference

  /// Picks up the place that a model is being made for; see ``Model/init()``.
  ///
  /// - Parameters:
  ///   - fileID: The line of the declaration, like the next three for reports.
  ///   - filePath: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    if let place = unsafe ModelConstruction.current?.pointee.reference {
      reference = place
    } else {
      reference = MissingPlace(
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
  }

  var place: Place<State> { reference.place(of: State.self) }

  /// The live state, to be read and changed in place.
  public var wrappedValue: State {
    @inlinable get { reference.copyState(State.self) ?? liveState }
    @inlinable nonmutating set {
      let change = reference.beginChange(of: State.self)
      change.assign(newValue)
      reference.endChange(change)
    }
    @inlinable nonmutating _modify {
      let change = reference.beginChange(of: State.self)
      defer { reference.endChange(change) }
      yield unsafe &change.pointer.pointee
    }
  }

  /// The live state, wherever it is.
  @usableFromInline var liveState: State { place.liveState }

  /// A view of the state, to make models, bindings and views of parts.
  public var projectedValue: StoreView<State, State, Write> { StoreView(whole: place) }
}
