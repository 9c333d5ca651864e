import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import CMalloc
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The first steps of a program of the terminal.
public enum ProgramStart: Sendable {
  /// How many files a program has to be able to open beside the standard streams: the system's queues take some,
  /// and end the process by a signal where there are none.
  public static let fewestFiles = 12
  /// The exit code where there are fewer: `EX_OSERR`.
  public static let tooFewFiles: Int32 = 71

  /// The files that a program with event loops of the network needs: three for each processor, and its own.
  public static var fewestFilesOfNetwork: Int {
    fewestFiles + 3 * max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Prepares the process, runs the program, and ends the process with its exit code.
  ///
  /// To be called first in a `main` that is not `async`: the queue of such a `main` opens descriptors before it runs.
  /// One of them could get the number of a standard stream that is closed.
  ///
  /// - Parameters:
  ///   - files: How many files have to be free.
  ///   - program: The program; receives the arguments without its name, and gives the exit code.
  public static func run(
    files: Int = fewestFiles,
    _ program: @escaping @MainActor @Sendable ([String]) async -> Int32
  ) -> Never {
    prepare(files: files)
    Task { @MainActor in exit(await program(Array(CommandLine.arguments.dropFirst()))) }
    dispatchMain()
  }

  /// Prepares the process; to be called before there is a second thread.
  ///
  /// It ends the process with a sentence, and with ``tooFewFiles``, if too few files can be opened.
  ///
  /// - Parameter files: How many files have to be free.
  static func prepare(files: Int = fewestFiles) {
    reserveStandardStreams()
    if !canOpen(files) {
      let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init)
      let text =
        "\(name ?? "program"): The system lets this program open fewer than \(files) files, "
        + "which it needs; raise the limit, as with `ulimit -n 256`.\n"
      // SAFETY: as many bytes are read as the text has.
      _ = unsafe Array(text.utf8).withUnsafeBytes {
        unsafe write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      exit(tooFewFiles)
    }
    // A closed pipe, and a limit on the size of files, are errors of the write that meets them.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    boundColumns()
    returnMemory()
  }

  /// Gives the memory of large buffers back to the system as soon as they are released.
  ///
  /// The allocator of glibc raises the size from which it does so with each large buffer that is released. After a
  /// file of 28 MB was read, all buffers up to that size stay, and the process has half as much memory again.
  private static func returnMemory() {
    #if canImport(Glibc)
    _ = mallopt(M_MMAP_THRESHOLD, 1 << 18)
    #endif
  }

  /// Whether so many files can be opened.
  private static func canOpen(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for number in opened { close(number) } }
    for _ in 0..<count {
      // SAFETY: the path is a C string for the length of the call.
      let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { return false }
      opened.append(number)
    }
    return true
  }

  /// Opens something unusable under the numbers of closed streams.
  ///
  /// No file that is opened later can then get their numbers, and the results with them.
  private static func reserveStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // SAFETY: the path is a C string for the length of the call.
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Gives the argument parser a width that it can break its help to.
  ///
  /// Below some thirty columns it ends the process. It reads the terminal's width in more ways than its
  /// parameters cover.
  private static func boundColumns() {
    var size = winsize()
    // SAFETY: the texts are copied, and the system writes one `winsize`; there is no other thread.
    let wanted = unsafe getenv("COLUMNS").flatMap { unsafe Int(String(cString: $0)) }
    let isTerminal = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let columns = wanted ?? (isTerminal ? Int(size.ws_col) : 80)
    unsafe setenv("COLUMNS", "\(Swift.max(40, Swift.min(columns, 100)))", 1)
  }
}
