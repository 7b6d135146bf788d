(** * Histories

    This file states what a history of a board is: commits with parents, each of which may write
    at some paths. It defines ancestors and best common ancestors, and proves that every common
    ancestor lies below a best one. *)

From Coq Require Import List Arith Lia.
Import ListNotations.

(** A path is a place in one file of the board; the file is a part of the path. An element is a
    stamp and a value. Nothing here depends on what they are. *)

(** What a commit writes at one path. Of the elements that it found there it keeps some, and it
    adds others. What it found and does not keep, it replaces. *)
Record write (elem : Type) := Write {
  keeps : elem -> bool;
  adds : elem -> Prop
}.
Arguments Write {elem}.
Arguments keeps {elem}.
Arguments adds {elem}.

(** The first commit has no parents, an ordinary one has one, and a merge has two or more. Any of
    them may write, at any paths. *)
Record commit (path elem : Type) := Commit {
  parents : list nat;
  writes : path -> option (write elem)
}.
Arguments Commit {path elem}.
Arguments parents {path elem}.
Arguments writes {path elem}.

(** All commits that are in any clone, with numbers. Parents have smaller numbers, so there are no
    cycles. Numbers are names: nothing depends on which order of this kind was chosen. *)
Record history (path elem : Type) := History {
  commit_of :> nat -> commit path elem;
  parents_first : forall c q, In q (parents (commit_of c)) -> q < c
}.
Arguments History {path elem}.
Arguments commit_of {path elem}.
Arguments parents_first {path elem}.

Section Ancestors.
Context {path elem : Type} (h : history path elem).

(** [below a c]: [a] is [c], or an ancestor of [c]. *)
Inductive below : nat -> nat -> Prop :=
| below_self c : below c c
| below_parent a q c : In q (parents (h c)) -> below a q -> below a c.

Notation "a ⪯ c" := (below a c) (at level 70).

(** [later r k]: [r] descends from [k], and is not [k] itself. *)
Definition later (r k : nat) := k ⪯ r /\ k <> r.

(** [under heads x]: [x] is in the history of one of the heads. *)
Definition under (heads : list nat) (x : nat) := exists b, In b heads /\ x ⪯ b.

(** A common ancestor is in both histories. *)
Definition common (a b o : nat) := o ⪯ a /\ o ⪯ b.

(** It is a best one if no other common ancestor descends from it. *)
Definition best (a b o : nat) := common a b o /\ forall o', common a b o' -> ~ later o' o.

(** ** Order *)

Lemma below_trans a b c : a ⪯ b -> b ⪯ c -> a ⪯ c.
Proof. intros ab bc; induction bc; eauto using below_parent. Qed.

Lemma below_le a c : a ⪯ c -> a <= c.
Proof.
  induction 1 as [|a q c I _ IH]; [lia |].
  apply (parents_first h) in I; lia.
Qed.

Lemma below_inv a c : a ⪯ c <-> a = c \/ exists q, In q (parents (h c)) /\ a ⪯ q.
Proof.
  split.
  - destruct 1; eauto.
  - intros [-> | (q & I & L)]; eauto using below_self, below_parent.
Qed.

(** The proper ancestors of a commit are what is in the histories of its parents. *)
Lemma under_parents c x : under (parents (h c)) x <-> x ⪯ c /\ x <> c.
Proof.
  split.
  - intros (q & I & B); split; [exact (below_parent _ _ _ I B) |].
    apply below_le in B; apply (parents_first h) in I; lia.
  - intros [B N]; apply below_inv in B as [-> | (q & I & B)]; [tauto | exists q; auto].
Qed.

Lemma under_cons b heads x : under (b :: heads) x <-> under heads x \/ x ⪯ b.
Proof.
  split.
  - intros (y & [<- | I] & B); [right; assumption | left; exists y; auto].
  - intros [(y & I & B) | B]; [exists y | exists b]; split; auto; [right | left]; auto.
Qed.

Lemma under_one a x : under [a] x <-> x ⪯ a.
Proof. rewrite under_cons; split; [intros [(y & [] & _) | L] |]; auto. Qed.

(** ** Everything is decidable *)

