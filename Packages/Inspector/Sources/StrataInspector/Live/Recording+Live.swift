import StrataConcurrency
import StrataCore

extension Recording {
  /// Begins a recording that an inspector shows while the program runs.
  ///
  /// A thread of its own connects to the inspector (`strata-inspect serve`) and sends it each record. No work of the
  /// program waits for that thread. When the inspector is slow, or missing, the oldest records are dropped once
  /// ``RecordingLimits/records`` or ``RecordingLimits/bytes`` is reached, and the inspector is told how many. When the
  /// connection is lost, the thread connects again, and begins with the states as they are then.
  ///
  /// Two calls wait: this one for the inspector's answer, at most half a second; ``stop()`` for the last records to be
  /// sent, at most two seconds.
  ///
  /// - Parameters:
  ///   - address: Where the inspector waits.
  ///   - limits: How much waits to be sent, and what is left out.
  ///   - program: The program's name on the page.
  ///   - allowsTravel: Whether the page may set the state of a tree to that of a moment which it shows. Update stores
  ///     and one store need a `Codable` state for it, models have to be `SavableModel`.
  public convenience init(
    liveAt address: LiveAddress,
    limits: RecordingLimits = RecordingLimits(),
    program: String = Recording.programName,
    allowsTravel: Bool = false
  ) {
    let allows = allowsTravel ? [LiveAbility.travel] : []
    self.init(liveAt: address, limits: limits, program: program, allows: allows, patience: 500)
  }

  /// The same with another number of milliseconds to wait for the inspector's answer.
  convenience init(
    liveAt address: LiveAddress,
    limits: RecordingLimits = RecordingLimits(),
    program: String = Recording.programName,
    allows: [String] = [],
    patience: Int
  ) {
    let bell = LiveQueueBell()
    self.init(
      limits: limits,
      program: program,
      sink: .live(bell),
      address: address,
      allows: allows
    )
    sender?.start(for: self, patience: patience)
  }

  /// The address of the inspector's page, which a browser opens; `nil` if no inspector has named one.
  ///
  /// An inspector names it over a Unix socket only. Any user of the machine can connect to a port.
  public var page: String? { sender?.page }

  /// Whether an inspector is connected.
  public var isConnected: Bool { sender?.isConnected ?? false }

  /// Begins again for an inspector that knows nothing, or not enough: with the states of all trees.
  func beginSession() {
    changeLog.withLock { $0.beginSession() }
    for root in changeLog.withLock({ $0.rootsWithoutState }) { addState(of: root) }
  }
}

/// What a program may accept from an inspector: the words of ``RecordedHeader/allows``.
enum LiveAbility {
  /// The state of a tree is set.
  static let travel = "travel"
}
