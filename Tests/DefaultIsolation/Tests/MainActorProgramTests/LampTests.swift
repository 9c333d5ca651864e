import MainActorProgram
import StrataRendering
import StrataSources
import Testing

@Suite struct LampTests {
  @Test func rendererOfTheMainActorFollowsASource() {
    let source = Lamp().eraseToSource()
    let line = LampLine(source: source)
    line.render()
    if case .off(let turnOn) = source.model { turnOn() }
    if case .on(let turnOff) = source.model { turnOff() }
    #expect(line.shown == ["off", "on", "off"])
    #expect(LampView(source: source).lines == ["lamp: off"])
  }
}
