import Explorer

let programs =
  writePrograms + transactionPrograms + derivedPrograms + deliveryPrograms + structurePrograms
  + joinPrograms + workPrograms + historyPrograms + storePrograms + updatePrograms + sourcePrograms
  + oneStorePrograms + viewPrograms + graphPrograms + memoPrograms + confinementPrograms
  + dependencyPrograms + cancellationPrograms + executorPrograms + snapshotPrograms + streamPrograms
  + longQueuePrograms + surroundingPrograms
  + oneStoreLifePrograms + effectPrograms

Explorer.run(programs, Array(CommandLine.arguments.dropFirst()))
