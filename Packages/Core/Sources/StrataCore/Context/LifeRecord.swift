/// The data about beginnings, ends and earlier incarnations of a context.
///
/// The properties are those of ``ContextParts`` with their names.
final class LifeRecord: ContextFacet {
  @safe @exclusivity(unchecked) var activationBodies: ActivationBodies = ActivationBodies()
  @safe @exclusivity(unchecked) var formerTrees: [Tree] = []
  @safe @exclusivity(unchecked) var unfinishedLives: Int = 0
  @safe @exclusivity(unchecked) var endingLives: Int = 0
  @safe @exclusivity(unchecked) var supersededBodies: Int = 0
  @safe @exclusivity(unchecked) var timesSpared: UInt32 = 0
  @safe @exclusivity(unchecked) var reportedLateAccesses: LateAccess = []
  @safe @exclusivity(unchecked) var handle: (any Sendable)?
}

extension ContextParts {
  private var lifeRecord: LifeRecord? { lifeFacet.known() }

  /// The callbacks at the beginning of an incarnation.
  var activationBodies: ActivationBodies {
    get { lifeRecord?.activationBodies ?? ActivationBodies() }
    _modify { yield &lifeFacet.ensured(LifeRecord.self).activationBodies }
  }

  /// Trees this context has left and outlived; a slow reader may still take one of their locks.
  var formerTrees: [Tree] {
    get { lifeRecord?.formerTrees ?? [] }
    _modify { yield &lifeFacet.ensured(LifeRecord.self).formerTrees }
  }

  /// How many earlier incarnations have not finished yet.
  var unfinishedLives: Int {
    get { lifeRecord?.unfinishedLives ?? 0 }
    _modify { yield &lifeFacet.ensured(LifeRecord.self).unfinishedLives }
  }

  /// How many ended incarnations have work that is still being cancelled.
  var endingLives: Int {
    get { lifeRecord?.endingLives ?? 0 }
    _modify { yield &lifeFacet.ensured(LifeRecord.self).endingLives }
  }

  /// How many bodies that were replaced by others have not returned yet.
  var supersededBodies: Int {
    get { lifeRecord?.supersededBodies ?? 0 }
    _modify { yield &lifeFacet.ensured(LifeRecord.self).supersededBodies }
  }

  /// How often a commit has removed the context and kept it alive for an inserted one.
  var timesSpared: UInt32 {
    get { lifeRecord?.timesSpared ?? 0 }
    _modify { yield &lifeFacet.ensured(LifeRecord.self).timesSpared }
  }

  /// Whether an access after the context's end has been reported.
  var reportedLateAccesses: LateAccess {
    get { lifeRecord?.reportedLateAccesses ?? [] }
    _modify { yield &lifeFacet.ensured(LifeRecord.self).reportedLateAccesses }
  }

  /// The handle that the layer above stores, if it cannot make one from the context alone.
  var handle: (any Sendable)? {
    get { lifeRecord?.handle }
    _modify { yield &lifeFacet.ensured(LifeRecord.self).handle }
  }
}

extension ContextParts {
  /// Whether writes of cancelled tasks are rejected.
  var refusesCancelledTasks: Bool { unfinishedLives > 0 || supersededBodies > 0 }
}

/// The closures at the beginning of an incarnation.
struct ActivationBodies: Sendable {
  /// Called before the activation, in the order of their registration.
  var before: [@Sendable (Context) -> Void] = []
  /// Called after the activation.
  var after: [@Sendable (Context) -> Void] = []
}

extension Context {
  /// The former tree of a context that is about to join one again; called with the lock held.
  var treeLeftBefore: Tree? {
    guard phase == .detached, let parts, parts.life > 0, layout.slotCount > 0,
      unsafe headers[0].flags.contains(.refused)
    else { return nil }
    return parts.formerTrees.last
  }
}
