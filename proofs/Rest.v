(** * Clones come to rest

    This file states what a sync does to the heads of a clone and of its remote, and proves that
    clones of one remote end on one commit: after each has synced, one more sync of each brings all
    to the remote's commit, and makes no new commits. A clone that has only merges of its own does
    not move the remote, if the files are canonical. In Swift this is [BoardStore.merged] in Sync+Merge.swift.

    Not here: a remote or a branch that is missing; a remote that was rewritten, where the head that
    was fetched before is merged, too; and several remotes.

    A sync is one step here: [RemoteExchange] repeats it until its push is accepted, and a push that
    is rejected changes nothing on the remote. Who makes no change, and can sync, is assumed. *)

From Coq Require Import List Arith Lia.
Import ListNotations.
From Pmgit Require Import History Formula Merge State.

Section Rest.
Context {path elem : Type} (h : history path elem).
Variable state : nat -> path -> elem -> Prop.

Notation "a ⪯ c" := (below h a c) (at level 70).

(** [is_merge a b m]: [m] is a merge of [a] and [b] that pmgit makes, or finds made. *)
Definition is_merge (a b m : nat) :=
  (parents (h m) = [a; b] \/ parents (h m) = [b; a]) /\ forall p, ~ writes_at h p m.

(** All commits that [a] has and [b] lacks are merges. *)
Definition only_merges (a b : nat) :=
  forall k, k ⪯ a -> ~ k ⪯ b -> 2 <= length (parents (h k)).

(** Two commits hold the same. *)
Definition same_content (a b : nat) := forall p e, state a p e <-> state b p e.

(** Two commits have the same tree, byte by byte. *)
Variable same_tree : nat -> nat -> Prop.

(** [join l t n]: a clone with the head [l] joins the fetched head [t], and its head is then [n]. *)
Inductive join (l t : nat) : nat -> Prop :=
| join_nothing_new : t ⪯ l -> join l t l
| join_fast_forward : l ⪯ t -> join l t t
| join_adopts m : ~ t ⪯ l -> ~ l ⪯ t -> is_merge l t m ->
    same_tree m t -> only_merges l t -> join l t t
| join_merges m : ~ t ⪯ l -> ~ l ⪯ t -> is_merge l t m ->
    ~ (same_tree m t /\ only_merges l t) -> join l t m.

(** The head of the remote, and that of each clone. *)
Record world := World { remote : nat; local : nat -> nat }.

Definition moved (i n : nat) (f : nat -> nat) : nat -> nat := fun j => if j =? i then n else f j.

(** One clone syncs; or it joins what it fetched and its push does not arrive. *)
Inductive step (i : nat) : world -> world -> Prop :=
| syncs w n : join (local w i) (remote w) n ->
    step i w (World n (moved i n (local w)))
| only_fetches w n : join (local w i) (remote w) n ->
    step i w (World (remote w) (moved i n (local w))).

