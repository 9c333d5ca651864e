import StrataRendering
import Testing

@testable import StrataOneStore

private struct Scale: Model {
  struct State: Equatable, Sendable {
    var grams = 1
    var other = 0
    var text: String { "\(grams) g" }
  }

  @ModelState private var state: State

  func add(_ grams: Int) { state.grams += grams }
}

/// What a place keeps of the reads of views.
@Suite struct ReaderTests {
  private let store = Store<Scale>(initialState: .init())
  private var scale: Scale { store.model }
  private let grams = Place<Scale.State>.makeKind(\.grams)

  @Test func aReaderHasNoValueOfAnotherType() {
    let reader = Place<Scale.State>.makeKind(\.text).makeReader() as? ValueReader<String>
    #expect(reader?.begin("1 g") == true)
    #expect(reader?.beginRead(of: ObjectIdentifier(Int.self)) == false)
    #expect(reader?.beginRead(of: ObjectIdentifier(String.self)) == true)
    reader?.endRead()
  }

  @Test func aReaderHasNoValueBeforeAViewHasSeenOne() {
    let reader = Place<Scale.State>.makeKind(\.text).makeReader()
    #expect(!reader.hasBegun)
    #expect(!reader.beginRead(of: ObjectIdentifier(String.self)))
    // A change that comes first notes its value, which no view has seen.
    let areOthers = [1, 1, 2].map { isOther(.init(grams: $0), for: reader) }
    #expect(areOthers == [true, false, true])
    #expect(!reader.beginRead(of: ObjectIdentifier(String.self)))
  }

  private func isOther(_ state: Scale.State, for reader: Reader) -> Bool {
    unsafe withUnsafePointer(to: state) { unsafe reader.update(UnsafeRawPointer($0)) }
  }

  @Test func aViewReadsAgainWhenAChangeHasReleasedItsReader() {
    let place = scale.place
    let reader = place.reader(grams) as? ValueReader<Int>
    #expect(place.knownReader(grams) === reader)
    // No view takes note of it yet.
    scale.add(1)
    #expect(place.knownReader(grams) == nil)
    #expect(reader?.begin(1) == false)
    #expect(reader?.hasBegun == false)
  }

  @Test func aReaderThatAChangeHasReleasedKeepsNoPresentValue() {
    let place = scale.place
    let reader = place.reader(grams) as? ValueReader<Int>
    #expect(reader?.begin(1) == true)
    #expect(reader?.beginRead(of: ObjectIdentifier(Int.self)) == true)
    reader?.endRead()
    scale.add(1)
    #expect(reader?.beginRead(of: ObjectIdentifier(Int.self)) == false)
    #expect(reader?.begin(2) == false)
  }
}
