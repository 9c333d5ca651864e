import Foundation
import StrataConcurrency
import Testing

@testable import StrataTesting

@Suite struct CallerLineTests {
  @Test func severalThreadsMayAskAtOnce() {
    let (ready, go, done) = (DispatchGroup(), DispatchSemaphore(value: 0), DispatchGroup())
    let found = Locked<[Int]>([], rank: .leaf)
    for thread in 0..<8 {
      ready.enter()
      done.enter()
      Thread.detachNewThread {
        ready.leave()
        go.wait()
        // Each depth is another stack, so that no answer is known already.
        for depth in 0..<4 {
          let line = Self.line(below: depth * 8 + thread)
          found.withLock { $0.append(line ?? 0) }
        }
        done.leave()
      }
    }
    ready.wait()
    for _ in 0..<8 { go.signal() }
    done.wait()
    #expect(found.withLock { $0.count } == 32)
  }

  @Test func filesOfTheLibraryAndThoseThatAreMissingAreNotOfTheProgram() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("\(UUID()).swift")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(CallerLine.isOfProgram(file: file.path))
    #expect(!CallerLine.isOfProgram(file: file.path + ".missing"))
    #expect(CallerLine.isOfProgram(file: #filePath))
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let source = package.appendingPathComponent("Sources/StrataTesting/Failures/CallerLine.swift")
    #expect(FileManager.default.fileExists(atPath: source.path))
    #expect(!CallerLine.isOfProgram(file: source.path))
  }

  @inline(never)
  private static func line(below depth: Int) -> Int? {
    if depth == 0 { return CallerLine.find()?.line }
    let line = line(below: depth - 1)
    return line.map { $0 + 0 }
  }
}
