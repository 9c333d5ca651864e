import StandupsConsole
import StandupsData
import Testing

@Suite struct PaintTests {
  @Test func paintsOnTerminalsOnly() {
    #expect(Paint(isTerminal: true, environment: [:]).isOn)
    #expect(!Paint(isTerminal: false, environment: [:]).isOn)
  }

  @Test func respectsNoColor() {
    #expect(!Paint(isTerminal: true, environment: ["NO_COLOR": "1"]).isOn)
    #expect(Paint(isTerminal: true, environment: ["NO_COLOR": ""]).isOn)
    #expect(!Paint(isTerminal: true, environment: ["TERM": "dumb"]).isOn)
  }

  @Test func wrapsTexts() {
    #expect(Paint(isOn: true).color("x", .green) == "\u{1B}[32mx\u{1B}[0m")
    #expect(Paint(isOn: true).color("x", .plain) == "x")
    #expect(Paint(isOn: true).bold("") == "")
    #expect(Paint(isOn: false).alert("x") == "x")
  }
}
