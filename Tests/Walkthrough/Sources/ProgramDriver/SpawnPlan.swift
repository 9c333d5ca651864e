#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if canImport(Darwin)
private typealias FileActions = posix_spawn_file_actions_t?
private typealias Attributes = posix_spawnattr_t?
#else
private typealias FileActions = posix_spawn_file_actions_t
private typealias Attributes = posix_spawnattr_t
#endif

/// The settings for a new process.
@safe struct SpawnPlan {
  #if canImport(Glibc)
  /// `POSIX_SPAWN_SETSID`, which glibc's headers do not show to Swift.
  private static let newSession: Int16 = 0x80
  #else
  private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #endif

  private var actions: FileActions
  private var attributes: Attributes
  /// Ends that belong to the new process and are closed here once it runs.
  private var theirs: [Int32] = []

  init() {
    #if canImport(Darwin)
    unsafe actions = nil
    unsafe attributes = nil
    #else
    unsafe actions = posix_spawn_file_actions_t()
    attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
  }

  /// Makes a terminal the controlling one: a session leader's first terminal becomes that.
  mutating func attach(terminal: String) {
    unsafe posix_spawnattr_setflags(&attributes, Self.newSession)
    unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
  }

  /// Leads one stream somewhere.
  ///
  /// - Returns: This process's end of a pipe, or -1.
  mutating func connect(_ stream: SpawnedProcess.Stream, to number: Int32) throws -> Int32 {
    switch stream {
    case .nowhere:
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      return -1
    case .fullDevice:
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/full", O_WRONLY, 0)
      return -1
    case .closed:
      unsafe posix_spawn_file_actions_addclose(&actions, number)
      return -1
    case .descriptor(let descriptor):
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      return -1
    case .closedPipe:
      close(try connect(.pipe, to: number))
      return -1
    case .pipe:
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { throw SpawnFailure(call: "pipe", number: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let (their, our) = number == 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
      unsafe posix_spawn_file_actions_adddup2(&actions, their, number)
      theirs.append(their)
      return our
    }
  }

  /// Starts the process and gives up what belongs to it.
  mutating func spawn(
    _ path: String,
    _ arguments: [String],
    _ environment: [String: String]
  ) throws -> pid_t {
    defer {
      for end in theirs { close(end) }
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    var pid: pid_t = 0
    let failure = unsafe posix_spawn(&pid, path, &actions, &attributes, &words, &variables)
    guard failure == 0 else { throw SpawnFailure(call: "posix_spawn \(path)", number: failure) }
    return pid
  }
}
