import Testing

@testable import StrataUpdates

/// The names of effects.
@Suite struct EffectIDTests {
  @Test func valuesOfTwoTypesAreNeverEqual() {
    #expect(EffectID(1) == EffectID(1))
    #expect(EffectID(1) != EffectID(2))
    #expect(EffectID(1) != EffectID(Int8(1)))
    #expect(EffectID(1) != EffectID("1"))
    #expect(EffectID("1") != EffectID(1))
  }
}
