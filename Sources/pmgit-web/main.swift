import PlanModel
import PlanWeb
import PmgitCommands

// The whole of pmgit, including the 'web' command, which serves pages, and the 'publish' command,
// which writes them. In 'pmgit', these two commands replace the process by this program.
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
context.publish = { run in
  var options = PublishOptions(
    query: run.query, folder: run.folder, name: run.name, temporary: run.temporary)
  (options.isHidden, options.isRehearsing) = (run.isHidden, run.isRehearsing)
  (options.address, options.hasExport) = (run.address, run.hasExport)
  let done = try await Publishing.publish(run.workspace, options)
  run.report(
    PublishReport(
      shown: done.shown, plans: done.plans, files: done.files, bytes: done.bytes,
      removed: done.removed, missing: done.missing, notices: done.notices))
}
await exitProcess(with: Pmgit.run(processArguments(), in: context))
