(** * Removed and broken files

    This file states what a commit has of a file that was removed or made unreadable: what is
    merged of its parents' versions. It proves that such a commit counts as one that writes nothing
    in that file, so everything that holds for edits and merges holds for these versions. It also
    proves that any other content, as of an edit by hand, is a write. In Swift this is
    [ReadableVersions] in LastReadable.swift. Its budgets are not here. *)

From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From Pmgit Require Import History Formula Merge State.

Section Missing.
Context {path elem : Type}.

(** The paths are those of one file. [content c] is what can be read of the file at commit [c];
    none if it is missing or unreadable there. *)
Variable content : nat -> option (path -> elem -> Prop).

(** The version of each commit is what can be read there, or else what is merged of the versions of
    its parents. The writes of [h] do not matter here, only its parents. *)
Definition versions_of (h : history path elem) (version : nat -> path -> elem -> Prop) :=
  forall c p e, version c p e <->
    match content c with
    | Some d => d p e
    | None => merged h version (parents (h c)) p e
    end.

(** ** Any content is a write *)

(** Whatever is there after a commit, it can be said as what the commit kept and what it added. *)
Lemma any_content_is_a_write (M d : elem -> Prop) :
  (forall e, {M e} + {~ M e}) -> (forall e, {d e} + {~ d e}) ->
  exists w, forall e, d e <-> (M e /\ keeps w e = true) \/ adds w e.
Proof.
  intros DM Dd.
  exists (Write (fun e => if Dd e then true else false) (fun e => d e /\ ~ M e)).
  intro e; cbn [keeps adds]; destruct (Dd e), (DM e); intuition congruence.
Qed.

(** ** The versions are a state *)

(** The history that the versions say: a commit whose file can't be read writes nothing, and any
    other one writes what is new in its file. [changed] lets a merge that pmgit made be written as a
    commit without writes: it leaves the paths out that are as merged.

    An example: commit 1 has the title A, 2 removes the file, and 3 brings it back with the title B,
    each with the one before as its parent. The versions of the title are A, A, B. So what is [said]
    is that 1 adds A, 2 writes nothing, and 3 keeps nothing and adds B. *)
Section Said.
Variable parents_at : nat -> list nat.
Hypothesis parents_at_first : forall c q, In q (parents_at c) -> q < c.
Variable version : nat -> path -> elem -> Prop.
Hypothesis version_dec : held_dec version.

(** The same parents without any writes. Ancestors do not depend on writes. *)
Definition shape : history path elem :=
  History (fun c => Commit (parents_at c) (fun _ => None)) parents_at_first.

(** Whether a commit writes at a path. *)
Variable changed : nat -> path -> bool.

Definition said_write (c : nat) (p : path) : write elem :=
  Write (fun e => if version_dec c p e then true else false)
    (fun e => version c p e /\ ~ merged shape version (parents_at c) p e).

Definition said_commit (c : nat) : commit path elem :=
  Commit (parents_at c)
    (fun p => match content c with
              | None => None
              | Some _ => if changed c p then Some (said_write c p) else None
              end).

Definition said : history path elem := History said_commit parents_at_first.

Lemma below_said a c : below said a c <-> below shape a c.
Proof.
  split; induction 1 as [c | a q c I _ IH];
    [apply below_self | exact (below_parent shape a q c I IH)
    | apply below_self | exact (below_parent said a q c I IH)].
Qed.

Lemma best_said a b o : best said a b o <-> best shape a b o.
Proof. unfold best, common, later; split; intros [[A B] M]; repeat split;
  try (apply below_said; assumption);
  intros o' [A' B'] [L N]; (apply (M o'); [split | split; [| exact N]]); apply below_said; assumption.
Qed.

