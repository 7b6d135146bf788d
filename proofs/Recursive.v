(** * Merges by git

    This file states what `git merge` does with the merge driver: it gives the driver one ancestor.
    If there are several best common ancestors, git first merges them into a virtual commit, with
    the driver too, and so on. It proves that the result is that of pmgit's formula, where each
    element has one creator. In one history some merges may be by git and others by pmgit, with two
    parents or more. In Swift the driver is [FileMerge.merge]. *)

From Coq Require Import List Arith Lia.
Import ListNotations.
From Pmgit Require Import History Formula Merge State.

Section Recursive.
Context {path elem : Type} (h : history path elem).

Notation "a ⪯ c" := (below h a c) (at level 70).

(** Virtual commits are commits of [h] without writes, which no clone has. [ancestor a b] is the
    commit that git gives to the driver as the ancestor of [a] and [b]: the only best common
    ancestor, or a virtual commit with all of them in its history. *)
Variable ancestor : nat -> nat -> nat.

(** It has the writes of the best common ancestors in its history, and no others. *)
Definition joins_the_bases (p : path) (a b : nat) := forall k, writes_at h p k ->
  (k ⪯ ancestor a b <-> exists o, best h a b o /\ k ⪯ o).

(** What the driver gives for a merge of two commits. *)
Definition driver (state : nat -> path -> elem -> Prop) (a b : nat) (p : path) : elem -> Prop :=
  formula (state a p) (state b p) (state (ancestor a b) p).

(** A commit holds what it has of its parents, [M], or keeps some of it and adds others. *)
Definition holds_of (state : nat -> path -> elem -> Prop) (c : nat) (p : path) (M : elem -> Prop) :=
  forall e, state c p e <->
    match writes (h c) p with
    | None => M e
    | Some w => (M e /\ keeps w e = true) \/ adds w e
    end.

(** git merged the two parents of [c]. *)
Definition merged_by_git (state : nat -> path -> elem -> Prop) (c : nat) (p : path) :=
  exists a b, parents (h c) = [a; b] /\ ancestor a b < c /\ joins_the_bases p a b /\
    holds_of state c p (driver state a b p).

(** A history with merges by pmgit and by git. *)
Definition git_obeys (state : nat -> path -> elem -> Prop) := forall c p,
  holds_of state c p (merged h state (parents (h c)) p) \/ merged_by_git state c p.

(** One merge: with the virtual ancestor the formula gives what is right. *)
Lemma driver_is_right state a b p :
  (forall e, state a p e <-> live h (fun x => x ⪯ a) p e) ->
  (forall e, state b p e <-> live h (fun x => x ⪯ b) p e) ->
  (forall e, state (ancestor a b) p e <-> live h (fun x => x ⪯ ancestor a b) p e) ->
  joins_the_bases p a b ->
  one_creator h p (fun x => x ⪯ a \/ x ⪯ b) ->
  forall e, driver state a b p e <-> live h (fun x => x ⪯ a \/ x ⪯ b) p e.
