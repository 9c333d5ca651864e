import Foundation
import StrataStores
import StrataTestFindings
import StrataTesting
import StrataUpdates
import Testing

/// A comparison in an assertion of a store: it shows how the sides differ.
@Suite struct EqualityTests {
  @Test func statesOfADomainStoreShowTheirDifference() async {
    let findings = await Findings.of {
      let dial = DialStore()
      dial.turn(to: 4)
      await expect { dial.state == DialState(level: 3) }
      withExtendedLifetime(dial) {}
    }
    #expect(findings.kinds == [.assertion])
    let text = findings.messages.first ?? ""
    #expect(text.contains("The sides differ (- right, + left):"))
    #expect(text.contains("-   level: 3\n+   level: 4"))
  }

  @Test func numbersOfEachTypeShowTheirDifferenceFromALiteral() async {
    let numbers = Numbers()
    let findings = [
      await Findings.of { await expect { numbers.int8 == 5 } },
      await Findings.of { await expect { numbers.int16 == 5 } },
      await Findings.of { await expect { numbers.int32 == 5 } },
      await Findings.of { await expect { numbers.int64 == 5 } },
      await Findings.of { await expect { numbers.uint == 5 } },
      await Findings.of { await expect { numbers.uint8 == 5 } },
      await Findings.of { await expect { numbers.uint16 == 5 } },
      await Findings.of { await expect { numbers.uint32 == 5 } },
      await Findings.of { await expect { numbers.uint64 == 5 } },
      await Findings.of { await expect { numbers.cgFloat == 5 } },
      await Findings.of { await expect { numbers.float == 5 } },
      await Findings.of { await expect { numbers.double == 5 } },
    ]
    for (index, found) in findings.enumerated() {
      #expect(found.kinds == [.assertion])
      let isFound = found.messages.first?.contains("This right side would pass: 4") == true
      #expect(isFound, "number \(index): \(found.messages)")
    }
  }

  @Test func aNumberIsUnequalToALiteralThatItsTypeDoesNotHave() async {
    let numbers = Numbers()
    let findings = [
      await Findings.of { await expect { numbers.uint8 == 260 } },
      await Findings.of { await expect { numbers.uint == -4 } },
    ]
    for (found, literal) in zip(findings, ["260", "-4"]) {
      #expect(found.kinds == [.assertion])
      #expect(found.messages.first?.contains("- \(literal)\n+ 4") == true, "\(found.messages)")
    }
  }

  @Test func oneComparisonShowsItsDifference() async {
    let findings = await Findings.of {
      let store = Store(update: sum, state: 0, environment: ())
      store.send(3)
      await expect(store.state == 2)
      withExtendedLifetime(store) {}
    }
    #expect(findings.messages.first?.contains("This right side would pass: 3") == true)
  }
}

@Sendable
private func sum(_ state: Int, _ action: Int, _: Void) -> StrataUpdates.Update<Int, Int> {
  Update(state: state + action)
}

private struct Numbers: Sendable {
  var int8: Int8 = 4
  var int16: Int16 = 4
  var int32: Int32 = 4
  var int64: Int64 = 4
  var uint: UInt = 4
  var uint8: UInt8 = 4
  var uint16: UInt16 = 4
  var uint32: UInt32 = 4
  var uint64: UInt64 = 4
  var cgFloat: CGFloat = 4
  var float: Float = 4
  var double = 4.0
}

private struct DialState: StateContainer {
  enum State: EnumState { case on }

  var current = State.on
  var level = 0
}

// SAFETY: nothing is added to the base class.
private final class DialStore: StrataStores.Store<DialState>, @unchecked Sendable {
  init() { super.init(initialState: DialState()) }

  func turn(to level: Int) { state.update { $0.level = level } }
}
