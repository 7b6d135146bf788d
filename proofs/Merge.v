(** * Merges in a history

    This file states what a commit holds: what it has of its parents by the formula, and what it
    wrote itself. It covers first commits, edits, merges of two, octopus merges, and merges by hand
    that write. It also states the specification with which the next file compares this. *)

From Coq Require Import List Arith Lia.
Import ListNotations.
From Pmgit Require Import History Formula.

Section Merge.
Context {path elem : Type} (h : history path elem).

Notation "a ⪯ c" := (below h a c) (at level 70).

(** ** What a commit holds *)

(** [state] gives the elements that each commit holds at each path. *)
Section State.
Variable state : nat -> path -> elem -> Prop.

(** What any best common ancestor of [b] and one of the [heads] holds at a path. *)
Definition bases (heads : list nat) (b : nat) (p : path) (e : elem) : Prop :=
  exists a o, In a heads /\ best h a b o /\ state o p e.

(** Parents are merged one after another, each with all best common ancestors that it has with
    those before it. [M] is what was merged so far, from [heads]. *)
Fixpoint merge_on (p : path) (M : elem -> Prop) (heads rest : list nat) : elem -> Prop :=
  match rest with
  | [] => M
  | b :: rest => merge_on p (formula M (state b p) (bases heads b p)) (b :: heads) rest
  end.

Definition merged (heads : list nat) (p : path) : elem -> Prop :=
  merge_on p (fun _ => False) [] heads.

(** Each commit holds what is merged of its parents. Where it writes, it holds what it keeps of
    that, and what it adds.

    An example: commit 1 has no parents and adds A. Commits 2 and 3 have the parent 1; 2 keeps
    nothing and adds B, and 3 does not write at this path. Commit 4 merges 2 and 3 and does not write
    either. Then [obeys] says that 1 holds A, 2 holds B, and 3 holds A. The best common ancestor of 2
    and 3 is 1, so 4 holds (B ∩ A) ∪ (B ∖ A) ∪ (A ∖ A), which is B. *)
Definition obeys := forall c p e,
  state c p e <->
  match writes (h c) p with
  | None => merged (parents (h c)) p e
  | Some w => (merged (parents (h c)) p e /\ keeps w e = true) \/ adds w e
  end.
End State.

(** ** The specification *)

(** [k] creates [e] at [p]: it writes there and adds [e]. *)
Definition creates (k : nat) (p : path) (e : elem) :=
  exists w, writes (h k) p = Some w /\ adds w e.

(** [r] replaces [e] at [p]: it writes there and does not keep [e]. *)
Definition replaces (r : nat) (p : path) (e : elem) :=
  exists w, writes (h r) p = Some w /\ keeps w e = false.

(** [e] was created in this part of the history, and no later commit in it replaced [e].

    In the example above, let the part be what is [under] the commits 2 and 3: these are 1, 2 and 3.
    There B is [live]: 2 creates it, and no commit that descends from 2 replaces it. A is not: 1
    creates it, and 2 descends from 1 and replaces it. *)
Definition live (part : nat -> Prop) (p : path) (e : elem) :=
  exists k, part k /\ creates k p e /\ forall r, part r -> later h r k -> ~ replaces r p e.

(** At this path, each element that was created in this part of the history was created by one
    commit. *)
Definition one_creator (p : path) (part : nat -> Prop) := forall e k k',
  part k -> part k' -> creates k p e -> creates k' p e -> k = k'.

Definition writes_at (p : path) (k : nat) := writes (h k) p <> None.

Lemma creates_writes k p e : creates k p e -> writes_at p k.
Proof. intros (w & W & _); unfold writes_at; congruence. Qed.

Lemma replaces_writes r p e : replaces r p e -> writes_at p r.
Proof. intros (w & W & _); unfold writes_at; congruence. Qed.

