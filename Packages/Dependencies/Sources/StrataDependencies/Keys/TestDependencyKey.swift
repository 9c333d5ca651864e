/// Names a dependency whose test value is known here and whose live value is declared elsewhere.
///
/// Use it when an interface is in one module and its live implementation in another. Code that needs the interface then
/// does not build the implementation. The implementing module makes the same type a ``DependencyKey``. If there is only
/// one module, start with ``DependencyKey``.
///
/// The values are made at most once per context and cached, see ``DependencyValues``. They are made on the thread that
/// asks first, while the library holds no lock. Two threads that ask for the first time at once may both make one, and
/// both get the one that was cached.
///
/// A conformance may not be isolated to an actor: a dependency is asked for from any thread.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency; the key itself by default.
  associatedtype Value: Sendable = Self

  /// The value in the preview context; ``testValue`` unless declared.
  static var previewValue: Value { get }

  /// The value in the test context.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }
}
