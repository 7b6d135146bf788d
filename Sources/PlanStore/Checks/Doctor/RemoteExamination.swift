import Git

extension BoardStore {
  /// Checks that the board's remote can be reached and has the board. Nothing is fetched.
  ///
  /// - Parameter terminalPrompt: Whether git may ask for a password on the terminal.
  /// - Returns: nil if there is no problem or no remote.
  package func examineRemote(terminalPrompt: Bool) async throws(StoreError) -> Finding? {
    let remotes = try repository.remoteNames()
    if settings.remote == nil, remotes.isEmpty { return nil }
    do throws(StoreError) {
      let remote = try remote(terminalPrompt: terminalPrompt)
      let head: ObjectID?
      do {
        head = try await remote.program.remoteReference(
          branch, of: remote.name, deadline: settings.timeout, terminalPrompt: terminalPrompt)
      } catch {
        throw .remote(remote.name, error)
      }
      return head == nil ? .notOnRemote(remote: remote.name) : nil
    } catch {
      return .failure(error)
    }
  }
}
