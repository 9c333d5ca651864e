import Foundation

extension DependencyValues {
  /// Makes identifiers.
  ///
  /// Live and preview: random ones. Test: reported; always the identifier of zeros.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

private enum UUIDGeneratorKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
  static var testValue: UUIDGenerator {
    standIn(
      .constant(UUIDGenerator.numbered(0)),
      advice: "Override it, for example with `$0.uuid = .incrementing`."
    )
  }
}
