/// Names a dependency and declares its values without overrides.
///
/// ```swift
/// struct FactClient {
///   var fetch: @Sendable (Int) async throws -> String
/// }
///
/// extension FactClient: DependencyKey {
///   static let liveValue = FactClient(fetch: { number in try await download(number) })
/// }
///
/// extension DependencyValues {
///   var factClient: FactClient {
///     get { self[FactClient.self] }
///     set { self[FactClient.self] = newValue }
///   }
/// }
/// ```
///
/// Only ``liveValue`` is needed. The preview value is then the live one, and so is the test value. But a live value
/// that a test has not asked for is reported, once for each line that uses it. A test that reaches the network by accident can also fail by
/// accident.
public protocol DependencyKey: TestDependencyKey {
  /// The value in the live context.
  static var liveValue: Value { get }

  /// The type of the dependency; the key itself by default.
  associatedtype Value = Self

  /// The value in the preview context; ``liveValue`` unless declared.
  static var previewValue: Value { get }

  /// The value in the test context; ``liveValue``, with each use reported, unless declared.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The live value; each use of it in the test context is reported.
  public static var testValue: Value {
    StandIns.note(.liveValue, for: Self.self)
    return liveValue
  }
}
