import Explorer

let programs =
  writePrograms + transactionPrograms + derivedPrograms + deliveryPrograms + structurePrograms
  + workPrograms + historyPrograms + storePrograms + updatePrograms + sourcePrograms
  + oneStorePrograms + viewPrograms + graphPrograms

Explorer.run(programs, Array(CommandLine.arguments.dropFirst()))
