/// The derived values that a context owns.
///
/// The properties are those of ``ContextFacets`` with their names.
final class DerivedRecord: ContextFacet {
  @safe @exclusivity(unchecked) var derivedNodes: [ObjectIdentifier: DerivedNode] = [:]
  @safe @exclusivity(unchecked) var memos: [MemoKey: any Sendable] = [:]
  @safe @exclusivity(unchecked) var memoNames: [Int: ContiguousArray<ProgramName>] = [:]
}

extension ContextFacets {
  private var derivedRecord: DerivedRecord? { derivedFacet.known() }

  /// The derived values that this context owns.
  var derivedNodes: [ObjectIdentifier: DerivedNode] {
    get { derivedRecord?.derivedNodes ?? [:] }
    _modify { yield &derivedFacet.ensured(DerivedRecord.self).derivedNodes }
  }

  /// The derived values that the context caches for the layer above.
  var memos: [MemoKey: any Sendable] {
    get { derivedRecord?.memos ?? [:] }
    _modify { yield &derivedFacet.ensured(DerivedRecord.self).memos }
  }

  /// The program's names of such values, by their hashes.
  var memoNames: [Int: ContiguousArray<ProgramName>] {
    get { derivedRecord?.memoNames ?? [:] }
    _modify { yield &derivedFacet.ensured(DerivedRecord.self).memoNames }
  }
}
