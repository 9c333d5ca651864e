import Explorer

let programs =
  writePrograms + transactionPrograms + derivedPrograms + deliveryPrograms + structurePrograms
  + workPrograms + historyPrograms + storePrograms + updatePrograms + sourcePrograms
  + oneStorePrograms + viewPrograms + graphPrograms + memoPrograms + confinementPrograms
  + dependencyPrograms + cancellationPrograms + executorPrograms + snapshotPrograms + streamPrograms

Explorer.run(programs, Array(CommandLine.arguments.dropFirst()))
