package import StrataDependencies

/// The changes of a context to its parent's dependencies, and its uses of attached contexts.
///
/// The properties are those of ``ContextFacets`` with their names.
final class DependencyRecord: ContextFacet {
  @safe @exclusivity(unchecked) var dependencies: ContextDependencies = ContextDependencies()
  @safe @exclusivity(unchecked) var uses: [DependencyUse] = []
  @safe @exclusivity(unchecked) var users: DependencyUsers = DependencyUsers()
  @safe @exclusivity(unchecked) var lookup: DependencyLookup?
}

/// Finds the dependency among values of whose model a context is.
package typealias DependencyLookup = @Sendable (DependencyValues) -> Context

extension ContextFacets {
  private var dependencyRecord: DependencyRecord? { dependencyFacet.known() }

  /// The changes that the context makes to its parent's dependencies.
  var dependencies: ContextDependencies {
    get { dependencyRecord?.dependencies ?? ContextDependencies() }
    _modify { yield &dependencyFacet.ensured(DependencyRecord.self).dependencies }
  }

  /// The attached contexts that the context uses as dependencies, in the order of first use.
  var uses: [DependencyUse] {
    get { dependencyRecord?.uses ?? [] }
    _modify { yield &dependencyFacet.ensured(DependencyRecord.self).uses }
  }

  /// The dependency that the context is the value of, unless it is a default.
  var lookup: DependencyLookup? {
    get { dependencyRecord?.lookup }
    _modify { yield &dependencyFacet.ensured(DependencyRecord.self).lookup }
  }

  /// The users of the context as a dependency.
  var users: DependencyUsers {
    get { dependencyRecord?.users ?? DependencyUsers() }
    _modify { yield &dependencyFacet.ensured(DependencyRecord.self).users }
  }
}

extension ContextFacets {
  /// Whether the context is used as a dependency.
  @inline(__always)
  var hasUsers: Bool { dependencyFacet != nil && !users.isEmpty }

  /// Whether the context changes what it inherits.
  var changesDependencies: Bool { dependencyRecord?.dependencies.isAnyKnown ?? false }

  /// Whether the context uses a dependency, or is used as one.
  var isOfDependency: Bool {
    guard let dependencyRecord else { return false }
    return !dependencyRecord.uses.isEmpty || !dependencyRecord.users.isEmpty
  }
}
