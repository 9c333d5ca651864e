import StrataModels
import StrataModelsTesting
import StrataTestFindings
import Testing

/// The paths to models that are parts of containers, in failures and in the lines that would pass.
@Suite struct PartLinesTests {
  @Test func aMemberOfAStructIsNamedInItsElement() async throws {
    @Sendable func changed() -> Archive {
      let sections = (0...1).map { Archive.Section(id: $0, footer: Counter()) }
      let archive = Archive(sections: sections, byName: ["a": Archive.Section(id: 2)]).withAnchor()
      archive.sections[0].footer?.count = 1
      archive.sections[1].header.count = 2
      archive.byName["a"]?.header.count = 3
      return archive
    }
    try await SuggestedLines.check(kinds: [.state]) {
      let archive = changed()
      withExtendedLifetime(archive) {}
    } asserting: {
      let archive = changed()
      await expect {
        archive.sections[0].footer?.count == 1
        archive.sections[1].header.count == 2
        archive.byName["a"]?.header.count == 3
      }
    }
  }

  @Test func aCaseOfAnElementIsNamed() async throws {
    @Sendable func changed() -> Archive {
      let archive = Archive(pages: [.one(Counter()), .section(Archive.Section(id: 1))]).withAnchor()
      archive.pages[0][case: \.one]?.count = 1
      archive.pages[1][case: \.section]?.header.count = 2
      return archive
    }
    try await SuggestedLines.check(kinds: [.state]) {
      let archive = changed()
      withExtendedLifetime(archive) {}
    } asserting: {
      let archive = changed()
      await expect {
        archive.pages[0][case: \.one]?.count == 1
        archive.pages[1][case: \.section]?.header.count == 2
      }
    }
  }

  @Test(
    arguments: [
      #"[case: \.list]?[1]"#, #"[case: \.found]?[1]"#, #"[case: \.byKey]?[2]?"#,
      #"[case: \.perhaps]??"#, #"[case: \.section]?.header"#, #"[case: \.sections]?[0].header"#,
      #"[case: \.labelled]?"#, #"[case: \.several]?.0"#, #"[case: \.several]?.in.header"#,
      #"[case: \.nested]?[case: \.one]?"#,
    ]
  )
  func thePathGoesThroughThePayloadOfACase(_ path: String) async {
    let findings = await Findings.of {
      let (page, changed) = Self.page(withCounterAt: path)
      let archive = Archive(page: page).withAnchor()
      changed.count = 1
      withExtendedLifetime(archive) {}
    }
    let name = "archive.page?\(path).count"
    let message = findings.messages.first
    #expect(findings.kinds == [.state])
    #expect(message?.contains("\n  \(name): 0 → 1") == true)
    #expect(message?.hasSuffix("\n  \(name) == 1") == true)
  }

  private static func page(withCounterAt path: String) -> (Archive.Page, Counter) {
    let counter = Counter()
    let section = Archive.Section(id: 1, footer: Counter())
    return switch path.prefix(while: { $0 != "]" }).dropFirst(9) {
    case "list": (.list([Counter(), counter]), counter)
    case "found": (.found([Counter(), counter]), counter)
    case "byKey": (.byKey([1: Counter(), 2: counter]), counter)
    case "perhaps": (.perhaps(counter), counter)
    case "section": (.section(section), section.header)
    case "sections": (.sections([section]), section.header)
    case "labelled": (.labelled(counter: counter), counter)
    case "several" where path.hasSuffix("0"): (.several(counter, in: section), counter)
    case "several": (.several(counter, in: section), section.header)
    default: (.nested(.one(counter)), counter)
    }
  }

  @Test func thePathsThroughPayloadsCompile() {
    let (page, counter) = (Archive.Page.one(Counter()), Counter())
    let section = Archive.Section(id: 1)
    #expect(Archive.Page.list([counter])[case: \.list]?[0].count == 0)
    #expect(Archive.Page.found([counter])[case: \.found]?[0].count == 0)
    #expect(Archive.Page.byKey([2: counter])[case: \.byKey]?[2]?.count == 0)
    #expect(Archive.Page.perhaps(counter)[case: \.perhaps]??.count == 0)
    #expect(Archive.Page.sections([section])[case: \.sections]?[0].header.count == 0)
    #expect(Archive.Page.labelled(counter: counter)[case: \.labelled]?.count == 0)
    #expect(Archive.Page.several(counter, in: section)[case: \.several]?.0.count == 0)
    #expect(Archive.Page.several(counter, in: section)[case: \.several]?.in.header.count == 0)
    #expect(Archive.Page.nested(page)[case: \.nested]?[case: \.one]?.count == 0)
  }

  @Test func aPrivateMemberIsAPlaceholder() async {
    let findings = await Findings.of {
      let archive = Archive().withAnchor()
      archive.vault.open()
    }
    #expect(findings.messages.first?.contains("\n  archive.vault.secret.count: 0 → 1") == true)
    #expect(findings.messages.first?.hasSuffix("\n  <#archive.vault.secret#>.count == 1") == true)
  }

  @Test func aModelWithoutAKnownPathIsNamedByItsTypeAndProperty() async {
    let findings = await Findings.of {
      let archive = Archive().withAnchor()
      archive.drawer.first.count = 1
    }
    let message = findings.messages.first
    #expect(message?.contains("\n  (a Counter in archive.drawer).count: 0 → 1") == true)
    #expect(message?.hasSuffix("\n  <#a Counter in archive.drawer#>.count == 1") == true)
  }
}
