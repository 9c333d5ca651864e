/// The data of change logs about a context.
///
/// The properties are those of ``ContextParts`` with their names.
final class JournalRecord: ContextFacet {
  @safe @exclusivity(unchecked) var journalRules: [PlacedRule] = []
  @safe @exclusivity(unchecked) var excludedSlots: Set<Int> = []
  @safe @exclusivity(unchecked) var journaledStates: ContiguousArray<UInt64> = []
  @safe @exclusivity(unchecked) var keeperCount: Int = 0
}

extension ContextParts {
  private var journalRecord: JournalRecord? { journalFacet.known() }

  /// The rules that apply to this context, with their change logs.
  var journalRules: [PlacedRule] {
    get { journalRecord?.journalRules ?? [] }
    _modify { yield &journalFacet.ensured(JournalRecord.self).journalRules }
  }

  /// The slots that change logs leave out if they respect exclusions.
  var excludedSlots: Set<Int> {
    get { journalRecord?.excludedSlots ?? [] }
    _modify { yield &journalFacet.ensured(JournalRecord.self).excludedSlots }
  }

  /// The states, by slot, to which logged changes have led; shorter than the layout when those of the last slots are
  /// unknown.
  var journaledStates: ContiguousArray<UInt64> {
    get { journalRecord?.journaledStates ?? [] }
    _modify { yield &journalFacet.ensured(JournalRecord.self).journaledStates }
  }

  /// How many entries of change logs require the context to retain its values after its end.
  var keeperCount: Int {
    get { journalRecord?.keeperCount ?? 0 }
    _modify { yield &journalFacet.ensured(JournalRecord.self).keeperCount }
  }
}
