import ArticleOutput
import StrataDependencies

struct Level: DependencyKey {
  var value: Int
  static let liveValue = Level(value: 0)
}

extension DependencyValues {
  var level: Level {
    get { self[Level.self] }
    set { self[Level.self] = newValue }
  }
}

struct Reader {
  @Dependency(\.level.value) var level
}

struct Screen: DependencyHolder {
  let dependencies = DependencyValues.current

  func makeReader() -> Reader {
    withDependencies(from: self) { Reader() }
  }
}

@Sendable func overrides() async throws {
  withDependencies {
    $0.level.value = 1
  } operation: {
    print(Reader().level)  // 1
    withDependencies {
      $0.level.value += 10
    } operation: {
      print(Reader().level)  // 11
    }
  }
  print(Reader().level)  // 0

  let reader = withDependencies {
    $0.level.value = 2
  } operation: {
    Reader()
  }
  print(await Task.detached { reader.level }.value)  // 2

  withDependencies {
    $0.level.value = 3
  } operation: {
    print(reader.level)  // 3
  }

  let screen = withDependencies {
    $0.level.value = 4
  } operation: {
    Screen()
  }
  print(screen.makeReader().level)  // 4
}
