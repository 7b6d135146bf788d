(** * Merges by git

    This file states what `git merge` does with the merge driver: it gives the driver one ancestor.
    If there are several best common ancestors, git first merges them into a virtual commit, with
    the driver too, and so on. It proves that the result is that of pmgit's formula, where each
    element has one creator. In Swift the driver is [FileMerge.merge]. *)

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

(** A history in which git merges: all merges have two parents. *)
Record git_obeys (state : nat -> path -> elem -> Prop) : Prop := {
  git_merges_two : forall c, length (parents (h c)) <= 2;
  git_ancestor_first : forall c a b, parents (h c) = [a; b] -> ancestor a b < c;
  git_joins : forall c a b p, parents (h c) = [a; b] -> joins_the_bases p a b;
  git_state : forall c p e, state c p e <->
    match writes (h c) p with
    | None => match parents (h c) with
              | [] => False
              | [a] => state a p e
              | a :: b :: _ => driver state a b p e
              end
    | Some w => (match parents (h c) with
                 | [] => False
                 | [a] => state a p e
                 | a :: b :: _ => driver state a b p e
                 end /\ keeps w e = true) \/ adds w e
    end
}.

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

(** Where git merges, a commit holds what the theorem says: what was created and not replaced. *)
Theorem git_state_is_live state : git_obeys state ->
  forall p c, one_creator h p (fun _ => True) ->
  forall e, state c p e <-> live h (fun x => x ⪯ c) p e.
Proof.
  intros G p c One; induction c as [c IH] using (well_founded_induction lt_wf); intro e.
  assert (HP : forall q, In q (parents (h c)) ->
    forall e, state q p e <-> live h (fun x => x ⪯ q) p e).
  { intros q I; apply IH, (parents_first h), I. }
  rewrite (git_state state G c p e).
  pose proof (git_merges_two state G c) as Two.
  apply (commit_live h p c (fun e => match parents (h c) with
    | [] => False
    | [a] => state a p e
    | a :: b :: _ => driver state a b p e
    end)); intro x.
  destruct (parents (h c)) as [|a [|b [|]]] eqn:P; simpl in Two; try lia.
  - split; [tauto | intros (k & (y & [] & _) & _)].
  - rewrite HP by (left; reflexivity); apply live_ext; intros y _; rewrite under_one; tauto.
  - rewrite driver_is_right.
    + apply live_ext; intros y _; rewrite under_cons, under_one; tauto.
    + apply HP; left; reflexivity.
    + apply HP; right; left; reflexivity.
    + intro; apply IH, (git_ancestor_first state G c a b P).
    + apply (git_joins state G c a b p P).
    + revert One; apply one_creator_sub; auto.
Qed.

(** So git, with one virtual ancestor, and pmgit, with all best common ancestors, give the same. *)
Theorem git_merges_the_same state state' : git_obeys state -> obeys h state' ->
  forall p, one_creator h p (fun _ => True) ->
  forall c e, state c p e <-> state' c p e.
Proof.
  intros G Ob p One c e; rewrite (git_state_is_live state G p c One).
  symmetry; apply state_is_live; [exact Ob |].
  revert One; apply one_creator_sub; auto.
Qed.

End Recursive.