(** A sync whose push arrives. *)
Definition synced (i : nat) (w w' : world) := step i w w' /\ remote w' = local w' i.

Lemma moved_same i n f : moved i n f i = n.
Proof. unfold moved; rewrite Nat.eqb_refl; reflexivity. Qed.

Lemma moved_other i j n f : j <> i -> moved i n f j = f j.
Proof. intro N; unfold moved; rewrite (proj2 (Nat.eqb_neq j i) N); reflexivity. Qed.

Lemma below_antisym a b : a ⪯ b -> b ⪯ a -> a = b.
Proof. intros L M; apply below_le in L, M; lia. Qed.

Lemma join_has_remote l t n : join l t n -> t ⪯ n.
Proof.
  destruct 1 as [L | L | m _ _ _ _ _ | m _ _ [[P | P] _] _];
    try assumption; try apply below_self;
    (apply (below_parent h t t m); [rewrite P; simpl; auto | apply below_self]).
Qed.

Lemma join_behind l t n : l ⪯ t -> join l t n -> n = t.
Proof.
  intros L J; destruct J as [M | M | m _ N _ _ _ | m _ N _ _]; try tauto.
  exact (below_antisym _ _ L M).
Qed.

(** The remote only moves forward. *)
Theorem the_remote_moves_forward i w w' : step i w w' -> remote w ⪯ remote w'.
Proof. destruct 1; simpl; [eapply join_has_remote; eassumption | apply below_self]. Qed.

(** ** Rest *)

(** Runs of steps, each with the clone that makes it and whether its push arrives. *)
Inductive run : list (nat * bool) -> world -> world -> Prop :=
| run_nothing w : run [] w w
| run_sync i l w w' w'' : synced i w w' -> run l w' w'' -> run ((i, true) :: l) w w''
| run_fetch i l w w' w'' : step i w w' -> run l w' w'' -> run ((i, false) :: l) w w''.

Lemma run_forward l w w' : run l w w' -> remote w ⪯ remote w'.
Proof.
  induction 1 as [w | i l w w' w'' [S _] _ IH | i l w w' w'' S _ IH]; [apply below_self | |];
    exact (below_trans h _ _ _ (the_remote_moves_forward i w w' S) IH).
Qed.

(** A clone is behind if the remote has all of its commits. *)
Definition behind (i : nat) (w : world) := local w i ⪯ remote w.

Lemma step_keeps_behind i j w w' : step i w w' -> behind j w -> behind j w'.
Proof.
  unfold behind; intros S B; pose proof (the_remote_moves_forward i w w' S) as F.
  destruct (Nat.eq_dec j i) as [-> | N].
  - destruct S as [w n J | w n J]; simpl; rewrite moved_same; [apply below_self |].
    rewrite (join_behind _ _ _ B J); apply below_self.
  - apply (below_trans h _ (remote w)); [| exact F].
    destruct S as [w n J | w n J]; simpl; rewrite moved_other by exact N; exact B.
Qed.

Lemma run_keeps_behind j l w w' : run l w w' -> behind j w -> behind j w'.
Proof.
  induction 1 as [w | i l w w' w'' [S _] _ IH | i l w w' w'' S _ IH]; auto;
    intro B; apply IH, (step_keeps_behind i j w w' S B).
Qed.

Lemma after_sync_behind i w w' : synced i w w' -> behind i w'.
Proof. intros [_ E]; unfold behind; rewrite <- E; apply below_self. Qed.

(** Whoever has synced is behind. *)
Lemma run_behind i l w w' : run l w w' -> In (i, true) l -> behind i w'.
Proof.
  induction 1 as [w | j l w w' w'' S R IH | j l w w' w'' S R IH]; intro I.
  - destruct I.
  - destruct I as [E | I]; [injection E as -> | auto].
    exact (run_keeps_behind i l w' w'' R (after_sync_behind i w w' S)).
  - destruct I as [E | I]; [discriminate | auto].
Qed.

(** A run that makes nothing: each clone that syncs takes the commit that the remote has, and the
    remote stays where it is. *)
Inductive quiet : list (nat * bool) -> world -> world -> Prop :=
| quiet_nothing w : quiet [] w w
| quiet_step i pushed l w w' w'' : step i w w' -> remote w' = remote w -> local w' i = remote w ->
    quiet l w' w'' -> quiet ((i, pushed) :: l) w w''.

(** If all are behind, nothing new is made. *)
Lemma run_at_rest (clones : list nat) l w w' : run l w w' ->
  (forall i b, In (i, b) l -> In i clones) -> (forall i, In i clones -> behind i w) ->
  quiet l w w'.
Proof.
  assert (Step : forall i w w', step i w w' -> behind i w ->
    remote w' = remote w /\ local w' i = remote w).
  { intros i w0 w1 S B; destruct S as [w0 n J | w0 n J]; rewrite (join_behind _ _ _ B J); simpl;
      (split; [reflexivity | apply moved_same]). }
  induction 1 as [w | i l w w' w'' [S _] R IH | i l w w' w'' S R IH]; intros Cl Be;
    [apply quiet_nothing | |].
  all: assert (Bi : behind i w) by (eapply Be, Cl; left; reflexivity).
  all: destruct (Step i w w' S Bi) as [Er Ei].
  all: apply (quiet_step i _ l w w' w'' S Er Ei), IH;
    [intros j b I; apply (Cl j b); right; exact I
    | intros j I; apply (step_keeps_behind i j w w' S), Be, I].
Qed.

Lemma step_others i j w w' : step i w w' -> j <> i -> local w' j = local w j.
Proof. intros S N; destruct S; simpl; apply moved_other; exact N. Qed.

(** In such a run the remote does not move, and all that sync end on its commit. *)
Lemma quiet_ends l w w' : quiet l w w' ->
  remote w' = remote w /\
  (forall i, (exists b, In (i, b) l) \/ local w i = remote w -> local w' i = remote w).
Proof.
  induction 1 as [w | i b l w w' w'' S Er Ei _ [E L]].
  - split; [reflexivity | intros i [(b & []) | H]; exact H].
  - rewrite Er in E, L; split; [exact E |]; intros j H; apply L.
    destruct (Nat.eq_dec j i) as [-> | N]; [right; exact Ei |].
    rewrite (step_others i j w w' S N); destruct H as [(b' & [H | H]) | H]; eauto.
    injection H; congruence.
Qed.

(** If nobody changes anything, and each clone syncs once and then once more, in any order and with
    any failed pushes in between, then all clones are on the remote's commit. The second round makes
    nothing: each of its syncs ends on the commit that the remote had before the round. This does
    not need [join_adopts]: that the push arrives is enough. *)
Theorem clones_come_to_rest (clones : list nat) first second w w' w'' :
  run first w w' -> run second w' w'' ->
  (forall i b, In (i, b) (first ++ second) -> In i clones) ->
  (forall i, In i clones -> In (i, true) first /\ In (i, true) second) ->
  quiet second w' w'' /\ remote w'' = remote w' /\
  forall i, In i clones -> local w'' i = remote w''.
Proof.
  intros R1 R2 Cl All.
  assert (Q : quiet second w' w'').
  { apply (run_at_rest clones); [exact R2 | |].
    - intros i b I; apply (Cl i b), in_or_app; right; exact I.
    - intros i I; apply (run_behind i first w w' R1), (All i I). }
  destruct (quiet_ends second w' w'' Q) as [E L].
  split; [exact Q | split; [exact E |]]; intros i I; rewrite E; apply L; left; exists true.
  apply (All i I).
Qed.

(** ** Adopting *)

(** A clone whose own commits are merges without writes takes the remote's head, and does not move
    the remote. So merges of merges come to an end. This needs that the merge with the remote's head
    has its tree if it has its content: true if all files are canonical. *)
Theorem merges_do_not_move_the_remote : obeys h state ->
  forall i w w',
  (forall m, is_merge (local w i) (remote w) m -> same_content m (remote w) ->
    same_tree m (remote w)) ->
  (forall p, one_creator h p (fun x => x ⪯ local w i \/ x ⪯ remote w)) ->
  ~ remote w ⪯ local w i ->
  (forall k, k ⪯ local w i -> ~ k ⪯ remote w ->
    2 <= length (parents (h k)) /\ forall p, ~ writes_at h p k) ->
  step i w w' -> local w' i = remote w /\ remote w' = remote w.
Proof.
  intros Ob i w w' Tree One N Own S.
  assert (J : forall n, join (local w i) (remote w) n -> n = remote w).
  { intros n J; destruct J as [L | L | m _ _ _ _ _ | m _ _ IM C]; try tauto.
    pose proof IM as [P W].
    destruct C; split; [apply (Tree m IM) | intros k L Nk; apply (Own k L Nk)].
    intros p e.
    assert (Sub : forall k, writes_at h p k -> k ⪯ local w i -> k ⪯ remote w).
    { intros k Wk L; destruct (below_dec h (remote w) k) as [Y | F]; [exact Y |].
      destruct (proj2 (Own k L F) p Wk). }
    assert (Bm : forall k, writes_at h p k -> (k ⪯ m <-> k ⪯ remote w)).
    { intros k Wk; split; intro L.
      - apply below_inv in L as [-> | (q & I & L)]; [destruct (W p Wk) |].
        destruct P as [P | P]; rewrite P in I; destruct I as [<- | [<- | []]]; auto.
      - destruct P as [P | P];
          (apply (below_parent h k (remote w) m); [rewrite P; simpl; auto | exact L]). }
    apply (same_edits_same_state h state Ob); [| exact Bm].
    intros x k k' Hk Hk' Ck Ck'; apply (One p x k k'); auto; right;
      [apply (Bm k) | apply (Bm k')]; auto; eapply creates_writes; eassumption. }
  destruct S as [w n Jn | w n Jn]; simpl; rewrite moved_same, (J n Jn); auto.
Qed.

End Rest.
