import StrataConcurrency
@_spi(Strata) import StrataCore
import Synchronization

/// The whole state of a store, as the state of a model that has nothing but the root.
// SAFETY: nothing is added to what is inherited.
final class RootPlace<Models: ModelContainer>: Place<StateModel<Models>>, ExternalState,
  RestorableState, @unchecked Sendable
{
  init(store: StoreCore, named name: String) {
    super.init(
      store: store,
      parent: nil,
      table: nil,
      modelType: nil,
      schema: .of(StateModel<Models>.self, for: nil, named: name)
    )
    route = .whole
  }

  @unsafe
  override func find(in root: UnsafeRawPointer) -> StateModel<Models>? {
    unsafe root.assumingMemoryBound(to: StateModel<Models>.self).pointee
  }

  @unsafe
  override func begin(
    in root: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<StateModel<Models>>? {
    unsafe root.assumingMemoryBound(to: StateModel<Models>.self)
  }

  @unsafe
  override func finish(
    _ memory: UnsafeMutablePointer<StateModel<Models>>,
    in root: UnsafeMutableRawPointer
  ) {}

  // MARK: The whole state, for recordings

  var externalState: any Sendable { store.anyState }

  func observeExternalStates(
    _ body: @escaping @Sendable (any Sendable, Cause?) -> Void
  ) -> any Cancellable {
    store.observeStates(body)
  }

  // MARK: Setting the whole state, for inspectors

  var restoredProperty: String? { "state" }

  func restoreState(
    of root: Context,
    from state: ([CodingUserInfoKey: any Sendable]) -> any Decoder
  ) throws {
    guard let type = Models.Container.self as? any Decodable.Type else {
      throw RestorationError.notDecodable(Models.Container.self)
    }
    guard let container = try type.init(from: state([:])) as? Models.Container else {
      throw RestorationError.notDecodable(Models.Container.self)
    }
    guard !hasEnded.load(ordering: .acquiring), !store.hasEnded else {
      throw RestorationError.ended(name)
    }
    let change = beginChange()
    change.assign(StateModel(wrappedValue: container))
    endChange(change)
  }

  // SAFETY: the only field of the root is the one that declares its models.
  /// The table of the root's models.
  var models: ModelTable<Models> { unsafe unsafeDowncast(tables[0], to: ModelTable<Models>.self) }
}
