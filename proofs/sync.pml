/* Syncs of several clones, step by step, for the model checker Spin.

   Each clone commits changes and syncs with one or more remotes, at any moments. Between two steps of a sync
   anything can happen: other clones push, the own clone commits, or the sync is killed. Instead of its end by a
   kill, a push may also fail; then the sync ends, and keeps its merge, as RemoteExchange.keep does.
   docs/proof.md says what is checked, and Scripts/sync-model.sh runs it.

   A commit is a number. Known of it are its ancestors with itself and the changes in its history. By
   State.same_edits_same_state the changes determine its content. In Swift this is RemoteExchange.run and
   BoardStore.merged.

   CLONES, REMOTES: their numbers. With one remote all clones share through it. With several, each clone shares
   through its own remote and the next one, so they are a ring.
   CHANGES: of each clone. ROUNDS: of syncs after the last change. KILLS: of all syncs together, and failed pushes.
   MERGES_OF_OWN: merges are in the names of people. They have the time, so each merge is another commit.
   WHOLE: a sync is one step. EARLY: all changes are made before the first sync. FOREVER: clones sync on and
   on, and only the number of commits is checked.
   BY_HAND: changes are made by merges that write, as by hand. Such a commit counts as a merge.
   Mutations, which must be found: FORCED pushes, BLIND moves of a branch, NO_ADOPTING, UNCOMPARED contents. */

#ifndef CLONES
#define CLONES 2
#endif
#ifndef REMOTES
#define REMOTES 1
#endif
#ifndef CHANGES
#define CHANGES 2
#endif
#ifndef KILLS
#define KILLS 1
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef MOST
#define MOST 15
#endif

#define bit_of(c) (1 << (c))
#define has(c, d) ((past[c] & bit_of(d)) != 0)
#define holds(c, wanted) ((changes[c] & (wanted)) == (wanted))
#ifdef WHOLE
#define whole_sync_begins atomic {
#define whole_sync_ends }
#else
#define whole_sync_begins
#define whole_sync_ends
#endif
#ifdef MERGES_OF_OWN
#define by_same(k, c) false
#else
#define by_same(k, c) true
#endif
/* Waits until each clone has so many rounds. */
#if CLONES == 2
#define all_have(n) (rounds[0] >= (n) && rounds[1] >= (n))
#else
#define all_have(n) (rounds[0] >= (n) && rounds[1] >= (n) && rounds[2] >= (n))
#endif
#define remote_of(clone, number) ((REMOTES == 1) -> 0 : (((clone) + (number)) % REMOTES))

/* Commit 0 is the new board. */
byte count = 1;
short past[MOST];
byte changes[MOST];
byte parent_1[MOST], parent_2[MOST];
bool is_merge[MOST];

byte branch[CLONES];
byte remote[REMOTES];

byte made[CLONES];       /* the changes that each clone made */
byte accepted[REMOTES];  /* the changes that a sync of somebody reported as shared */
byte next_change = 0;
byte kills = 0;
byte busy = 0;           /* clones that still change something */
byte rounds[CLONES];     /* whole syncs of each clone with all of its remotes, after the last change */
/* For d_steps only. */
hidden byte k;
hidden byte met;

init {
  byte i;
  d_step {
    past[0] = 1;
    for (i : 0 .. CLONES - 1) { busy++ }
  }
  atomic {
    for (i : 0 .. CLONES - 1) {
      run writer(i);
#ifdef EARLY
      busy == CLONES - 1 - i
#endif
    }
    for (i : 0 .. CLONES - 1) { run clone(i) }
  }
}

/* The branch of a clone moves only if it is where it was expected to be. */
inline move_branch(c, expected, target, moved) {
  d_step {
#ifdef BLIND
    branch[c] = target; moved = true;
#else
    if
    :: branch[c] == expected -> branch[c] = target; moved = true
    :: else -> moved = false
    fi;
#endif
    /* Nothing that was written here is lost here. */
    assert(holds(branch[c], made[c]));
  }
}

/* A new commit, or for pmgit's own merges the commit that a clone has made of the same parents. */
inline merge_of(c, a, b, result) {
  d_step {
    k = 1; met = false;
    do
    :: k < count ->
      if
      :: is_merge[k] && (parent_1[k] == a && parent_2[k] == b || parent_1[k] == b && parent_2[k] == a) && by_same(k, c) ->
         met = true; result = k; break
      :: else -> k++
      fi
    :: else -> break
    od;
    if
    :: !met ->
      assert(count < MOST);  /* merges come to an end */
      result = count; count++;
      past[result] = past[a] | past[b] | bit_of(result);
      changes[result] = changes[a] | changes[b];
      parent_1[result] = a; parent_2[result] = b; is_merge[result] = true
    :: else
    fi;
    k = 0
  }
}