(** Only the commits that write at the path matter. *)
Lemma live_ext (part part' : nat -> Prop) p e :
  (forall x, writes_at p x -> (part x <-> part' x)) -> (live part p e <-> live part' p e).
Proof.
  intro E; split; intros (k & Hk & C & R); exists k;
    (split; [apply (E k (creates_writes _ _ _ C)), Hk | split; [assumption |]]);
    intros r Hr L Rr; (apply (R r); [apply (E r (replaces_writes _ _ _ Rr)), Hr | |]); assumption.
Qed.

Lemma one_creator_sub p (part part' : nat -> Prop) :
  (forall x, part x -> part' x) -> one_creator p part' -> one_creator p part.
Proof. intros I O e k k' Hk Hk'; apply O; auto. Qed.

(** ** Simple cases *)

Implicit Type state : nat -> path -> elem -> Prop.

(** Of one parent everything is taken. *)
Theorem merged_one state a p e : merged state [a] p e <-> state a p e.
Proof.
  unfold merged; simpl; unfold formula.
  assert (~ bases state [] a p e) by (intros (x & o & [] & _)); tauto.
Qed.

(** Of two parents, what the formula gives, with all best common ancestors. *)
Theorem merged_two state a b p e :
  merged state [a; b] p e <->
  formula (state a p) (state b p) (fun e => exists o, best h a b o /\ state o p e) e.
Proof.
  change (merged state [a; b] p e)
    with (formula (merged state [a] p) (state b p) (bases state [a] b p) e).
  apply formula_ext; [apply merged_one | tauto |].
  split.
  - intros (x & o & [<- | []] & B & H); eauto.
  - intros (o & B & H); exists a, o; split; [left; reflexivity | auto].
Qed.

(** The merge is the same for (a, b) and (b, a). No assumption is needed. *)
Theorem merged_comm state a b p e : merged state [a; b] p e <-> merged state [b; a] p e.
Proof.
  rewrite 2 merged_two, formula_comm; apply formula_ext; try tauto.
  split; intros (o & B & H); exists o; (split; [apply best_sym |]); assumption.
Qed.

(** A merge invents nothing: what it holds, one of the parents holds. *)
Lemma merge_on_in state p rest : forall heads M e,
  merge_on state p M heads rest e -> M e \/ exists b, In b rest /\ state b p e.
Proof.
  induction rest as [|b rest IH]; intros heads M e H; [left; exact H |].
  simpl in H; apply IH in H as [F | (x & I & H)].
  - destruct F as [[F _] | [[F _] | [F _]]]; [left; exact F | left; exact F |].
    right; exists b; split; [left; reflexivity | exact F].
  - right; exists x; split; [right; exact I | exact H].
Qed.

Theorem merged_in state heads p e :
  merged state heads p e -> exists b, In b heads /\ state b p e.
Proof. intro H; apply merge_on_in in H as [[] | H]; exact H. Qed.

(** ** The equations have one solution *)

Lemma merge_on_ext state state' p rest : forall heads M M',
  (forall e, M e <-> M' e) ->
  (forall b o, In b rest -> o ⪯ b -> forall e, state o p e <-> state' o p e) ->
  forall e, merge_on state p M heads rest e <-> merge_on state' p M' heads rest e.
Proof.
  induction rest as [|b rest IH]; intros heads M M' EM ES e; simpl; [apply EM |].
  apply IH; [| intros b' o I; apply (ES b' o); right; assumption].
  intro e'; apply formula_ext;
    [apply EM | apply (ES b); [left; reflexivity | apply below_self] |].
  split; intros (a & o & I & B & H); exists a, o;
    (split; [assumption | split; [assumption |]]);
    apply (ES b); auto; try (left; reflexivity); apply B.
Qed.

Lemma merged_ext state state' heads p :
  (forall b o, In b heads -> o ⪯ b -> forall e, state o p e <-> state' o p e) ->
  forall e, merged state heads p e <-> merged state' heads p e.
Proof. intros E; apply merge_on_ext; [tauto | exact E]. Qed.

(** The history determines what each commit holds. *)
Theorem state_is_determined state state' :
  obeys state -> obeys state' -> forall c p e, state c p e <-> state' c p e.
Proof.
  intros O O' c; induction c as [c IH] using (well_founded_induction lt_wf); intros p e.
  assert (E : forall e, merged state (parents (h c)) p e <-> merged state' (parents (h c)) p e).
  { apply merged_ext; intros b o I L e'; apply IH.
    apply (parents_first h) in I; apply below_le in L; lia. }
  rewrite (O c p e), (O' c p e); destruct (writes (h c) p); rewrite E; tauto.
Qed.

End Merge.
