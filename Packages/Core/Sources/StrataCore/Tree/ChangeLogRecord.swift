/// The data of change logs about a context.
///
/// The properties are those of ``ContextFacets`` with their names.
final class ChangeLogRecord: ContextFacet {
  @safe @exclusivity(unchecked) var changeLogRules: [PlacedRule] = []
  @safe @exclusivity(unchecked) var excludedSlots: Set<Int> = []
  @safe @exclusivity(unchecked) var journaledStates: ContiguousArray<UInt64> = []
  @safe @exclusivity(unchecked) var keeperCount: Int = 0
}

extension ContextFacets {
  private var changeLogRecord: ChangeLogRecord? { changeLogFacet.known() }

  /// The rules that apply to this context, with their change logs.
  var changeLogRules: [PlacedRule] {
    get { changeLogRecord?.changeLogRules ?? [] }
    _modify { yield &changeLogFacet.ensured(ChangeLogRecord.self).changeLogRules }
  }

  /// The slots that change logs leave out if they respect exclusions.
  var excludedSlots: Set<Int> {
    get { changeLogRecord?.excludedSlots ?? [] }
    _modify { yield &changeLogFacet.ensured(ChangeLogRecord.self).excludedSlots }
  }

  /// The states, by slot, to which logged changes have led; shorter than the layout when those of the last slots are
  /// unknown.
  var journaledStates: ContiguousArray<UInt64> {
    get { changeLogRecord?.journaledStates ?? [] }
    _modify { yield &changeLogFacet.ensured(ChangeLogRecord.self).journaledStates }
  }

  /// How many entries of change logs require the context to retain its values after its end.
  var keeperCount: Int {
    get { changeLogRecord?.keeperCount ?? 0 }
    _modify { yield &changeLogFacet.ensured(ChangeLogRecord.self).keeperCount }
  }
}
