@_spi(Strata) import StrataCore

// An inspector sets the state of a tree of models to one that it has recorded.
extension ModelHooks: RestorableState {
  var restoredProperty: String? { nil }

  func restoreState(
    of root: Context,
    from state: ([CodingUserInfoKey: any Sendable]) -> any Decoder
  ) throws {
    guard let model = anyHandle(of: root) as? any SavableModel else {
      throw RestorationError.notSavable(root.layout.name)
    }
    try model.restoreState(from: state)
  }
}

extension SavableModel {
  /// Restores the state that a decoder has, as one transaction.
  fileprivate func restoreState(
    from state: ([CodingUserInfoKey: any Sendable]) -> any Decoder
  ) throws {
    let reading = SavedStateReading()
    try take(Self(from: state([SavedStateReading.key: reading])), reading)
  }
}
