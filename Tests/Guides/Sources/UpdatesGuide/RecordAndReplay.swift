import StrataUpdates

@Sendable func recordAndReplay() throws {
  let store = Store(update: AppState.update, state: AppState(), environment: AppEnvironment())
  let recorder = StoreRecorder(store)
  // … the program runs …
  let recording = recorder.recording
  try recording.replay(update: AppState.update, environment: AppEnvironment())
}
