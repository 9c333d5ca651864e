import StrataConcurrency
import StrataCore

/// A property of a type of state that declares models: where it is, and how its children are made.
// SAFETY: constants.
class StateField: @unchecked Sendable {
  let name: String
  let offset: Int
  /// Its place among the fields; the children's slot in the context has the same number.
  let number: Int
  /// The bytes that the property takes.
  var size: Int { OneStoreTrap.abstract() }

  init(name: String, offset: Int, number: Int) {
    self.name = name
    self.offset = offset
    self.number = number
  }

  /// Makes the table of the field's children in a place.
  func makeTable(of parent: AnyPlace) -> ChildTable { OneStoreTrap.abstract() }

  /// Puts a mark into the field of a copy.
  @unsafe
  func setMark(_ mark: UInt16, in state: UnsafeMutableRawPointer) { OneStoreTrap.abstract() }

  /// Whether a path of some type leads to a property of this field's type.
  func isOf<Models: ModelContainer>(_ type: Models.Type) -> Bool { OneStoreTrap.abstract() }
}

/// The property of one type of models.
// SAFETY: constants.
final class ModelField<Models: ModelContainer>: StateField, @unchecked Sendable {
  override var size: Int { MemoryLayout<StateModel<Models>>.size }

  override func makeTable(of parent: AnyPlace) -> ChildTable {
    ModelTable<Models>(self, of: parent)
  }

  @unsafe
  override func setMark(_ mark: UInt16, in state: UnsafeMutableRawPointer) {
    unsafe pointer(in: state).pointee.mark = mark
  }

  override func isOf<Other: ModelContainer>(_ type: Other.Type) -> Bool { type == Models.self }

  /// Where the property is in a state.
  @unsafe
  func pointer(in state: UnsafeMutableRawPointer) -> UnsafeMutablePointer<StateModel<Models>> {
    unsafe (state + offset).assumingMemoryBound(to: StateModel<Models>.self)
  }

  /// Where the property is in a state.
  @unsafe
  func pointer(in state: UnsafeRawPointer) -> UnsafePointer<StateModel<Models>> {
    unsafe (state + offset).assumingMemoryBound(to: StateModel<Models>.self)
  }

  /// Where the states of the models are in a state.
  @unsafe
  func container(in state: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Models.Container> {
    // SAFETY: the container is the first stored property of the wrapper.
    unsafe (state + offset).assumingMemoryBound(to: Models.Container.self)
  }
}
