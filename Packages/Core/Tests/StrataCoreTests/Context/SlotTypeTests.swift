import StrataConcurrency
import Synchronization
import Testing

@testable import StrataCore

/// In debug builds, a slot that is used with another type than its own ends the program.
@Suite struct SlotTypeTests {
  /// The ways to use a slot.
  enum Access: String, CaseIterable, Codable {
    case initialize, initializeContainer, read, readTogether, write, writeComparing, change
    case changeContainer, changeContainerInPlace, changeObserved, observe, replace

    /// Uses the slot of a number as one of something else.
    func run() {
      let (kid, wrong) = (Kid(), Slot<String>(uncheckedIndex: Item.count.index))
      let opaque = Slot<Opaque>(uncheckedIndex: wrong.index)
      let list = Slot<[Kid]>(uncheckedIndex: wrong.index)
      switch self {
      case .initialize: kid.context.initialize(wrong, to: "")
      case .initializeContainer: kid.context.initialize(container: list, to: [])
      case .read: _ = kid.context.read(wrong)
      case .readTogether: _ = kid.context.readTogether(Item.name, wrong)
      case .write: kid.context.write(opaque, Opaque())
      case .writeComparing: kid.context.write(wrong, "")
      case .change: kid.context[wrong] += "."
      case .changeContainer: kid.context[container: list] = []
      case .changeContainerInPlace: kid.context[container: list].append(kid)
      case .changeObserved: _ = kid.context.beginObservedChange(wrong)
      case .observe: _ = kid.context.observe(wrong) { _ in }
      case .replace:
        kid.context.replace(
          Slot<VersionedValue<Int>>(uncheckedIndex: wrong.index),
          with: 1,
          publishing: Atomic<UInt64>(0)
        )
      }
    }
  }

  @Test(arguments: Access.allCases)
  func anotherTypeThanTheSlotsEndsTheProgram(access: Access) async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [access = access as Access] in
      access.run()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("slot 0, is of type Int, and was used as one of type"), "\(output)")
  }

  @Test func aSlotThatTheLayoutLacksEndsTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      Kid().context.write(Slot<Int>(uncheckedIndex: 99), 1)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Item has no slot 99"), "\(output)")
  }

  @Test func aSlotIsNeitherPrivateNorUnrecordedUnlessItsDescriptionSaysSo() {
    let slots: [SlotDescriptor] = [.value("count", Int.self), .container("kids", [Kid].self)]
    #expect(slots.allSatisfy { !$0.isPrivate && !$0.isUnrecorded })
  }
}
