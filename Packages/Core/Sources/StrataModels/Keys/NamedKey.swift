@_spi(Strata) import StrataCore

/// A key of a local or an environment value, without the type of the value.
// SAFETY: constants; the memory is initialized once, and lives as long as the key, which is never released.
@safe
@usableFromInline
class NamedKey: @unchecked Sendable {
  /// The layout of the attachments that store the value.
  let layout: ObjectIdentifier
  /// Where an optional with the default value is.
  let defaultMemory: UnsafeRawPointer

  init<Value: Sendable>(_ attachment: AttachmentKey<Value?>, default value: Value) {
    layout = ObjectIdentifier(attachment.layout)
    let memory = UnsafeMutablePointer<Value?>.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
    unsafe defaultMemory = UnsafeRawPointer(memory)
  }
}

/// The address of an optional value, and whether a lock is held for it.
@safe
@usableFromInline
struct NamedValueMemory {
  // SAFETY: guarded by the context's lock, or constant.
  @usableFromInline let address: UnsafeRawPointer
  // SAFETY: the reader retains the context until `end()`.
  private let lockedContext: Unmanaged<Context>?

  /// Finds the value of a known key for a context.
  ///
  /// - Returns: The memory until `end()`; `nil` if the value has to be read another way.
  init?(of path: AnyKeyPath, in table: borrowing KnownKeys, for context: Context, upwards: Bool) {
    guard let found = unsafe table.uncounted(path) else { return nil }
    // SAFETY: an entry lives forever, and the tables that are searched here have keys of this kind alone.
    let (layout, defaultMemory) = unsafe found._withUnsafeGuaranteedRef { entry in
      let key = unsafe unsafeDowncast(entry.key, to: NamedKey.self)
      return unsafe (key.layout, key.defaultMemory)
    }
    switch context.beginAttachmentRead(layout, upwards: upwards) {
    case .value(let memory):
      unsafe address = unsafe memory
      unsafe lockedContext = .passUnretained(context)
    case .uninitialized:
      unsafe address = unsafe defaultMemory
      unsafe lockedContext = nil
    case .slowPath: return nil
    }
  }

  /// Ends the read.
  @usableFromInline
  func end() { unsafe lockedContext?._withUnsafeGuaranteedRef { $0.endAttachmentRead() } }
}

@available(*, unavailable)
extension NamedValueMemory: Sendable {}