Proof.
  intros HA HB HV J One e.
  assert (UA : forall x, under h [a] x <-> x ⪯ a) by (intro; apply under_one).
  assert (One' : one_creator h p (fun x => under h [a] x \/ x ⪯ b)).
  { revert One; apply one_creator_sub; intro x; rewrite UA; tauto. }
  unfold driver; rewrite (merge_step h p [a] b (state a p) (state b p)).
  - apply live_ext; intros x _; rewrite UA; tauto.
  - intro x; rewrite HA; apply live_ext; intros y _; rewrite UA; tauto.
  - exact HB.
  - intros x k L ka kb Ck; apply UA in ka.
    destruct (best_above h a b k (conj ka kb)) as (o & Bo & ko).
    apply HV; exists k; split; [| split; [exact Ck |]].
    + apply J; [eapply creates_writes; eassumption | exists o; auto].
    + intros r rv kr Rr.
      apply J in rv as (o' & [[o'a o'b] _] & ro'); [| eapply replaces_writes; eassumption].
      assert (ra : r ⪯ a) by exact (below_trans h _ _ _ ro' o'a).
      assert (rb : r ⪯ b) by exact (below_trans h _ _ _ ro' o'b).
      rewrite HA, HB in L.
      destruct L as [(k' & Hk' & Ck' & Rk') | (k' & Hk' & Ck' & Rk')];
        (assert (k' = k) as -> by (eapply One; eauto)); apply (Rk' r); auto.
  - intros x V; apply HV in V as (k & kv & Ck & _).
    apply J in kv as (o & [[oa ob] _] & ko); [| eapply creates_writes; eassumption].
    exists k; repeat split;
      [apply UA; exact (below_trans h _ _ _ ko oa) | exact (below_trans h _ _ _ ko ob) | exact Ck].
  - exact One'.
Qed.

(** In such a history, a commit holds what the theorem says: what was created and not replaced. *)
Theorem git_state_is_live state : git_obeys state ->
  forall p c, one_creator h p (fun x => x ⪯ c) ->
  forall e, state c p e <-> live h (fun x => x ⪯ c) p e.
Proof.
  intros G p c; induction c as [c IH] using (well_founded_induction lt_wf); intros One e.
  assert (Sub : forall q (part : nat -> Prop), In q (parents (h c)) -> (forall x, part x -> x ⪯ q) ->
    one_creator h p part).
  { intros q part I S; revert One; apply one_creator_sub; intros x X.
    exact (below_parent h x q c I (S x X)). }
  destruct (G c p) as [C | (a & b & P & L & J & C)]; rewrite (C e); clear C.
  - apply (commit_live h p c (merged h state (parents (h c)) p)), merged_live.
    + intros b o x I B; apply IH.
      * apply (parents_first h) in I; apply below_le in B; lia.
      * apply (Sub b); [exact I | intros y Y; exact (below_trans h _ _ _ Y B)].
    + revert One; apply one_creator_sub; intros x (q & I & B); exact (below_parent h x q c I B).
  - apply (commit_live h p c (driver state a b p)); intro x.
    assert (Ia : In a (parents (h c))) by (rewrite P; simpl; auto).
    assert (Ib : In b (parents (h c))) by (rewrite P; simpl; auto).
    rewrite driver_is_right.
    + rewrite P; apply live_ext; intros y _; rewrite under_cons, under_one; tauto.
    + apply IH; [apply (parents_first h); exact Ia | apply (Sub a); auto].
    + apply IH; [apply (parents_first h); exact Ib | apply (Sub b); auto].
    + apply IH; [exact L |].
      (* What was created below the virtual ancestor was created below [a]. *)
      intros y k k' Hk Hk' Ck Ck'; apply (One y k k'); try assumption.
      * apply J in Hk as (o & [[oa _] _] & ko); [| eapply creates_writes; eassumption].
        exact (below_parent h k a c Ia (below_trans h _ _ _ ko oa)).
      * apply J in Hk' as (o & [[oa _] _] & ko); [| eapply creates_writes; eassumption].
        exact (below_parent h k' a c Ia (below_trans h _ _ _ ko oa)).
    + exact J.
    + revert One; apply one_creator_sub; intros y [Y | Y];
        [exact (below_parent h y a c Ia Y) | exact (below_parent h y b c Ib Y)].
Qed.

(** So git, with one virtual ancestor, and pmgit, with all best common ancestors, give the same,
    whoever made which merge. *)
Theorem git_merges_the_same state state' : git_obeys state -> obeys h state' ->
  forall p c, one_creator h p (fun x => x ⪯ c) ->
  forall e, state c p e <-> state' c p e.
Proof.
  intros G Ob p c One e; rewrite (git_state_is_live state G p c One).
  symmetry; apply state_is_live; assumption.
Qed.

End Recursive.
