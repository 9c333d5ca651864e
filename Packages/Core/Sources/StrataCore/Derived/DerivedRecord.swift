/// The derived values that a context owns.
///
/// The properties are those of ``ContextParts`` with their names.
final class DerivedRecord: ContextFacet {
  @safe @exclusivity(unchecked) var derivedCells: [ObjectIdentifier: DerivedCell] = [:]
  @safe @exclusivity(unchecked) var memos: [MemoKey: any Sendable] = [:]
}

extension ContextParts {
  private var derivedRecord: DerivedRecord? { derivedFacet.known() }

  /// The derived values that this context owns.
  var derivedCells: [ObjectIdentifier: DerivedCell] {
    get { derivedRecord?.derivedCells ?? [:] }
    _modify { yield &derivedFacet.ensured(DerivedRecord.self).derivedCells }
  }

  /// The derived values that the context caches for the layer above.
  var memos: [MemoKey: any Sendable] {
    get { derivedRecord?.memos ?? [:] }
    _modify { yield &derivedFacet.ensured(DerivedRecord.self).memos }
  }
}
