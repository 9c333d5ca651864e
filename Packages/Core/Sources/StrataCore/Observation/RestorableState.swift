/// A part of a root that sets the state of its tree to one that was recorded.
///
/// The hooks of the root's layout, or the object that the root retains, are such a part where a dialect can do it.
@_spi(Strata)
public protocol RestorableState: Sendable {
  /// The property of the root that is the whole state; `nil` if the root and all below it are.
  var restoredProperty: String? { get }

  /// Sets the state in one step, with the running cause.
  ///
  /// All is decoded before anything is changed.
  ///
  /// - Parameters:
  ///   - root: The root of the tree.
  ///   - state: Makes the decoder of the state, with user information.
  /// - Throws: ``RestorationError``, and the errors of decoding; the state is unchanged.
  func restoreState(
    of root: Context,
    from state: ([CodingUserInfoKey: any Sendable]) -> any Decoder
  ) throws
}

extension Context {
  /// The part that sets the state of the tree with this root; `nil` if its dialect cannot.
  @_spi(Strata) public var restorableState: (any RestorableState)? {
    keptObject as? any RestorableState ?? layout.hooks as? any RestorableState
  }
}

/// The reason why a recorded state cannot be set.
@_spi(Strata)
public struct RestorationError: Error, Hashable, CustomStringConvertible {
  /// Whole sentences.
  public let description: String

  private init(_ description: String) { self.description = description }

  /// For a state whose type cannot be decoded.
  public static func notDecodable(_ type: Any.Type) -> RestorationError {
    RestorationError("\(type) is not Decodable. Make it Codable.")
  }

  /// For a model that declares no saved state.
  public static func notSavable(_ name: String) -> RestorationError {
    RestorationError("\(name) is no SavableModel. Make it one.")
  }

  /// For a state whose owner has been released.
  public static func ended(_ name: String) -> RestorationError {
    RestorationError("\(name) has ended.")
  }
}
