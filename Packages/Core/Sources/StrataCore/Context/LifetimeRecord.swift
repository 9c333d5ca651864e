/// The data about beginnings, ends and earlier incarnations of a context.
///
/// The properties are those of ``ContextFacets`` with their names.
final class LifetimeRecord: ContextFacet {
  @safe @exclusivity(unchecked) var activationBodies: ActivationBodies = ActivationBodies()
  @safe @exclusivity(unchecked) var formerTrees: [Tree] = []
  @safe @exclusivity(unchecked) var unfinishedLifetimes: Int = 0
  @safe @exclusivity(unchecked) var endingLifetimes: Int = 0
  @safe @exclusivity(unchecked) var supersededBodies: Int = 0
  @safe @exclusivity(unchecked) var timesDeferred: UInt32 = 0
  @safe @exclusivity(unchecked) var reportedAccessesAfterEnd: AccessAfterEnd = []
  @safe @exclusivity(unchecked) var removal: Removal?
  @safe @exclusivity(unchecked) var handle: (any Sendable)?
  @safe @exclusivity(unchecked) var formerReaders: [FormerReader] = []
}

extension ContextFacets {
  private var lifetimeRecord: LifetimeRecord? { lifetimeFacet.known() }

  /// The callbacks at the beginning of an incarnation.
  var activationBodies: ActivationBodies {
    get { lifetimeRecord?.activationBodies ?? ActivationBodies() }
    _modify { yield &lifetimeFacet.ensured(LifetimeRecord.self).activationBodies }
  }

  /// Trees this context has left and outlived; a slow reader may still take one of their locks.
  var formerTrees: [Tree] {
    get { lifetimeRecord?.formerTrees ?? [] }
    _modify { yield &lifetimeFacet.ensured(LifetimeRecord.self).formerTrees }
  }

  /// How many earlier incarnations have not finished yet.
  var unfinishedLifetimes: Int {
    get { lifetimeRecord?.unfinishedLifetimes ?? 0 }
    _modify { yield &lifetimeFacet.ensured(LifetimeRecord.self).unfinishedLifetimes }
  }

  /// How many ended incarnations have work that is still being cancelled.
  var endingLifetimes: Int {
    get { lifetimeRecord?.endingLifetimes ?? 0 }
    _modify { yield &lifetimeFacet.ensured(LifetimeRecord.self).endingLifetimes }
  }

  /// How many bodies that were replaced by others have not returned yet.
  var supersededBodies: Int {
    get { lifetimeRecord?.supersededBodies ?? 0 }
    _modify { yield &lifetimeFacet.ensured(LifetimeRecord.self).supersededBodies }
  }

  /// How often a commit has removed the context and kept it alive for an inserted one.
  var timesDeferred: UInt32 {
    get { lifetimeRecord?.timesDeferred ?? 0 }
    _modify { yield &lifetimeFacet.ensured(LifetimeRecord.self).timesDeferred }
  }

  /// Whether an access after the context's end has been reported.
  var reportedAccessesAfterEnd: AccessAfterEnd {
    get { lifetimeRecord?.reportedAccessesAfterEnd ?? [] }
    _modify { yield &lifetimeFacet.ensured(LifetimeRecord.self).reportedAccessesAfterEnd }
  }

  /// The last removal, if code that the tree has called was running or due then.
  var removal: Removal? {
    get { lifetimeRecord?.removal }
    _modify { yield &lifetimeFacet.ensured(LifetimeRecord.self).removal }
  }

  /// The trackers of values that have ended with an earlier incarnation.
  var formerReaders: [FormerReader] {
    get { lifetimeRecord?.formerReaders ?? [] }
    _modify { yield &lifetimeFacet.ensured(LifetimeRecord.self).formerReaders }
  }

  /// Whether there are such trackers.
  var hasFormerReaders: Bool { lifetimeRecord?.formerReaders.isEmpty == false }

  /// The handle that the layer above stores, if it cannot make one from the context alone.
  var handle: (any Sendable)? {
    get { lifetimeRecord?.handle }
    _modify { yield &lifetimeFacet.ensured(LifetimeRecord.self).handle }
  }
}

extension ContextFacets {
  /// Whether writes of cancelled tasks are rejected.
  var rejectsCancelledTasks: Bool { unfinishedLifetimes > 0 || supersededBodies > 0 }
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
    guard phase == .detached, let facets, facets.incarnation > 0, layout.slotCount > 0,
      unsafe headers[0].flags.contains(.rejected)
    else { return nil }
    return facets.formerTrees.last
  }
}