Lemma merge_on_said p rest : forall heads M M' e,
  (forall e, M e <-> M' e) ->
  (merge_on said version p M heads rest e <-> merge_on shape version p M' heads rest e).
Proof.
  induction rest as [|b rest IH]; intros heads M M' e E; simpl; [apply E |].
  apply IH; intro x; apply formula_ext; [apply E | tauto |].
  split; intros (a & o & I & B & H); exists a, o; (split; [exact I | split; [| exact H]]);
    apply best_said; exact B.
Qed.

Lemma said_drops r p e : replaces said r p e -> merged said version (parents (said r)) p e ->
  content r <> None /\ merged shape version (parents_at r) p e /\ ~ version r p e.
Proof.
  intros (w & W & K) M.
  cbn [said said_commit commit_of writes parents] in W, M.
  destruct (content r) as [d |]; [| discriminate]; destruct (changed r p); [| discriminate].
  injection W as <-; cbn [said_write keeps] in K.
  split; [congruence | split; [| destruct (version_dec r p e); [discriminate | assumption]]].
  apply (merge_on_said p (parents_at r) [] (fun _ => False) (fun _ => False)); [tauto | exact M].
Qed.

(** The versions of a file are a state of this history. So all theorems hold for them: a commit that
    removes or breaks the file is no edit. [changed] may leave out what a commit left as merged.

    With [changed] always true this says little, because any content can be said as a write. The
    second assumption is the one that matters: what pmgit merges, where the file can be read, is
    merged of the *versions* of the parents. Tests/ProofTests compares it with the program. *)
Theorem versions_are_a_state :
  versions_of shape version ->
  (forall c p, content c <> None -> changed c p = false ->
    forall e, version c p e <-> merged shape version (parents_at c) p e) ->
  obeys said version.
Proof.
  intros V Un c p e.
  assert (Same : forall e, merged said version (parents_at c) p e <->
                           merged shape version (parents_at c) p e).
  { intro x; apply merge_on_said; tauto. }
  cbn [said said_commit commit_of writes parents].
  destruct (content c) as [d |] eqn:C.
  - destruct (changed c p) eqn:Ch.
    + cbn [said_write keeps adds]; rewrite Same.
      destruct (merge_on_dec shape version version_dec p e (parents_at c) [] (fun _ => False));
        [right; tauto | |];
        fold (merged shape version (parents_at c) p) in *;
        destruct (version_dec c p e); intuition congruence.
    + rewrite Same; apply Un; congruence.
  - rewrite Same; pose proof (V c p e) as Vc; rewrite C in Vc; exact Vc.
Qed.

(** An element that a version has, and that the version of a descendant lacks, was dropped by a
    commit in the descendant's history that found it, and whose file can be read. So an edit is not
    lost because the file is removed or broken after it. *)
Theorem edits_below_a_break_stay :
  versions_of shape version ->
  (forall c p, content c <> None -> changed c p = false ->
    forall e, version c p e <-> merged shape version (parents_at c) p e) ->
  forall c k p e, below shape k c -> version k p e -> ~ version c p e ->
  exists r, below shape r c /\ content r <> None /\
    merged shape version (parents_at r) p e /\ ~ version r p e.
Proof.
  intros V Un c k p e kc Hk N.
  pose proof (versions_are_a_state V Un) as Ob.
  destruct (held_was_created said version Ob k p e Hk) as (j & jk & Cj).
  assert (jc : below said j c).
  { apply below_said, (below_trans shape j k); [apply below_said |]; assumption. }
  destruct (nothing_is_lost said version Ob version_dec c p e j jc Cj N) as (r & rc & R & M).
  exists r; split; [apply below_said; exact rc | exact (said_drops r p e R M)].
Qed.

(** Where elements have one creator, that commit is not in the history of [k]: it is after [k], or
    beside it. *)
Theorem edits_below_a_break_stay_since :
  versions_of shape version ->
  (forall c p, content c <> None -> changed c p = false ->
    forall e, version c p e <-> merged shape version (parents_at c) p e) ->
  forall c k p e, one_creator said p (fun x => below said x c) ->
  below shape k c -> version k p e -> ~ version c p e ->
  exists r, below shape r c /\ ~ below shape r k /\ content r <> None /\
    merged shape version (parents_at r) p e /\ ~ version r p e.
Proof.
  intros V Un c k p e One kc Hk N.
  pose proof (versions_are_a_state V Un) as Ob.
  assert (kc' : below said k c) by (apply below_said; exact kc).
  destruct (replaced_since said version Ob version_dec c p e k One kc' Hk N)
    as (r & rc & rk & R & M).
  exists r; split; [apply below_said; exact rc |].
  split; [intro L; apply rk, below_said; exact L | exact (said_drops r p e R M)].
Qed.

(** Such a commit writes nowhere in the file. *)
Theorem broken_files_are_no_edits c : content c = None -> forall p, ~ writes_at said p c.
Proof. intros C p; unfold writes_at; cbn [said said_commit commit_of writes]; rewrite C; tauto. Qed.

(** On a line of commits that removed or broke the file, the version stays that of the commit before
    them. *)
Theorem last_readable_on_a_line : versions_of shape version ->
  forall (line : nat -> nat) n,
  (forall i, i < n -> content (line (S i)) = None /\ parents_at (line (S i)) = [line i]) ->
  forall p e, version (line n) p e <-> version (line 0) p e.
Proof.
  intros V line n; induction n as [|n IH]; intros L p e; [tauto |].
  destruct (L n (Nat.lt_succ_diag_r n)) as [C P].
  rewrite (V (line (S n)) p e), C; cbn [shape commit_of parents]; rewrite P, merged_one.
  apply IH; intros i I; apply L; lia.
Qed.

End Said.

(** ** Parents without a version *)

(** A parent can be left out if no commit in its history has anything at the path. The program
    leaves out parents whose history has no version of the file. *)
Section Empty.
Variable h : history path elem.
Variable state : nat -> path -> elem -> Prop.
Variable p : path.
Variable a : nat.
Hypothesis nothing : forall o e, below h o a -> ~ state o p e.

Lemma merge_on_without_head rest : forall heads heads' M M',
  (forall x, In x heads <-> x = a \/ In x heads') ->
  (forall e, M e <-> M' e) ->
  forall e, merge_on h state p M heads rest e <-> merge_on h state p M' heads' rest e.
Proof.
  induction rest as [|b rest IH]; intros heads heads' M M' E EM e; simpl; [apply EM |].
  apply IH.
  - intro x; simpl; rewrite E; tauto.
  - intro x; apply formula_ext; [apply EM | tauto |]; split; intros (y & o & I & B & H).
    + apply E in I as [-> | I].
      * destruct (nothing o x); [apply B | exact H].
      * exists y, o; auto.
    + exists y, o; split; [apply E; auto | auto].
Qed.

Theorem empty_parents_are_harmless before after e :
  merged h state (before ++ a :: after) p e <-> merged h state (before ++ after) p e.
Proof.
  unfold merged; generalize (@nil nat) as heads, (fun _ : elem => False) as M.
  induction before as [|b before IH]; intros heads M; simpl; [| apply IH].
  apply merge_on_without_head; [intro x; simpl; intuition congruence |].
  intro x; unfold formula; split.
  - intros [[m _] | [[m _] | [s _]]]; auto; destruct (nothing a x (below_self h a) s).
  - intro m; right; left; split; [exact m |]; intros (y & o & I & B & H).
    exact (nothing o x (proj2 (proj1 B)) H).
Qed.

End Empty.
End Missing.
