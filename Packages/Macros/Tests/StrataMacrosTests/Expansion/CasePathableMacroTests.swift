import Testing

@Suite struct CasePathableMacroTests {
  @Test func offersAPathToEachCase() {
    expectExpansion(
      of: """
        @CasePathable public enum Route {
          case idle
          case open(Int)
          case sized(width: Int, height: Int)
          case named(label: String)
          case `default`(_: Int, String)
        }
        """,
      to: """
        public enum Route {
          case idle
          case open(Int)
          case sized(width: Int, height: Int)
          case named(label: String)
          case `default`(_: Int, String)

          public nonisolated struct AllCasePaths: Swift.Sendable {
            public var idle: StrataExtensions.CasePath<Route, Swift.Void> {
              StrataExtensions.CasePath(
                embed: { .idle },
                extract: {
                  guard case .idle = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            public var open: StrataExtensions.CasePath<Route, Int> {
              StrataExtensions.CasePath(
                embed: { .open($0) },
                extract: {
                  guard case let .open(value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
            public var sized: StrataExtensions.CasePath<Route, (width: Int, height: Int)> {
              StrataExtensions.CasePath(
                embed: { .sized(width: $0.0, height: $0.1) },
                extract: {
                  guard case let .sized(width: value0, height: value1) = $0 else {
                    return nil
                  }
                  return (value0, value1)
                }
              )
            }
            public var named: StrataExtensions.CasePath<Route, String> {
              StrataExtensions.CasePath(
                embed: { .named(label: $0) },
                extract: {
                  guard case let .named(label: value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
            public var `default`: StrataExtensions.CasePath<Route, (Int, String)> {
              StrataExtensions.CasePath(
                embed: { .`default`($0.0, $0.1) },
                extract: {
                  guard case let .`default`(value0, value1) = $0 else {
                    return nil
                  }
                  return (value0, value1)
                }
              )
            }
          }

          public nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        nonisolated extension Route: StrataExtensions.CasePathable {
        }
        """,
      conformances: ["CasePathable"]
    )
  }

  @Test func keepsConditionsAroundCases() {
    expectExpansion(
      of: """
        @CasePathable enum Route<Value> {
          #if DEBUG
          case debug(Value)
          #elseif os(Linux)
          case debug(Value)
          #endif
        }
        """,
      to: """
        enum Route<Value> {
          #if DEBUG
          case debug(Value)
          #elseif os(Linux)
          case debug(Value)
          #endif

          nonisolated struct AllCasePaths: Swift.Sendable {
            #if DEBUG
            var debug: StrataExtensions.CasePath<Route, Value> {
              StrataExtensions.CasePath(
                embed: { .debug($0) },
                extract: {
                  guard case let .debug(value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
            #elseif os(Linux)
            var debug: StrataExtensions.CasePath<Route, Value> {
              StrataExtensions.CasePath(
                embed: { .debug($0) },
                extract: {
                  guard case let .debug(value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
            #endif
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        nonisolated extension Route: StrataExtensions.CasePathable {
        }
        """,
      conformances: ["CasePathable"]
    )
  }

  @Test func leavesAHandwrittenConformanceAlone() {
    expectExpansion(
      of: """
        @CasePathable enum Route: CasePathable {
          case idle
        }
        """,
      to: """
        enum Route: CasePathable {
          case idle

          nonisolated struct AllCasePaths: Swift.Sendable {
            var idle: StrataExtensions.CasePath<Route, Swift.Void> {
              StrataExtensions.CasePath(
                embed: { .idle },
                extract: {
                  guard case .idle = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }
        """,
      conformances: []
    )
  }

  @Test func keepsAvailability() {
    expectExpansion(
      of: """
        @CasePathable enum Path {
          @available(*, deprecated, renamed: "new")
          case old(Int)
          @available(*, unavailable) case gone(Int)
          case new(Int)
        }
        """,
      to: """
        enum Path {
          @available(*, deprecated, renamed: "new")
          case old(Int)
          @available(*, unavailable) case gone(Int)
          case new(Int)

          nonisolated struct AllCasePaths: Swift.Sendable {
            @available(*, deprecated, renamed: "new")
            var old: StrataExtensions.CasePath<Path, Int> {
              StrataExtensions.CasePath(
                embed: { .old($0) },
                extract: {
                  guard case let .old(value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
            var new: StrataExtensions.CasePath<Path, Int> {
              StrataExtensions.CasePath(
                embed: { .new($0) },
                extract: {
                  guard case let .new(value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        nonisolated extension Path: StrataExtensions.CasePathable {
        }
        """,
      conformances: ["CasePathable"]
    )
  }
}
