package import Measuring

/// All workloads under their headings, in the order of printing; a layer adds its rows here.
package enum Sections {
  package static var all: [Section] {
    [
      Section("Floors of this machine", Floors.all),
      Section("Reads, writes and lists of the engine", EngineRows.all),
      Section("Models", ModelRows.all),
      Section("Beside the properties", HierarchyRows.all),
      Section("Events and subscriptions", ReachRows.all),
      Section("Threads and tasks", ThreadRows.all),
      Section("Update stores", UpdateRows.all),
      Section("Domain stores", StoreRows.all),
      Section("Sources", SourceRows.all),
    ]
  }
}

/// All promises about work that can be counted, in the order of printing; a layer adds its own here.
package enum Promises {
  package static var all: [Gate] { EngineGates.all + StoreGates.all }
}
