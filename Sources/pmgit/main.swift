import PmgitCommands

await exitProcess(with: Pmgit.run(processArguments(), in: .process()))
