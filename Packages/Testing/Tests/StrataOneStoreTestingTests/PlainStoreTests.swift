import StrataConcurrency
import StrataExtensions
import StrataOneStore
import StrataOneStoreTesting
import StrataTestFindings
import StrataTesting
import Testing

private struct Address: Equatable, Sendable {
  var street = "s"
  var zip = 1
}

private struct Person: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var name = ""
    var address = Address()
  }

  @ModelState private var state: State

  func rename(_ name: String) { state.name = name }
  func move() { state.address.zip += 1 }
}

private struct Book: Model {
  struct State: Equatable, Sendable {
    @StateModel<IdentifiedArrayOf<Person>> var people = []
    var n = 0
    private(set) var m = 0
    var activations = 0
    var isOdd: Bool { n % 2 == 1 }
    var isOn: Bool {
      get { n > 0 }
      set { n = newValue ? 1 : 0 }
    }

    mutating func count() { m += 1 }
  }

  @ModelState private var state: State

  func onActivate() { state.activations += 1 }
  func edit(_ change: (inout State) -> Void) { $state.transaction(change) }
  func add(_ person: Person.State) { state.people.append(person) }
}

/// A model whose state cannot be compared.
private struct Note: Model {
  struct State: Sendable {
    var n = 0
  }

  @ModelState private var state: State

  func set(_ n: Int) { state.n = n }
}

private let first = Book.State(people: [.init(id: 1, name: "Ada")])

/// A plain store in a scope: the properties of its models that change have to be read by an assertion.
@Suite struct PlainStoreTests {
  @Test func aChangeThatNoLineHasReadFails() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      store.model.edit { $0.n = 5 }
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.state])
    #expect(
      findings.messages.first?.hasPrefix("State not exhausted: the state of the store") == true
    )
    #expect(
      findings.messages.first?.hasSuffix("This line would pass:\n  store.model.n == 5") == true
    )
  }

  @Test func aChangeOfAStoreThatIsReleasedInTheTestFails() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      store.model.edit { $0.n = 5 }
    }
    #expect(findings.kinds == [.state])
  }

  @Test func aChangeFailsAfterTheNextAssertion() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      store.model.edit { $0.n = 5 }
      await expect(true)
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.lines == [UInt(#line - 4)])
  }

  @Test func aReadBeforeTheChangeAssertsNothing() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      let book = store.model
      await expect(book.n == 0)
      book.edit { $0.n = 5 }
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.state])
  }

  @Test func aReadAfterTheChangeAssertsItAlone() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      let book = store.model
      book.edit {
        $0.n = 5
        $0.people[0].name = "Bob"
      }
      await expect(book.n == 5)
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.contains("n: 5") == false)
    #expect(
      findings.messages.first?.hasSuffix("store.model.people[0].name == \"Bob\"") == true
    )
  }

  @Test func aReadOfARowAssertsItsProperty() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      let person = store.model.$people[0]
      person.rename("Bob")
      await expect(person.name == "Bob")
      person.rename("Cy")
      person.move()
      await expect(person.name == "Cy")
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.hasSuffix("store.model.people[0].address.zip == 2") == true)
  }

  @Test func theNumberOfModelsAssertsWhichThereAre() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      let book = store.model
      book.add(.init(id: 2, name: "Bob"))
      await expect(book.$people.count == 2)
      book.add(.init(id: 3))
      book.$people[0].rename("Eve")
      await expect(book.$people.count == 3)
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.hasSuffix("store.model.people[0].name == \"Eve\"") == true)
  }

  @Test func anAddedRowIsOneFailure() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      store.model.add(.init(id: 2))
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.hasSuffix("store.model.people.count == 2") == true)
  }

  @Test func aComputedPropertyAssertsWhatItMayDependOn() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      let book = store.model
      book.edit { $0.n = 5 }
      await expect(book.isOdd)
      book.edit { $0.n = 7 }
      await expect(book.isOn)
      book.edit { $0.count() }
      await expect(book.m == 1)
      withExtendedLifetime(store) {}
    }
    #expect(findings.messages == [])
  }

  @Test func aReadOfTheStateOfTheStoreAssertsAll() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      store.model.edit {
        $0.n = 5
        $0.people[0].name = "Bob"
      }
      await expect(store.state.n == 5)
    }
    #expect(findings.messages == [])
  }

  @Test func demandsOfASectionHoldForItsChangesAlone() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      let book = store.model
      book.edit { $0.n = 5 }
      await withExhaustivity(.off) { book.edit { $0.count() } }
      await expect(true)
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.hasSuffix("would pass:\n  store.model.n == 5") == true)
  }

  @Test func anAssertionAfterASectionAssertsAnEarlierChange() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      let book = store.model
      book.edit { $0.n = 5 }
      await withExhaustivity(.off) { book.edit { $0.count() } }
      await expect(book.n == 5)
      book.edit { $0.n = 0 }
      await settle()
      withExtendedLifetime(store) {}
    }
    #expect(findings.messages == [])
  }

  @Test func aFailedAssertionReportsNoOtherChange() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      let book = store.model
      book.edit { $0.n = 5 }
      await expect(book.n == 6)
      book.edit { $0.n = 6 }
      await expect(book.m == 0)
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.assertion])
  }

  @Test func aPropertyThatIsAsBeforeNeedsNoAssertion() async {
    let findings = await Findings.of {
      let store = Store<Book>(initialState: first)
      store.model.edit { $0.n = 5 }
      store.model.edit { $0.n = 0 }
      withExtendedLifetime(store) {}
    }
    #expect(findings.messages == [])
  }

  @Test func aStateThatCannotBeComparedIsAsBeforeIfItIsShownAlike() async {
    let changes: [([Int], [TestFailure.Kind])] = [([5], [.state]), ([5, 0], [])]
    for (numbers, kinds) in changes {
      let findings = await Findings.of {
        let store = Store<Note>(initialState: Note.State())
        for number in numbers { store.model.set(number) }
        withExtendedLifetime(store) {}
      }
      #expect(findings.kinds == kinds, "\(numbers)")
    }
  }

  @Test func storesOutsideOfTheScopeNeedNoAssertion() async {
    let findings = await Findings.of {
      let store = withoutTestScope {
        let store = Store<Book>(initialState: first)
        _ = store.model
        return store
      }
      store.model.edit { $0.n = 5 }
    }
    #expect(findings.messages == [])
  }
}
