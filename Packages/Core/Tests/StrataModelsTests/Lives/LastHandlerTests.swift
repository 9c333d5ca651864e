import StrataConcurrency
import StrataModels
import Testing

extension PreferenceKeys {
  fileprivate var handlers: PreferenceStorage<Int> { .init(defaultValue: 0) { $0 += $1 } }
}

/// The last handlers of a model still reach everything that the active model could reach.
@Suite struct LastHandlerTests {
  private static func lettered(_ letter: String, kid: Player? = nil) -> Player {
    Player(kid: kid) { player in
      player.node[Letters.self].add(letter.uppercased())
      player.node.onCancel { player.node[Letters.self].add(letter.lowercased()) }
    }
  }

  @Test func aReplacedChildWritesIntoWhatItsPlaceOverrides() {
    let log = Log()
    var root: Player? = Self.lettered("r", kid: Self.lettered("l")).withAnchor {
      $0[Letters.self].add = { log.add($0) }
    }
    root?.kid = Self.lettered("l")
    root = nil
    #expect(log.entries.joined() == "RLlLrl")
  }

  /// The ways for a lifetime to end.
  enum Ending: CaseIterable, Sendable {
    case removal, replacement, removalOfTheParent, removalInATransaction, endOfTheTree
    case cancellationByKey, cancellationOfTheHandle
  }

  /// The reads by the active model, and by its last handler.
  static let readings: [(name: String, read: @Sendable (Player) -> String)] = [
    ("dependency", { "\($0.node.factClient.fetch(1))" }),
    ("environment", { $0.node.environment.theme }),
    ("environment of the root", { "\($0.node.environment.level)" }),
    ("local value", { "\($0.node.local.words)" }),
    ("state", { "\($0.score)" }),
    ("state of a child", { "\($0.kid?.score ?? -1)" }),
    ("a child's dependency", { $0.kid?.node.factClient.fetch(2) ?? "-" }),
    ("a child's environment", { $0.kid?.node.environment.theme ?? "-" }),
    ("model dependency", { "\($0.node[Diary.self].tag): \($0.node[Diary.self].lines)" }),
    ("memoized value", { player in "\(player.node.memoize(for: "m") { player.score * 2 })" }),
    ("models above", { "\($0.node.mapHierarchy(for: .ancestors) { ($0 as? Player)?.score })" }),
  ]

  @Test(arguments: Ending.allCases, [0, 1, 2])
  func reachesTheSameAsBefore(_ ending: Ending, overriddenAt level: Int) {
    let before = Log()
    let after = Log()
    let leaf = Player(kid: Player()) { leaf in
      leaf.score = 7
      leaf.kid?.score = 8
      leaf.node.local.words = ["own"]
      leaf.node[Diary.self].lines.append("a")
      leaf.node.onCancel {
        for reading in Self.readings { after.add("\(reading.name): \(reading.read(leaf))") }
        leaf.node[Diary.self].lines.append("b")
        after.add("written: \(leaf.node[Diary.self].lines)")
      }
      .cancel(for: "key")
    }
    func overriding(_ player: Player, _ here: Int) -> Player {
      guard here == level else { return player }
      return player.withDependencies {
        $0.factClient.fetch = { "\($0) at \(level)" }
        $0[Diary.self] = Diary("at \(level)")
      }
    }
    let middle = overriding(Player(kids: [overriding(leaf, 2)]), 1)
    var root: Player? = overriding(Player(kid: middle), 0).withAnchor()
    root?.score = 1
    middle.score = 2
    root?.node.environment.level = 3
    middle.node.environment.theme = "dark"
    for reading in Self.readings { before.add("\(reading.name): \(reading.read(leaf))") }
    before.add("written: \(["a", "b"])")
    end(leaf, ending, middle, &root)
    #expect(after.entries == before.entries)
  }

  private func end(_ leaf: Player, _ ending: Ending, _ middle: Player, _ root: inout Player?) {
    switch ending {
    case .removal: middle.kids = []
    case .replacement: middle.kids = [Player()]
    case .removalOfTheParent: root?.kid = nil
    case .removalInATransaction:
      root?.node.transaction {
        middle.kids.removeAll()
        root?.kid = Player()
      }
    case .endOfTheTree: root = nil
    case .cancellationByKey: leaf.node.cancelAll(for: "key")
    case .cancellationOfTheHandle:
      let work = leaf.node.cancellationContext {}
      work.cancel()
      leaf.node.cancelAll(for: "key")
    }
  }

  /// A contribution lasts as long as the lifetime, which is over when the last handlers run.
  @Test func preferencesAreOver() {
    let log = Log()
    let leaf = Player { leaf in
      leaf.node.preference.handlers = 3
      leaf.node.onCancel { log.add("\(leaf.node.preference.handlers)") }
    }
    let root = Player(kid: leaf).withAnchor()
    #expect(root.node.preference.handlers == 3)
    root.kid = nil
    #expect(log.entries == ["0"])
    #expect(root.node.preference.handlers == 0)
  }

  @Test func whatItSendsReachesItsFormerAncestors() {
    let log = Log()
    let leaf = Player { leaf in
      leaf.node.onCancel {
        leaf.node.send(Player.Event.goal)
        log.add("sent")
      }
    }
    let root = Player(kid: leaf).withAnchor()
    let stream = root.node.event(ofType: Player.Event.self)
    let texts = reports { root.kid = nil }
    #expect(log.entries == ["sent"])
    #expect(texts.isEmpty)
    withExtendedLifetime(stream) {}
  }

  @Test func whatTheScopeOfTheRemoverOverridesIsNotSeen() {
    let log = Log()
    let leaf = Player { leaf in leaf.node.onCancel { log.add(leaf.node.factClient.fetch(1)) } }
    let root = Player(kid: leaf).withAnchor()
    withDependencies {
      $0.factClient.fetch = { "\($0) is the remover's" }
    } operation: {
      root.kid = nil
    }
    #expect(log.entries == ["1 is a test"])
  }

  @Test func whatItResetsOfItsOwnIsDroppedWithoutAReport() {
    let root = Player().withAnchor()
    let player = Player { player in
      player.node.onCancel {
        player.score = 0
        player.score += 1
        player.node.local.isExpanded = false
      }
      .cancel(for: "reset")
    }
    let texts = reports {
      root.kid = player
      player.score = 3
      root.kid = nil
      #expect(player.score == 3)
    }
    #expect(texts.filter { $0.contains("written") } == [])
  }

  @Test func aRemovedModelKeepsNothingAboveItInMemory() {
    weak var gone: Context?
    let leaf = Player { leaf in leaf.node.onCancel {} }
    do {
      let root = Player(kid: leaf).withAnchor()
      root.kid = nil
      gone = root.node.context
    }
    #expect(gone == nil)
    #expect(leaf.node.context.currentPhase == .removed)
  }
}
