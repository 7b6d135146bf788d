(** * Undo

    This file states what an undo writes at a path: it keeps what it does not undo, and brings back
    what would be there without the undone commits, as new elements. If a field only loses elements,
    those that stay are new ones, too. In Swift these are
    [DocumentWrites.live(at:without:)] and [PlanDocument.apply(_:stamp:deletion:)], in the files
    DocumentWrites.swift and Undo.swift of Sources/PlanModel/Plan.

    Not here, besides other things that docs/proof.md lists: an undo of an undo, and a redo. There the
    program also follows which element is a copy of which.

    The proofs here need not be read: the definitions and the theorems say all. *)

From Coq Require Import List Arith Bool.
Import ListNotations.
From Pmgit Require Import History Formula Merge State.

Section Undo.
Context {path elem : Type} (h : history path elem).

Notation "a ⪯ c" := (below h a c) (at level 70).

(** The commits that are undone. *)
Variable undone : nat -> bool.

(** The values that a path has at [c] without the undone commits: those that a commit which is not
    undone created, and that no later one which is not undone replaced. *)
Definition live_without (c : nat) (p : path) (e : elem) :=
  live h (fun x => x ⪯ c /\ undone x = false) p e.

(** ** It is what would be there *)

(** The same history, in which the undone commits write nothing. *)
Definition without_commit (c : nat) : commit path elem :=
  Commit (parents (h c)) (if undone c then fun _ => None else writes (h c)).
Definition without : history path elem := History without_commit (parents_first h).

Lemma below_without a c : below without a c <-> a ⪯ c.
Proof.
  split; induction 1 as [c | a q c I _ IH];
    [apply below_self | exact (below_parent h a q c I IH)
    | apply below_self | exact (below_parent without a q c I IH)].
Qed.

Lemma creates_without k p e : creates without k p e <-> undone k = false /\ creates h k p e.
Proof.
  unfold creates; cbn [without without_commit commit_of writes]; unfold without_commit.
  destruct (undone k); cbn [writes]; [| tauto].
  split; [intros (w & W & _) | intros [E _]]; discriminate.
Qed.

Lemma replaces_without k p e : replaces without k p e <-> undone k = false /\ replaces h k p e.
Proof.
  unfold replaces; cbn [without without_commit commit_of writes]; unfold without_commit.
  destruct (undone k); cbn [writes]; [| tauto].
  split; [intros (w & W & _) | intros [E _]]; discriminate.
Qed.

(** [live_without] is the state of that history. *)
Theorem undo_restores_the_rest state : obeys without state ->
  forall p c, one_creator h p (fun x => x ⪯ c) ->
  forall e, state c p e <-> live_without c p e.
Proof.
  intros Ob p c One e.
  rewrite (state_is_live without state Ob).
  - unfold live_without, live; split.
    + intros (k & L & C & R); apply below_without in L; apply creates_without in C as [U C].
      exists k; repeat split; auto; intros r [rc Ur] [kr N] Rr; apply (R r).
      * apply below_without; exact rc.
      * split; [apply below_without; exact kr | exact N].
      * apply replaces_without; auto.
    + intros (k & [L U] & C & R); exists k; repeat split;
        [apply below_without; exact L | apply creates_without; auto |].
      intros r rc [kr N] Rr; apply replaces_without in Rr as [Ur Rr].
      apply below_without in rc, kr; apply (R r); auto; split; assumption.
  - intros x k k' L L' C C'; apply below_without in L, L'.
    apply creates_without in C as [_ C], C' as [_ C']; eapply One; eauto.
Qed.

(** ** What an undo writes *)

(** The copy of an element has the same value and a stamp of the undo. *)
Variable values : Type.
Variable value : elem -> values.
Variable copy : elem -> elem.
Hypothesis copy_value : forall e, value (copy e) = value e.

(** A field or a member of an item, which has a value. A member of a set is there or not. *)
Variable is_field : path -> Prop.

(** What an undo writes if there would be no value: null for a field, nothing for the member of a
    set. *)
Variable blank : elem -> Prop.

(** An undo of a field after [q] writes what stays *anew* if it drops an element, and nothing comes
    back. If it only dropped elements, two people could each undo their own value of a conflict, and
    the merge of both would have none. *)
Definition writes_anew (state : nat -> path -> elem -> Prop) (q : nat) (p : path) :=
  is_field p /\ (exists e, state q p e /\ ~ live_without q p e) /\
  forall e, live_without q p e -> state q p e.