/* Whether all commits that a has and b lacks are merges. */
inline only_merges(a, b, answer) {
  d_step {
    k = 0; answer = true;
    do
    :: k < count ->
      if
      :: has(a, k) && !has(b, k) && !is_merge[k] -> answer = false; break
      :: else -> k++
      fi
    :: else -> break
    od;
    k = 0
  }
}

/* BoardStore.merged: the commit with the content of both heads. */
inline join(c, here, theirs, result) {
  if
  :: has(here, theirs) -> result = here
  :: !has(here, theirs) && has(theirs, here) -> result = theirs
  :: else ->
    only_merges(here, theirs, adopts);
#ifdef NO_ADOPTING
    adopts = false;
#endif
    if
#ifdef UNCOMPARED
    :: adopts -> result = theirs
#else
    :: adopts && holds(theirs, changes[here]) -> result = theirs
#endif
    :: else -> merge_of(c, here, theirs, result)
    fi
  fi
}

/* The branch joins what was pushed, or what was fetched. If somebody has committed meanwhile, both are merged. */
inline follow(c) {
  do
  :: true ->
    here = branch[c];
    join(c, here, theirs, target);
    if
    :: target == here -> break
    :: else ->
      move_branch(c, here, target, moved);
      if :: moved -> break :: else fi
    fi
  od
}

/* A change of somebody at a clone, while a sync may be under way. */
proctype writer(byte c) {
  byte left = CHANGES;
  do
  :: left > 0 ->
    d_step {
      assert(count < MOST);
      past[count] = past[branch[c]] | bit_of(count);
      changes[count] = changes[branch[c]] | bit_of(next_change);
      made[c] = made[c] | bit_of(next_change);
#ifdef BY_HAND
      is_merge[count] = true; parent_1[count] = branch[c]; parent_2[count] = branch[c];
#endif
      next_change++;
      branch[c] = count;
      count++;
      left--
    }
  :: left == 0 -> break
  od;
  busy--
}

proctype clone(byte c) {
  byte here, theirs, target, r, number;
  bool moved, adopts, killed, settled;
  do
  :: true ->
    /* One round: a sync with each remote. It counts as a round if nobody changes anything any more. */
    settled = (busy == 0);
    killed = false;
    number = 0;
    do
    :: number < ((REMOTES == 1) -> 1 : 2) && !killed ->
      r = remote_of(c, number);
      /* One sync. */
      whole_sync_begins
      do
      :: true ->
        theirs = remote[r];                        /* fetch */
        if :: kills < KILLS -> kills++; killed = true; break :: true fi;
        here = branch[c];
        join(c, here, theirs, target);
        if
        :: target == theirs ->
          /* The remote is ahead, or is adopted: the branch moves, and nothing is pushed. */
          move_branch(c, here, target, moved);
          if :: moved -> break :: else fi
        :: else ->
          if
          :: kills < KILLS -> kills++; killed = true; break
          :: kills < KILLS -> kills++; killed = true; follow(c); break   /* refused, or cut off */
          :: true
          fi;
          d_step {                                 /* push, never forced */
#ifdef FORCED
            remote[r] = target; moved = true;
#else
            if
            :: has(target, remote[r]) -> remote[r] = target; moved = true
            :: else -> moved = false
            fi;
#endif
            if :: moved -> accepted[r] = accepted[r] | changes[target] :: else fi;
            /* Nothing that was accepted is lost on the remote. */
            assert(holds(remote[r], accepted[r]));
          }
          if
          :: kills < KILLS -> kills++; killed = true; break
          :: moved -> theirs = target; follow(c); break
          :: !moved && kills < KILLS -> kills++; killed = true; follow(c); break   /* out of time */
          :: !moved  /* Somebody was faster: once more. */
          fi
        fi
      od
      whole_sync_ends;
      here = 0; theirs = 0; target = 0; moved = false; adopts = false;
      number++
    :: else -> break
    od;
    if
    :: settled && !killed && rounds[c] < ROUNDS -> rounds[c]++
    :: else
    fi;
    number = 0; r = 0; killed = false; settled = false;
#ifndef FOREVER
    if :: rounds[c] >= ROUNDS -> break :: else fi;
#endif
    /* The next round begins when all clones have ended theirs, so that rounds are counted as in Rest.v. */
    if
    :: rounds[c] > 0 && rounds[c] < ROUNDS -> all_have(rounds[c])
    :: else
    fi
  od;
  all_have(ROUNDS);
  /* At rest. */
  assert(changes[branch[c]] == bit_of(next_change) - 1);
#if REMOTES == 1
  assert(branch[c] == remote[0]);
#endif
}
