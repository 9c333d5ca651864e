import StrataStores
import Testing

/// States alone: no store is needed to test a transaction.
struct StatesTests {
  @Test func aStateBeginsAsItsDefaultSays() {
    #expect(CatalogState().current == .initial)
    #expect(CatalogState(current: .loading).current == .loading)
  }

  @Test func twoTransactionsInARow() {
    var state = CatalogState()
    state.toLoading()
    state.toMain(["tea": 3])
    #expect(state.products == ["tea": 3])
    #expect(state.found == ["tea"])
  }

  @Test func dataBesideTheCaseSurvivesAChangeOfCase() {
    var state = CatalogState()
    state.search("te")
    state.toMain(["tea": 3, "bun": 1])
    #expect(state.found == ["tea"])
    state.toLoading()
    #expect(state.searchText == "te")
    #expect(state.found.isEmpty)
  }

  @Test func anErrorIsGivenBackAsItWas() throws {
    var state = CatalogState()
    state.toError(ShopError.burnt(2))
    guard case .error(let error) = state.current else {
      Issue.record("not in the error case")
      return
    }
    guard case ShopError.burnt(2) = error.error else {
      Issue.record("another error: \(error)")
      return
    }
  }

  @Test func errorsOfDifferentPayloadsDiffer() {
    #expect(EquatableError(ShopError.burnt(1)) == EquatableError(ShopError.burnt(1)))
    #expect(EquatableError(ShopError.burnt(1)) != EquatableError(ShopError.burnt(2)))
    #expect(EquatableError(ShopError.closed) != EquatableError(ShopError.burnt(2)))
    struct Closed: Error {}
    #expect(EquatableError(Closed()) != EquatableError(ShopError.closed))
  }

  @Test func anEquatableErrorInsideAnotherIsEqualToItsLike() {
    let once = EquatableError(ShopError.closed)
    #expect(EquatableError(once) == EquatableError(once))
  }

  @Test func baseCasesIgnorePayloads() {
    #expect(!CatalogState.State.main(products: [:]).isDistinct(from: .main(products: ["a": 1])))
    #expect(CatalogState.State.loading.isDistinct(from: .initial))
    #expect(CatalogState.State.main(products: [:]).name == "main")
    #expect(CatalogState.State.error(.init(ShopError.closed)).name == "error")
  }

  @Test func casesWithoutPayloadAreToldApart() {
    enum Light: EnumState { case red, amber, green }
    #expect(Light.red.isDistinct(from: .green))
    #expect(!Light.red.isDistinct(from: .red))
    #expect(Light.amber.name == "amber")
  }

  @Test func aSingleCaseIsNeverDistinct() {
    enum Only: EnumState { case here(Int) }
    #expect(!Only.here(1).isDistinct(from: .here(2)))
  }

  @Test func casesWithOptionalAndNestedPayloads() {
    enum Inner: Equatable, Sendable { case a, b }
    enum Outer: EnumState {
      case none
      case maybe(Int?)
      case nested(Inner)
      case other(Inner)
    }
    #expect(!Outer.maybe(nil).isDistinct(from: .maybe(3)))
    #expect(Outer.maybe(nil).isDistinct(from: .none))
    #expect(!Outer.nested(.a).isDistinct(from: .nested(.b)))
    #expect(Outer.nested(.a).isDistinct(from: .other(.a)))
  }

  @Test func updateReturnsWhatItsClosureReturns() {
    var cart = CartState()
    cart.add("tea")
    cart.add("toast")
    #expect(cart.removeLast() == "toast")
    #expect(cart.removeLast() == "tea")
    #expect(cart.removeLast() == nil)
    #expect(cart.current == .empty)
  }

  @Test func anErrorInsideUpdateLeavesTheStateReadable() {
    var cart = CartState()
    cart.add("tea")
    #expect(throws: ShopError.self) {
      try cart.update { state throws(ShopError) in
        state.lines.append("toast")
        throw .closed
      }
    }
    cart.add("bun")
    #expect(cart.lines.last == "bun")
  }

  @Test func transactionsMayCallTransactions() {
    var state = BillState()
    state.update {
      $0.priced(["tea": 3])
      $0.ordered(["tea", "tea"])
    }
    #expect(state.current == .due(6))
  }
}
