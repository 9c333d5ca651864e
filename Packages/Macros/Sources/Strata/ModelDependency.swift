import StrataModels

/// Makes a property of a model give the dependency that its type names.
///
/// ```swift
/// @Model struct CounterModel {
///   @ModelDependency var factClient: FactClient
///   var fact: String?
///
///   func factButtonTapped() {
///     node.task { fact = try await factClient.fetch(2) } catch: { _ in }
///   }
/// }
/// ```
///
/// The type is the dependency's key, and its own value: `FactClient: DependencyKey`. The property stores nothing;
/// each use resolves it at the model's position in the tree, as `node[FactClient.self]` does. No initializer has
/// a parameter for it.
@attached(accessor, names: named(get))
public macro ModelDependency() =
  #externalMacro(module: "StrataMacros", type: "ModelDependencyMacro")

/// Makes a property of a model give the dependency that a key path leads to.
///
/// ```swift
/// @Model struct Reminder {
///   @ModelDependency(\.continuousClock) var clock: any Clock<Duration>
/// }
/// ```
///
/// The property stores nothing; each use resolves it at the model's position in the tree, as
/// `node.continuousClock` does. Its type must be written, because a macro cannot look it up.
///
/// - Parameter keyPath: The dependency's key path in `DependencyValues`, or that of a part of it.
@attached(accessor, names: named(get))
public macro ModelDependency<Value>(_ keyPath: KeyPath<DependencyValues, Value>) =
  #externalMacro(module: "StrataMacros", type: "ModelDependencyMacro")

/// Makes a property of a model give the dependency that a key names.
///
/// ```swift
/// @Model struct CounterModel {
///   @ModelDependency(FactClientKey.self) var factClient: FactClient
/// }
/// ```
///
/// - Parameter key: The type that names the dependency.
@attached(accessor, names: named(get))
public macro ModelDependency<Key: TestDependencyKey>(_ key: Key.Type) =
  #externalMacro(module: "StrataMacros", type: "ModelDependencyMacro")
