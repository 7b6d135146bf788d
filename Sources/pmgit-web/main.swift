import PlanModel
import PlanWeb
import PmgitCommands

// All of pmgit, with a 'web' command that serves pages; 'pmgit web' continues as this program.
var context = CommandContext.process()
context.serve = { run in
  var options = WebOptions(
    folder: run.folder, environment: run.environment, clock: CommandContext.readClock,
    clocks: CommandContext.localClocks)
  (options.board, options.port) = (run.board, run.port)
  (options.isReadOnly, options.hasNewKey) = (run.isReadOnly, run.hasNewKey)
  options.syncPeriod = run.syncPeriod
  try await WebServer.serve(
    options, browserFolder: run.opensBrowser ? run.ownFolder : nil, show: run.show, tell: run.tell)
}
await exitProcess(with: Pmgit.run(processArguments(), in: context))
