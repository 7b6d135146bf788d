import PmgitCommands

await exitProcess(with: Pmgit.run(Array(CommandLine.arguments.dropFirst()), in: .process()))
