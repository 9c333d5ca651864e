@_spi(Strata) import StrataCore
@_spi(Strata) import StrataOneStore
import StrataRendering
import Testing

@Suite struct CaseViewTests {
  private let store = Store<TableModel>(initialState: .init())

  @Test func eachCaseIsSeenToComeThoughAnotherHasAPayloadOfThatType() {
    let table = store.model
    let edited = RenderProbe { table.edited?.shown }
    let showed = RenderProbe { table.showed?.shown }
    table.change { $0.detour = .show(.init(id: 1)) }
    #expect((edited.output, showed.output) == (nil, "1=0"))
    #expect((edited.evaluations, showed.evaluations) == (1, 2))
    table.change { $0.detour = .edit(.init(id: 1)) }
    #expect((edited.output, showed.output) == ("1=0", nil))
    #expect((edited.evaluations, showed.evaluations) == (2, 3))
  }

  @Test func aPathThatAFunctionMakesIsToldApartByWhatItFinds() {
    let table = store.model
    @Sendable func leaf(_ path: CasePath<Detour, LeafModel.State>) -> LeafModel? {
      LeafModel(table.view.detour.case(path))
    }
    table.change { $0.detour = .edit(.init(id: 1)) }
    let edited = RenderProbe { leaf(/Detour.edit)?.shown }
    let showed = RenderProbe { leaf(/Detour.show)?.shown }
    table.change { $0.detour = .show(.init(id: 2)) }
    #expect((edited.output, showed.output) == (nil, "2=0"))
  }

  @Test func aPayloadWithAnotherIdentityIsAnotherModel() {
    let table = store.model
    table.change { $0.detour = .edit(.init(id: 1)) }
    let edited = RenderProbe { table.edited?.shown }
    table.change { $0.detour = .edit(.init(id: 2, value: 5)) }
    #expect(edited.output == "2=5")
    #expect(edited.evaluations == 2)
  }

  @Test func aPartWithAnotherIdentityIsAnotherModel() {
    let table = store.model
    let loose = RenderProbe { table.looseModel.shown }
    table.change { $0.loose = .init(id: 2, value: 5) }
    #expect(loose.output == "2=5")
    #expect(loose.evaluations == 2)
    table.change { $0.loose.value = 6 }
    #expect(loose.output == "2=6")
    #expect(loose.evaluations == 3)
  }

  @Test func aPartThatGoesWhileAViewIsMadeOfItHasTheStateThatTheViewSaw() {
    let table = store.model
    store.stateOverride = TableModel.State(detour: .edit(.init(id: 3, value: 7)))
    let model = RenderProbe { table.edited }
    #expect(model.output?.shown == "3=7")
    store.stateOverride = nil
    #expect(model.output?.shown == nil)
    store.stateOverride = TableModel.State(detour: .edit(.init(id: 3, value: 8)))
    #expect(RenderProbe { table.edited?.shown }.output == "3=8")
  }

  @Test func aModelOfAPayloadBeginsAndEndsWithIt() {
    let notes = Notes()
    let store = Store<TableModel>(initialState: .init()) { $0.activations = notes }
    let table = store.model
    _ = notes.take()
    table.change { $0.detour = .edit(.init(id: 1)) }
    #expect(table.edited?.id == 1)
    #expect(notes.take() == ["+leaf 1"])
    table.change { $0.detour = .edit(.init(id: 2)) }
    #expect(notes.take() == ["-leaf 1"])
    #expect(table.edited?.id == 2)
    table.change { $0.detour = nil }
    #expect(notes.take() == ["+leaf 2", "-leaf 2"])
  }

  @Test func whatViewsTakeNoteOfIsInNoRecording() {
    let table = store.model
    let notes = Notes()
    let recording = store.rootContext.recordChanges(at: .thisLine()) { change in
      if change.context.attachmentOwner != nil { notes.note("\(change.context.layout.name)") }
    }
    let probe = RenderProbe {
      "\(table.title) \(table.$columns.count) \(table.edited?.shown ?? "")"
    }
    table.change { $0.title = "A" }
    table.change { $0.columns = [.init(id: 1)] }
    table.change { $0.detour = .edit(.init(id: 1)) }
    table.change { $0.detour = nil }
    #expect(probe.output == "A 1 ")
    #expect(probe.evaluations == 5)
    #expect(notes.all == [])
    recording.cancel()
  }

  @Test func aPartThatTheNextOverrideDoesNotHaveIsLetGo() {
    let table = store.model
    let life = LifeCount()
    let edited = RenderProbe { table.edited?.shown }
    for id in 1...3 {
      let payload = LeafModel.State(id: id, token: life.makeToken())
      store.stateOverride = TableModel.State(detour: .edit(payload))
      #expect(edited.output == "\(id)=0")
    }
    store.stateOverride = TableModel.State()
    #expect(edited.output == nil)
    #expect(life.value == 0)
  }
}
