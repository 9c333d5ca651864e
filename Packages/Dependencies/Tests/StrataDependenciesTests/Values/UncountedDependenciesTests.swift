import StrataDependencies
import Testing

@Suite struct UncountedDependenciesTests {
  @Test func aWordLeadsToTheValuesThatItWasMadeOf() throws {
    var values = DependencyValues()
    values.greeting = "a"
    let word = UncountedDependencies(values).published
    let uncounted = try #require(UncountedDependencies(published: word))
    #expect(uncounted.read { $0.greeting } == "a")
    #expect(uncounted.published == word)
    withExtendedLifetime(values) {}
  }

  @Test func valuesWithoutOverridesAreAWordThatIsNotZero() throws {
    let word = UncountedDependencies(DependencyValues()).published
    #expect(word == UncountedDependencies.noOverrides)
    let uncounted = try #require(UncountedDependencies(published: word))
    #expect(uncounted.read { $0.greeting } == "test")
    #expect(UncountedDependencies(published: 0) == nil)
  }
}
