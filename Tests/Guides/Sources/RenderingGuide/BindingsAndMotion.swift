import ArticleOutput
import StrataConcurrency
import StrataRendering

struct Profile: Sendable {
  var name = "Ada"
  var nickname: String?
}

@Sendable func bindingsAndMotion() async throws {
  let profile = Locked(Profile(), rank: .leaf)
  let binding = HeadlessBinding(
    get: { profile.withLock { $0 } },
    set: { value in profile.withLock { $0 = value } }
  )

  binding.name.wrappedValue = "Blob"
  print(binding.wrappedValue.name)  // Blob
  print(HeadlessBinding(binding.nickname) == nil)  // true

  withRecordedAnimation(.easeInOut(duration: 0.3)) {
    print(RecordedTransaction.current.animation ?? "none")
  }
  print(RecordedTransaction.current.animation == nil)

  let told = HeadlessBinding<Int>(
    get: { 0 },
    set: { value, transaction in print(value, transaction.animation == .spring) }
  )
  told.animation(.spring).wrappedValue = 1
  told.wrappedValue = 2
}
