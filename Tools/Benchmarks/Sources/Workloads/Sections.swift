package import Measuring

/// All workloads under their headings, in the order of printing; a layer adds its rows here.
package enum Sections {
  /// The heading of the rows that need an installed program.
  package static let ofPrograms = "A program at size"

  package static var all: [Section] {
    [
      Section("Floors of this machine", Floors.all),
      Section("Reads, writes and lists of the engine", EngineRows.all),
      Section("Reads, by what is read", ReadRows.all),
      Section("A tree confined to one actor or thread", ConfinedRows.all),
      Section("Models", ModelRows.all),
      Section("Shapes", ShapeRows.all + ScreenRows.all + HandledRows.all),
      Section("Shapes under load", LoadRows.all),
      Section(ofPrograms, ProgramRows.all),
      Section("Beside the properties", HierarchyRows.all),
      Section("Derived values", DerivedRows.all),
      Section("Propagation graphs", GraphRows.all),
      Section("Undo and recorded states", HistoryRows.all),
      Section("Recordings", RecordingRows.all),
      Section("Debugging, where it is asked for", DebugRows.all),
      Section("Tables of models", TableRows.all + BulkRows.all),
      Section("Depth, navigation and moves", TreeRows.all),
      Section("Events and fan-out", ReachRows.all + EventRows.all),
      Section("Observers and trackers", SubscriptionRows.all),
      Section("Threads", ThreadRows.all),
      Section("Tasks", TaskRows.all),
      Section("Memory", MemoryRows.all),
      Section("Update stores", UpdateRows.all),
      Section("Domain stores", StoreRows.all + StoreGraphRows.all),
      Section("Sources", SourceRows.all),
      Section("One store", OneStoreRows.all + OneStoreListRows.all),
    ]
  }
}

/// All promises about work that can be counted, in the order of printing; a layer adds its own here.
package enum Promises {
  package static var all: [Gate] {
    EngineGates.all + ListGates.all + HierarchyGates.all + RecordGates.all + ReadGates.all
      + ConfinedGates.all
      + EventGates.all
      + WorkGates.all + DerivedGates.all + ShapeGates.all + StoreGates.all + OneStoreGates.all
  }
}
