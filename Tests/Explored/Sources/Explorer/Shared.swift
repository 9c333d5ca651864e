import CScheduler

/// A value of the program itself that its threads share; each use is a step.
// SAFETY: one thread runs at a time, and another goes on at steps alone: never between two statements here.
public final class Shared<Value>: @unchecked Sendable {
  private var stored: Value

  /// Wraps a value.
  public init(_ value: Value) {
    stored = value
  }

  /// The value now.
  public var value: Value {
    get {
      touch()
      return stored
    }
    set {
      touch()
      // The former value may take steps when it is released, and others must not see it there any more.
      var former = newValue
      swap(&stored, &former)
    }
  }

  /// The value now, without a step before: as it is when the statement begins.
  public var latest: Value { stored }

  /// Changes the value in one step.
  public func change(_ body: (inout Value) -> Void) {
    touch()
    body(&stored)
  }

  private func touch() {
    // SAFETY: the address is a name here; nothing is loaded from it.
    unsafe schedulerStep(
      UnsafeRawPointer(sharedLabel.utf8Start).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    )
  }
}

// The scheduler tells places in the code by the address of their label, so a label is no copy of a string.
private let sharedLabel: StaticString = "shared"
private let openingLabel: StaticString = "opens a gate"
private let waitingLabel: StaticString = "a gate is open"

/// Makes threads wait until another opens it.
@safe
// SAFETY: a word with a fixed address for the object's life, written by one thread at a time.
public final class Gate: @unchecked Sendable {
  private let word: UnsafeMutablePointer<UInt32>

  /// Makes a gate that is closed.
  public init() {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: 0)
  }

  deinit {
    unsafe word.deallocate()
  }

  /// Lets all go on who wait, and who will.
  public func open() {
    unsafe schedulerStep(
      UnsafeRawPointer(openingLabel.utf8Start).assumingMemoryBound(to: CChar.self),
      word
    )
    unsafe word.pointee = 1
  }

  /// Waits until the gate is open.
  public func wait() {
    unsafe schedulerWait(
      UnsafeRawPointer(waitingLabel.utf8Start).assumingMemoryBound(to: CChar.self),
      word
    )
  }
}