(** [u] undoes the commits at [p], after [q]. [anew] is whether it writes what stays anew. *)
Record undoes (state : nat -> path -> elem -> Prop) (u q : nat) (p : path) (w : write elem)
    (anew : bool) := {
  undo_parent : parents (h u) = [q];
  undo_writes : writes (h u) p = Some w;
  undo_anew : anew = true <-> writes_anew state q p;
  undo_keeps : forall e, state q p e -> (keeps w e = true <-> live_without q p e /\ anew = false);
  undo_adds : forall e', adds w e' <->
    (exists e, live_without q p e /\ (anew = true \/ ~ state q p e) /\ e' = copy e) \/
    (blank e' /\ forall e, ~ live_without q p e)
}.

Section Done.
Variable state : nat -> path -> elem -> Prop.
Hypothesis Ob : obeys h state.
Variables (u q : nat) (p : path) (w : write elem) (anew : bool).
Hypothesis Un : undoes state u q p w anew.

(** What an undo leaves: what it found and does not undo, and copies of what comes back; or copies of
    all of this. *)
Theorem undo_leaves e' : state u p e' <->
  (state q p e' /\ live_without q p e' /\ anew = false) \/
  (exists e, live_without q p e /\ (anew = true \/ ~ state q p e) /\ e' = copy e) \/
  (blank e' /\ forall e, ~ live_without q p e).
Proof.
  destruct Un as [P W _ K A].
  rewrite (Ob u p e'), P, W, merged_one, A.
  split; [intros [[H k] | H]; [left; split; [| apply K in k] | right] | intros [[H L] | H];
    [left; split; [| apply K] | right]]; assumption.
Qed.

(** An undo keeps what others wrote: each element that it found and that no undone commit created,
    or, if it writes anew what stays, the copy of this element. This is true of values that others
    wrote independently, too, if they were merged before. *)
Theorem undo_keeps_others : one_creator h p (fun x => x ⪯ q) ->
  forall e k, state q p e -> k ⪯ q -> creates h k p e -> undone k = false ->
  state u p (if anew then copy e else e).
Proof.
  intros One e k H kq Ck Uk.
  assert (L : live_without q p e).
  { apply (state_is_live h state Ob p q One) in H as (k' & kq' & Ck' & Rk').
    assert (k' = k) as -> by (eapply One; eauto).
    exists k; repeat split; auto; intros r [rq _]; apply Rk'; exact rq. }
  apply undo_leaves; destruct anew; [right; left; exists e; auto | left; auto].
Qed.

(** After an undo, the path has the values that it would have without the undone commits. *)
Theorem undo_shows_the_rest : held_dec state -> (exists e, live_without q p e) ->
  forall v, (exists e, state u p e /\ value e = v) <->
            (exists e, live_without q p e /\ value e = v).
Proof.
  intros dec (e0 & L0) v; split.
  - intros (e' & H & V); apply undo_leaves in H as [(_ & L & _) | [(e & L & _ & ->) | [_ N]]].
    + exists e'; auto.
    + exists e; split; [exact L |]; rewrite <- V; symmetry; apply copy_value.
    + destruct (N e0 L0).
  - intros (e & L & V).
    assert (C : anew = true \/ ~ state q p e -> state u p (copy e)).
    { intro C; apply undo_leaves; right; left; exists e; auto. }
    destruct (bool_dec anew true) as [An | An]; [exists (copy e); rewrite copy_value; auto |].
    destruct (dec q p e) as [H | N]; [| exists (copy e); rewrite copy_value; auto].
    apply not_true_is_false in An; exists e; split; [apply undo_leaves; auto | exact V].
Qed.

(** If nothing would be there, only the blank is there. *)
Theorem undo_clears : (forall e, ~ live_without q p e) -> forall e, state u p e <-> blank e.
Proof.
  intros N e; rewrite undo_leaves; split.
  - intros [(_ & L & _) | [(x & L & _) | [B _]]]; [destruct (N e L) | destruct (N x L) | exact B].
  - intro B; right; right; split; assumption.
Qed.

(** What an undone commit wrote is gone. *)
Theorem undo_undoes : one_creator h p (fun x => x ⪯ q) ->
  forall e k, k ⪯ q -> creates h k p e -> undone k = true ->
  (forall x, copy x <> e) -> ~ blank e -> ~ state u p e.
Proof.
  intros One e k kq Ck Uk Fresh NB H.
  apply undo_leaves in H as [(_ & (k' & [kq' Uk'] & Ck' & _) & _) | [(x & _ & _ & E) | [B _]]].
  - assert (k' = k) as -> by (eapply One; eauto); congruence.
  - apply (Fresh x); auto.
  - exact (NB B).
Qed.

(** An undo of a field that drops an element also adds one. So [State.a_path_keeps_a_value] is true
    of undos, too. That a program knows whether anything is there without the undone commits, and
    whether any of this comes back, is assumed. *)
Theorem undo_adds_where_it_drops : is_field p -> (exists e, blank e) ->
  (exists e, live_without q p e) \/ (forall e, ~ live_without q p e) ->
  (exists e, live_without q p e /\ ~ state q p e) \/
    (forall e, live_without q p e -> state q p e) ->
  forall e, replaces h u p e -> merged h state (parents (h u)) p e -> exists e', creates h u p e'.
Proof.
  intros F (b & B) Any Back e (w' & W' & Ke) M.
  destruct Un as [P W An K A]; rewrite P, merged_one in M.
  assert (w' = w) as -> by congruence.
  assert (C : forall e', adds w e' -> exists e', creates h u p e').
  { intros e' H; exists e', w; auto. }
  destruct Any as [(x & L) | N]; [| apply (C b), A; auto].
  destruct anew; [apply (C (copy x)), A; left; exists x; auto |].
  destruct Back as [(y & Ly & Ny) | All]; [apply (C (copy y)), A; left; exists y; auto |].
  assert (~ live_without q p e).
  { intro Le; assert (keeps w e = true) by (apply K; auto); congruence. }
  assert (false = true) by (apply An; split; [exact F | split; [exists e; auto | exact All]]).
  discriminate.
Qed.

End Done.
End Undo.
