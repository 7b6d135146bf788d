/// The query language in the help of `list`: each example beside its meaning, in 80 columns.
enum QueryHelp {
  /// `Query.help`, laid out in two columns. A test checks that both agree.
  ///
  /// It is a constant because finding any command creates the help texts of all commands, and
  /// laying out this one takes half as long as starting the program.
  static let text = """
      is:ready                        open, closed, ready, blocked, overdue, mine,
                                      unassigned, leased, expired, parent, child,
                                      conflict, deleted or any
      no:assignee                     without it; the values are those of 'has'
      has:checklist                   alias, assignee, blocker, body, checklist,
                                      child, comment, commit, conflict, due,
                                      estimate, file, iteration, label, lease,
                                      link, milestone, owner, parent, priority,
                                      repeat, start or time
      state:doing                     in the column with that id or title
      kind:todo                       in a column of that kind: todo, doing or
                                      done
      label:bug,ui                    with one of these labels; #bug is short for
                                      label:bug
      assignee:@me                    assigned to them: a name, a part of it, an
                                      address, @me, none or any
      due:<+1w                        a day, with <, <=, >, >=, as a range A..B;
                                      none, any
      start:<=today                   a day, with <, <=, >, >=, as a range A..B;
                                      none, any
      priority:>=high                 low, medium, high, urgent, none, any; with
                                      <, <=, >, >=
      estimate:>=3                    a number, with <, <=, >, >=, as a range
                                      A..B; none, any
      owner:dev                       owned by them; @dev is short for owned by or
                                      assigned to dev
      lease:<1h                       by the time that is left, with <, >, as a
                                      range A..B; <0m is over; none, any
      repeat:weekly                   daily, weekly, monthly, yearly, a rule in
                                      quotes; none, any
      milestone:any                   in the milestone with that name or title;
                                      none, any
      iteration:current               in the iteration with that name or title:
                                      current, next, previous; none, any
      created:2026-11-01..2026-11-30  when it was created: a past day or time,
                                      written as for 'due'
      updated:>=mon                   when it was last changed; mon is last
                                      Monday, <2w is longer ago than 2 weeks
      moved:<2w                       when it entered its column, if it was moved
                                      there
      claimed:<2d                     when its owner was set
      closed:>=1w                     when it entered a column of kind done
      spent:>2h                       by the time that was spent, with <, <=, >,
                                      >=, as a range A..B; none, any
      by:@me                          last changed by them; agent for any agent
      created-by:dev                  created by them
      parent:k7m2                     below that plan, at any depth; none, any
      child-of:k7m2                   direct children of that plan
      blocks:k7m2                     plans that block that plan
      blocked-by:k7m2                 plans that wait for that plan
      link:relates:k7m2               with such a link to the plan with that id or
                                      alias
      id:k7m2                         with an id that begins like that; a whole id
                                      needs no key
      alias:github:me/it#12           with that id in another tracker; ~text for a
                                      part of it
      title:login                     with that text in the title
      body:iPad                       with that text in the description
      view:week                       plans that a saved query finds; see 'pmgit
                                      help config'
      sort:priority,due               in this order, or with - in the reverse one:
                                      rank, due, start, priority, estimate, lease,
                                      repeat, milestone, iteration, created,
                                      updated, moved, claimed, closed, spent,
                                      title or state
      limit:10                        at most that many plans
      points:>2                       a field of the board, as 'pmgit config
                                      field' defines it
      login                           with that text anywhere
      "exact words"                   with exactly these words in a line
      #bug                            with that label
      @dev                            owned by or assigned to them
      -label:later                    what does not match; or NOT
      (#bug OR #ui) is:open           what matches one side or the other; commas
                                      do so for values of one key
    """
}
