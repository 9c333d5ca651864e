import ProgramFiles
import Testing

@Suite struct ProgramFoldersTests {
  private func folders(_ environment: [String: String]) -> [String] {
    let folders = ProgramFolders(of: "p", environment: environment, home: "/system")
    return [folders.data, folders.state, folders.cache]
  }

  @Test func liesWhereTheUserHasChosen() {
    #expect(
      folders([:]) == ["/system/.local/share/p", "/system/.local/state/p", "/system/.cache/p"]
    )
    #expect(
      folders(["HOME": "/home/ada"])
        == ["/home/ada/.local/share/p", "/home/ada/.local/state/p", "/home/ada/.cache/p"]
    )
    let xdg = ["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c"]
    #expect(folders(xdg) == ["/d/p", "/s/p", "/c/p"])
    // Relative paths are none, as the specification says.
    let relative = ["HOME": "", "XDG_DATA_HOME": "d", "XDG_STATE_HOME": "", "XDG_CACHE_HOME": "."]
    #expect(folders(relative) == folders([:]))
  }
}
