// swift-format-ignore-file
// The section "One State Extensions". The first sample shows a property and a statement; the models around
// them are added.
import StrataOneStore

struct ListModel: Model {
  struct State: Equatable {
@StateModel<IdentifiedArrayOf<CounterRowModel>> var counters = []
  }

  @ModelState private var state: State

func onActivate() {
forEach(events(of: .onRemove, from: \.$counters)) { counter in
  state.counters.remove(id: counter.id)
}
}
}

struct AppModel: Model {
  struct State: Equatable {
    var destination: Destination? = nil
  }

  enum Destination: Equatable {
    case edit(EditModel.State)
    case record(RecordModel.State)
  }
  
  @ModelState private var state: State

  var editModel: EditModel? {
    .init($state.destination.case(/Destination.edit))
  }

  var recordModel: RecordModel? {
    .init($state.destination.case(/Destination.record))
  }
}
