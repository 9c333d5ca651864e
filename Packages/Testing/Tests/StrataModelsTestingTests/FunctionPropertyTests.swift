import StrataModels
import StrataModelsTesting
import StrataTestFindings
import Testing

@testable import StrataTesting

/// Properties that contain functions, about which no assertion can say anything.
@Suite struct FunctionPropertyTests {
  @Test(.simulated()) func aFunctionThatIsSetNeedsNoAssertion() async {
    let button = Button().withAnchor()
    let taps = TestProbe("taps")
    button.onTap = { taps.call($0) }
    button.onTap(3)
    await expect(taps.wasCalled(with: 3))
  }

  @Test func whatMayHoldAFunctionIsAskedFor() async {
    let findings = await Findings.of {
      let button = Button().withAnchor()
      button.onHold = { _ in }
    }
    #expect(findings.messages.first?.hasSuffix("\n  button.onHold != nil") == true)
  }

  @Test func functionsAreFoundThreeLevelsDeep() {
    let shelf = Shelf().withAnchor()
    #expect(HeldFunctions.of(shelf.modelNode.context) == ["third"])
  }

  @Test func functionsAreKnownByTheirTypes() {
    let functions: [Any.Type] = [
      (() -> Void).self, (@Sendable (Int) -> Void).self, ((Int, Int) -> (Int, Int)).self,
      ((Int) async throws -> [Int: String]).self, ((@escaping (Int) -> Int) -> Int).self,
      (@MainActor () -> any Sendable).self,
    ]
    for type in functions { #expect(FunctionTypes.contains(type), "\(type)") }
    let others: [Any.Type] = [
      Int.self, ((() -> Void)?).self, [() -> Void].self, (Int, () -> Void).self,
      (() -> Void, Int).self, Result<() -> Void, any Error>.self, [Int: (Int) -> Int].self,
      Void.self, (any Sendable).self,
    ]
    for type in others { #expect(!FunctionTypes.contains(type), "\(type)") }
  }
}

/// A model with functions in lists of lists.
private struct Shelf: Model {
  static let modelLayout = ModelLayout<Shelf>("Shelf") { _ in }
  var modelNode = ModelNode<Shelf>()
  let third: [[[@Sendable () -> Void]]] = [[[{}]]]
  let fourth: [[[[@Sendable () -> Void]]]] = [[[[{}]]]]
}

/// A model with a function and one that may be missing.
private struct Button: Model {
  static let modelLayout = ModelLayout<Button>("Button") {
    $0.slot("onTap", \.onTap)
    $0.slot("onHold", \.onHold)
  }
  var modelNode = ModelNode<Button>()

  var onTap: @Sendable (Int) -> Void {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var onHold: (@Sendable (Int) -> Void)? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }

  init() {
    modelNode.initialize(0, to: { _ in } as @Sendable (Int) -> Void)
    modelNode.initialize(1, to: nil as (@Sendable (Int) -> Void)?)
  }
}
