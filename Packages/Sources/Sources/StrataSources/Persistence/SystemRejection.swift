import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The reason why the system does not give or take a file: its own words, and the remedy.
struct SystemRejection: Equatable, Sendable {
  /// The reason, to stand behind a colon.
  let words: String
  /// The remedy, in a whole sentence.
  let remedy: String

  init(_ error: any Error) {
    if error is UnsuitablePlace {
      words = "it is a device, a pipe or a socket"
      remedy = "Use the path of a file."
      return
    }
    if let missing = error as? MissingLinkedFolder {
      words = "a link leads to the folder \(missing.path), which does not exist"
      remedy = "Make that folder, or change the link."
      return
    }
    guard let number = Self.number(of: error as NSError) else {
      words = Self.plainWords(of: error)
      remedy = Self.generalRemedy
      return
    }
    switch number {
    case EISDIR: (words, remedy) = ("it is a folder", "Use the path of a file.")
    case ENOTDIR, EEXIST:
      words = "a part of its path is a file where a folder is needed"
      remedy = "Use a path whose folders exist or can be made."
    case ENOENT:
      words = "no file can be made there"
      remedy = "Use a path whose folders exist or can be made."
    case EACCES, EPERM, EROFS:
      words = "permission denied"
      remedy = "Allow it for the file and its folder, or use another path."
    case ENOSPC, EDQUOT: (words, remedy) = ("the disk is full", "Free some space.")
    case ELOOP:
      words = "its links lead in a circle"
      remedy = "Change one of the links, or use another path."
    case ENAMETOOLONG: (words, remedy) = ("its name is too long", "Use a shorter one.")
    default:
      // SAFETY: the text is copied before another call can change it.
      words = unsafe String(cString: strerror(number))
      remedy = Self.generalRemedy
    }
  }

  private static let generalRemedy = "Check the file and its folder."

  /// The system's number, which Foundation's errors contain as the underlying error.
  private static func number(of error: NSError) -> Int32? {
    if error.domain == NSPOSIXErrorDomain { return Int32(exactly: error.code) }
    // As any error first: without Objective-C an error of Swift is no `NSError` until it is asked.
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error
    return underlying.flatMap { number(of: $0 as NSError) }
  }

  /// An error's own description, unless that is a number.
  private static func plainWords(of error: any Error) -> String {
    let full = error.localizedDescription
    let lead = "The operation could not be completed."
    let words = (full.hasPrefix(lead) ? String(full.dropFirst(lead.count)) : full)
      .trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    let hasNumber = words.contains(" error ") && words.contains(where: \.isNumber)
    return words.isEmpty || hasNumber ? "the system gives no reason" : words
  }
}

/// The path has something that no file can replace.
struct UnsuitablePlace: Error {}
