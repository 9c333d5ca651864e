import StrataModels
import Testing

/// Contiguous arrays of models and of containers.
@Suite struct PackedContainerTests {
  /// A container with an identity of its own.
  fileprivate struct Frame: ModelContainer, Identifiable {
    let id: Int
    var lamp: Lamp

    mutating func visitModels(_ visitor: inout some ModelVisitor) { _ = visitor.visit(&lamp) }
  }

  @Test func aModelContinuesItsLifeInTheElementOfItsIdentityAlone() {
    let log = Log()
    let gallery = Gallery().withAnchor()
    gallery.frames = [Frame(id: 1, lamp: Lamp(id: 4, serial: 1, log: log))]
    gallery.frames = [Frame(id: 1, lamp: Lamp(id: 4, serial: 2, log: log))]
    #expect(log.entries == ["+1"])
    gallery.frames = [Frame(id: 2, lamp: Lamp(id: 4, serial: 3, log: log))]
    #expect(log.entries == ["+1", "-1", "+3"])
  }

  @Test func twoModelsWithOneIdentityAreReported() {
    let gallery = Gallery().withAnchor()
    gallery.lamps = [Lamp(id: 4, log: Log()), Lamp(id: 5, log: Log())]
    let texts = reports { gallery.lamps.append(Lamp(id: 4, log: Log())) }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Two of the elements of Gallery.lamps") == true)
  }

  @Test func aModelBelowItselfIsTakenOutAgain() {
    let gallery = Gallery().withAnchor()
    let other = Gallery()
    let texts = reports {
      gallery.rooms = [gallery, other]
      gallery.floors = ["low": [gallery], "high": [other]]
    }
    #expect(texts.count == 2)
    #expect(texts.allSatisfy { $0.contains("It was taken out again.") } == true)
    #expect(gallery.rooms.count == 1)
    #expect(gallery.floors.mapValues(\.count) == ["low": 0, "high": 1])
    #expect(phase(of: other) == .active)
  }
}

/// A model with contiguous arrays.
private struct Gallery: Model {
  static let modelLayout = ModelLayout<Gallery>("Gallery") {
    $0.slot("frames", \.frames)
    $0.slot("rooms", \.rooms)
    $0.slot("floors", \.floors)
    $0.slot("lamps", \.lamps)
  }
  var modelNode = ModelNode<Gallery>()

  var frames: ContiguousArray<PackedContainerTests.Frame> {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var rooms: ContiguousArray<Gallery> {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var floors: [String: ContiguousArray<Gallery>] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }

  var lamps: ContiguousArray<Lamp> {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }

  init() {
    modelNode.initialize(0, to: ContiguousArray<PackedContainerTests.Frame>())
    modelNode.initialize(1, to: ContiguousArray<Gallery>())
    modelNode.initialize(2, to: [String: ContiguousArray<Gallery>]())
    modelNode.initialize(3, to: ContiguousArray<Lamp>())
  }
}
