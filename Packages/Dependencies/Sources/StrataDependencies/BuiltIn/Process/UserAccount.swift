#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The account that the process belongs to.
package enum UserAccount: Sendable {
  /// More than any record of an account has.
  private static let longestRecord = 1 << 16

  /// The account's folder; `nil` if the system does not know the account.
  package static var home: String? {
    // SAFETY: the record refers to the memory, which is there until the closure returns a copy of its text.
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestRecord) { memory in
      guard let text = memory.baseAddress else { return nil }
      var record = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      let failure = unsafe getpwuid_r(getuid(), &record, text, memory.count, &found)
      guard failure == 0, unsafe found != nil else { return nil }
      let folder: UnsafeMutablePointer<CChar>? = unsafe record.pw_dir
      return unsafe folder.map { unsafe String(cString: $0) }
    }
  }
}
