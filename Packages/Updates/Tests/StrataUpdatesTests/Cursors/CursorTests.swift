import StrataConcurrency
import StrataRendering
import StrataUpdates
import Testing

enum FieldAction: Equatable, Sendable {
  case setText(String)
  case load
}

struct Field: Equatable, Sendable {
  var text = ""

  static func update(
    state: Field,
    action: FieldAction,
    environment: String
  ) -> Update<Field, FieldAction> {
    switch action {
    case .setText(let text): return Update(state: Field(text: text)).animation(.easeIn)
    case .load: return Update(state: state, fx: .just(.setText(environment)))
    }
  }
}

enum FormAction: Equatable, Sendable {
  case field(FieldAction)
  case setText(String)
}

struct Form: Equatable, Sendable {
  var field = Field()
  var edits = 0

  static func update(
    state: Form,
    action: FormAction,
    environment: Void
  ) -> Update<Form, FormAction> {
    switch action {
    case .field(let action):
      return FieldCursor.update(
        with: Field.update,
        state: state,
        action: action,
        environment: "loaded"
      )
    case .setText(let text):
      // The whole has taken over the part's action, and passes it on.
      return FieldCursor.update(
        with: Field.update,
        state: state,
        action: .setText(text),
        environment: ""
      )
      .pipe { state in
        var state = state
        state.edits += 1
        return Update(state: state)
      }
    }
  }
}

struct FieldCursor: CursorProtocol {
  static func get(state: Form) -> Field { state.field }

  static func set(state: Form, inner field: Field) -> Form {
    var form = state
    form.field = field
    return form
  }

  static func tag(_ action: FieldAction) -> FormAction {
    switch action {
    case .setText(let text): .setText(text)
    default: .field(action)
    }
  }
}

@Suite struct CursorTests {
  @Test func aCursorGetsSetsAndTags() {
    let form = FieldCursor.set(state: Form(edits: 2), inner: Field(text: "a"))
    #expect(form == Form(field: Field(text: "a"), edits: 2))
    #expect(FieldCursor.get(state: form).text == "a")
    #expect(FieldCursor.tag(.load) == .field(.load))
  }

  @Test func aLensAndATagAreTheHalvesOfACursor() {
    func texts<Lens: LensProtocol>(_ lens: Lens.Type, _ form: Lens.OuterState) -> Lens.OuterState {
      lens.set(state: form, inner: lens.get(state: form))
    }
    func tagged<Tag: TaggableActionProtocol>(
      _ tag: Tag.Type,
      _ action: Tag.InnerAction
    )
      -> Tag.OuterAction
    {
      tag.tag(action)
    }
    let form = Form(field: Field(text: "a"), edits: 3)
    #expect(texts(FieldCursor.self, form) == form)
    #expect(tagged(FieldCursor.self, .setText("b")) == .setText("b"))
  }

  @Test func aPartsUpdateBecomesTheWholes() async {
    let update = FieldCursor.update(
      with: Field.update,
      state: Form(edits: 1),
      action: .setText("b"),
      environment: ""
    )
    #expect(update.state == Form(field: Field(text: "b"), edits: 1))
    #expect(update.transaction?.animation == .easeIn)
    let loading = FieldCursor.update(
      with: Field.update,
      state: Form(),
      action: .load,
      environment: "x"
    )
    var produced: [FormAction] = []
    for await action in loading.fx { produced.append(action) }
    #expect(produced == [.setText("x")])
  }

  @Test func aPartMayHaveAnotherEnvironment() {
    let store = Store(update: Form.update, state: Form(), environment: ())
    store.send(.field(.load))
    #expect(store.state.field.text == "loaded")
  }

  @Test func theWholeMayTakeOverThePartsActions() {
    let store = Store(update: Form.update, state: Form(), environment: ())
    let child = ViewStore(store: store, cursor: FieldCursor.self)
    child.send(.setText("a"))
    child.send(.setText("b"))
    #expect(store.state == Form(field: Field(text: "b"), edits: 2))
  }

  @Test func thePartsEffectsComeBackToTheRoot() {
    let store = Store(update: Form.update, state: Form(), environment: ())
    let handled = Recorded<FormAction>()
    let token = store.observeActions { handled.append($0) }
    ViewStore(store: store, cursor: FieldCursor.self).send(.load)
    #expect(handled.elements == [.field(.load), .setText("loaded")])
    #expect(store.state == Form(field: Field(text: "loaded"), edits: 1))
    withExtendedLifetime(token) {}
  }

  @Test func aModelsCursorNeedsNoFunction() {
    struct Child: ModelProtocol {
      var number = 0

      static func update(state: Child, action: Int, environment: Void) -> Update<Child, Int> {
        Update(state: Child(number: state.number + action), fx: action > 1 ? .just(1) : .empty)
      }
    }
    struct Parent: Equatable, Sendable { var child = Child() }
    struct Cursor: CursorProtocol {
      static func get(state: Parent) -> Child { state.child }
      static func set(state: Parent, inner: Child) -> Parent { Parent(child: inner) }
      static func tag(_ action: Int) -> Int { action }
    }
    let store = Store(
      update: { state, action, environment in
        Cursor.update(state: state, action: action, environment: environment)
      },
      state: Parent(),
      environment: ()
    )
    store.send(5)
    #expect(store.state.child.number == 6)
  }

  @Test func anAddressForwardsWithATag() {
    let sent = Recorded<FormAction>()
    let send = Address.forward(send: { sent.append($0) }, tag: FormAction.field)
    send(.load)
    #expect(sent.elements == [.field(.load)])
  }
}