Lemma below_dec c : forall a, {a ⪯ c} + {~ a ⪯ c}.
Proof.
  induction c as [c IH] using (well_founded_induction lt_wf); intro a.
  destruct (Nat.eq_dec a c) as [-> | N]; [left; apply below_self |].
  assert (D : forall l, (forall q, In q l -> q < c) ->
    {exists q, In q l /\ a ⪯ q} + {~ exists q, In q l /\ a ⪯ q}).
  { induction l as [|q l IHl]; intro L; [right; intros (q & [] & _) |].
    destruct (IH q (L q (or_introl eq_refl)) a) as [Y | Y].
    - left; exists q; split; [left; reflexivity | exact Y].
    - destruct IHl as [Z | Z]; [intros; apply L; right; assumption | |].
      + left; destruct Z as (x & I & B); exists x; split; [right |]; assumption.
      + right; intros (x & [<- | I] & B); [auto | apply Z; eauto]. }
  destruct (D (parents (h c)) (parents_first h c)) as [Y | Y].
  - left; apply below_inv; auto.
  - right; intro B; apply below_inv in B as [B | B]; auto.
Qed.

Lemma under_dec heads x : {under heads x} + {~ under heads x}.
Proof.
  induction heads as [|b heads IH]; [right; intros (b & [] & _) |].
  destruct IH as [E | F], (below_dec b x) as [Y | N];
    [left | left | left | right]; rewrite under_cons; tauto.
Qed.

Lemma common_dec a b o : {common a b o} + {~ common a b o}.
Proof.
  unfold common; destruct (below_dec a o), (below_dec b o); [left | right | right | right]; tauto.
Qed.

Lemma later_dec r k : {later r k} + {~ later r k}.
Proof.
  unfold later; destruct (below_dec r k), (Nat.eq_dec k r);
    [right | left | right | right]; tauto.
Qed.

(** A decidable property of the numbers below [n] has a greatest instance, or none. *)
Lemma greatest (P : nat -> Prop) (dec : forall n, {P n} + {~ P n}) n :
  {exists m, m < n /\ P m /\ forall i, i < n -> P i -> i <= m} + {forall i, i < n -> ~ P i}.
Proof.
  induction n as [|n IH]; [right; lia |].
  destruct (dec n) as [Y | N].
  - left; exists n; repeat split; auto; intros; lia.
  - destruct IH as [E | F].
    + left; destruct E as (m & L & Pm & G); exists m; repeat split; auto.
      intros i Li Pi; destruct (Nat.eq_dec i n) as [-> | ]; [tauto | apply G; auto; lia].
    + right; intros i Li; destruct (Nat.eq_dec i n) as [-> | ]; [tauto | apply F; lia].
Qed.

(** ** Best common ancestors *)

Lemma common_sym a b o : common a b o <-> common b a o.
Proof. unfold common; tauto. Qed.

Lemma best_sym a b o : best a b o <-> best b a o.
Proof.
  unfold best; split; intros [C M]; (split; [apply common_sym; exact C |]);
    intros o' C'; apply M, common_sym, C'.
Qed.

(** Every common ancestor is a best one, or an ancestor of a best one. *)
Theorem best_above a b k : common a b k -> exists o, best a b o /\ k ⪯ o.
Proof.
  intro C.
  assert (D : forall n, {common a b n /\ k ⪯ n} + {~ (common a b n /\ k ⪯ n)}).
  { intro n; destruct (common_dec a b n), (below_dec n k); [left | right | right | right]; tauto. }
  destruct (greatest _ D (S a)) as [(o & _ & (Co & ko) & G) | F].
  - exists o; split; [split; [exact Co |] | exact ko].
    intros o' C' [oo' N].
    assert (o' <= o).
    { apply G; [destruct C' as [L _]; apply below_le in L; lia |].
      split; [assumption | exact (below_trans _ _ _ ko oo')]. }
    apply below_le in oo'; lia.
  - exfalso; apply (F k); [destruct C as [L _]; apply below_le in L; lia |].
    split; [assumption | apply below_self].
Qed.

Lemma best_dec a b o : {best a b o} + {~ best a b o}.
Proof.
  destruct (common_dec a b o) as [C | N]; [| right; intros [C _]; auto].
  assert (D : forall n, {common a b n /\ later n o} + {~ (common a b n /\ later n o)}).
  { intro n; destruct (common_dec a b n), (later_dec n o); [left | right | right | right]; tauto. }
  destruct (greatest _ D (S a)) as [E | F].
  - right; intros [_ M]; destruct E as (m & _ & (Cm & L) & _); exact (M m Cm L).
  - left; split; [assumption |]; intros o' C' L.
    apply (F o'); [destruct C' as [B _]; apply below_le in B; lia | tauto].
Qed.

End Ancestors.
