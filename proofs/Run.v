(** * A program that follows the model

    This file has the model as a program: it computes what each commit holds. It proves that the
    program's result obeys the model, so all theorems are about it. The program is extracted to
    OCaml; Tests/ProofTests compares it with what pmgit does. Examples show that the assumptions and
    the several common ancestors matter. *)

From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From Pmgit Require Import History Formula Merge State Deletion.

Section Program.
Context {path elem : Type}.
Variable elem_dec : forall x y : elem, {x = y} + {x <> y}.

(** Writes and commits as lists. *)
Record list_write := ListWrite { kept : elem -> bool; added : list elem }.
Record list_commit := ListCommit { parent_list : list nat; writes_of : path -> option list_write }.

Variable commits : nat -> list_commit.
Variable p : path.

Definition holds (l : list elem) (e : elem) : bool := if in_dec elem_dec e l then true else false.
Definition has (l : list nat) (n : nat) : bool := if in_dec Nat.eq_dec n l then true else false.

(** The formula. *)
Definition merge_lists (A B O : list elem) : list elem :=
  filter (fun e => holds B e || negb (holds O e)) A ++
  filter (fun e => negb (holds A e) && negb (holds O e)) B.

(** [past q] is the history of commit [q], and [elements q] what it holds. *)
Section Entry.
Variable past : nat -> list nat.
Variable elements : nat -> list elem.

(** All best common ancestors: the common ones that are in the past of no other common one. *)
Definition best_list (a b : nat) : list nat :=
  let commons := filter (has (past b)) (past a) in
  filter (fun o => forallb (fun o' => (o' =? o) || negb (has (past o') o)) commons) commons.

Fixpoint merge_list_on (M : list elem) (heads rest : list nat) : list elem :=
  match rest with
  | [] => M
  | b :: rest =>
    merge_list_on
      (merge_lists M (elements b) (flat_map elements (flat_map (fun a => best_list a b) heads)))
      (b :: heads) rest
  end.

Definition entry (c : nat) : list nat * list elem :=
  let parents := parent_list (commits c) in
  let M := merge_list_on [] [] parents in
  (c :: nodup Nat.eq_dec (flat_map past parents),
   match writes_of (commits c) p with
   | None => M
   | Some w => nodup elem_dec (filter (kept w) M ++ added w)
   end).
End Entry.

Definition get (t : list (list nat * list elem)) (q : nat) := nth (length t - S q) t ([], []).

(** The pasts and the elements of the first [n] commits, the newest first. *)
Fixpoint table (n : nat) : list (list nat * list elem) :=
  match n with
  | 0 => []
  | S m => let t := table m in entry (fun q => fst (get t q)) (fun q => snd (get t q)) m :: t
  end.

(** What a commit holds. *)
Definition elements_of (c : nat) : list elem := snd (get (table (S c)) c).
Definition past_of (c : nat) : list nat := fst (get (table (S c)) c).

(** ** It obeys the model *)

Lemma table_length n : length (table n) = n.
Proof. induction n; simpl; auto. Qed.

Lemma get_table n q : q < n -> get (table n) q = get (table (S q)) q.
Proof.
  induction n as [|n IH]; [lia |]; intro L.
  destruct (Nat.eq_dec q n) as [-> | N]; [reflexivity |].
  rewrite <- IH by lia; unfold get; rewrite table_length.
  replace (S n - S q) with (S (n - S q)) by lia; simpl; rewrite table_length; reflexivity.
Qed.

Lemma get_last c : get (table (S c)) c =
  entry (fun q => fst (get (table c) q)) (fun q => snd (get (table c) q)) c.
Proof. unfold get; rewrite table_length, Nat.sub_diag; reflexivity. Qed.

Hypothesis parents_come_first : forall c q, In q (parent_list (commits c)) -> q < c.

(** The same history as the model has it. *)
Definition modelled : history path elem :=
  History (fun c => Commit (parent_list (commits c))
    (fun p => match writes_of (commits c) p with
              | Some w => Some (Write (kept w) (fun e => In e (added w)))
              | None => None
              end)) parents_come_first.

Lemma holds_spec e l : holds l e = true <-> In e l.
Proof. unfold holds; destruct in_dec; split; auto; discriminate. Qed.
Lemma has_spec n l : has l n = true <-> In n l.
Proof. unfold has; destruct in_dec; split; auto; discriminate. Qed.

Lemma merge_lists_spec A B O e :
  In e (merge_lists A B O) <-> formula (fun e => In e A) (fun e => In e B) (fun e => In e O) e.
Proof.
  unfold merge_lists, formula; rewrite in_app_iff, 2 filter_In; unfold holds.
  destruct (in_dec elem_dec e A), (in_dec elem_dec e B), (in_dec elem_dec e O); simpl;
    intuition congruence.
Qed.

Notation "a ⪯ c" := (below modelled a c) (at level 70).

Lemma past_spec c : forall a, In a (past_of c) <-> a ⪯ c.
Proof.
  induction c as [c IH] using (well_founded_induction lt_wf); intro a.
  rewrite below_inv; unfold past_of; rewrite get_last; unfold entry; cbn [fst].
  cbn [In]; rewrite nodup_In, in_flat_map; split.
  - intros [<- | (q & I & J)]; [auto |]; right; exists q; split; [exact I |].
    apply IH; [apply parents_come_first; exact I |].
    rewrite get_table in J by (apply parents_come_first; exact I); exact J.
  - intros [-> | (q & I & J)]; [auto |]; right; exists q; split; [exact I |].
    rewrite get_table by (apply parents_come_first; exact I).
    apply IH; [apply parents_come_first; exact I | exact J].
Qed.

Lemma best_list_spec past a b o :
  (forall x y, y <= a -> (In x (past y) <-> x ⪯ y)) ->
  (forall x, In x (past b) <-> x ⪯ b) ->
  (In o (best_list past a b) <-> best modelled a b o).
Proof.
  intros Ha Hb; unfold best_list, best, common, later.
  rewrite filter_In, filter_In, has_spec, forallb_forall, Ha, Hb by lia.
  split; intros [C F]; (split; [exact C |]).
  - intros o' [Ca Cb] [B N].
    assert (L : o' <= a) by exact (below_le modelled _ _ Ca).
    assert (I : In o' (filter (has (past b)) (past a))).
    { rewrite filter_In, has_spec, Ha, Hb by lia; split; assumption. }
    specialize (F o' I); rewrite orb_true_iff, Nat.eqb_eq, negb_true_iff in F.
    destruct F as [F | F]; [auto |].
    rewrite <- not_true_iff_false, has_spec, Ha in F by lia; tauto.
  - intros o' I; rewrite filter_In, has_spec, Ha, Hb in I by lia.
    rewrite orb_true_iff, Nat.eqb_eq, negb_true_iff, <- not_true_iff_false, has_spec.
    rewrite Ha by exact (below_le modelled _ _ (proj1 I)).
    destruct (Nat.eq_dec o' o) as [E | N]; [left; exact E | right; intro B; apply (F o'); auto].
Qed.

Lemma merge_list_on_spec state c past elements :
  (forall q, q < c -> forall x, In x (past q) <-> x ⪯ q) ->
  (forall q e, q < c -> (In e (elements q) <-> state q p e)) ->
  forall rest heads M M',
  (forall x, In x heads -> x < c) -> (forall x, In x rest -> x < c) ->
  (forall e, In e M <-> M' e) ->
  forall e, In e (merge_list_on past elements M heads rest) <->
            merge_on modelled state p M' heads rest e.
Proof.
  intros Hh He; induction rest as [|b rest IH]; intros heads M M' Lh Lr HM e; [apply HM |].
  assert (Lb : b < c) by (apply Lr; left; reflexivity).
  cbn [merge_list_on merge_on]; apply IH.
  - intros x [<- | I]; auto.
  - intros x I; apply Lr; right; exact I.
  - intro e'; rewrite merge_lists_spec; apply formula_ext; [apply HM | apply He; exact Lb |].
    rewrite in_flat_map; split.
    + intros (o & I & J); apply in_flat_map in I as (a & Ia & I); pose proof (Lh a Ia).
      apply best_list_spec in I; [| intros; apply Hh; lia | intros; apply Hh; lia].
      exists a, o; split; [exact Ia | split; [exact I |]].
      apply He; [| exact J].
      destruct I as [[B _] _]; apply (below_le modelled) in B; lia.
    + intros (a & o & Ia & B & So); exists o; pose proof (Lh a Ia); split.
      * apply in_flat_map; exists a; split; [exact Ia |].
        apply best_list_spec; [intros; apply Hh; lia | intros; apply Hh; lia | exact B].
      * apply He; [| exact So].
        destruct B as [[B _] _]; apply (below_le modelled) in B; lia.
Qed.

End Program.

Arguments ListWrite {elem}.
Arguments kept {elem}.
Arguments added {elem}.
Arguments ListCommit {path elem}.
Arguments parent_list {path elem}.
Arguments writes_of {path elem}.

Section Obeys.
Context {path elem : Type}.
Variable elem_dec : forall x y : elem, {x = y} + {x <> y}.
Variable commits : nat -> @list_commit path elem.
Hypothesis parents_come_first : forall c q, In q (parent_list (commits c)) -> q < c.

Definition run_state (c : nat) (p : path) (e : elem) : Prop :=
  In e (elements_of elem_dec commits p c).

(** What the program computes obeys the model. *)
Theorem run_obeys : obeys (modelled commits parents_come_first) run_state.
Proof.
  intros c p e; unfold run_state, elements_of; rewrite get_last; unfold entry; cbn [snd].
  set (past := fun q => fst (get (table elem_dec commits p c) q)).
  set (elements := fun q => snd (get (table elem_dec commits p c) q)).
  assert (HM : forall e,
    In e (merge_list_on elem_dec past elements [] [] (parent_list (commits c))) <->
    merged (modelled commits parents_come_first) run_state (parent_list (commits c)) p e).
  { intro e'; unfold merged.
    apply (merge_list_on_spec elem_dec commits p parents_come_first run_state c).
    - intros q L x; unfold past; rewrite get_table by exact L; apply past_spec.
    - intros q x L; unfold elements; rewrite get_table by exact L; reflexivity.
    - intros x [].
    - intros x I; exact (parents_come_first c x I).
    - simpl; tauto. }
  cbn [modelled commit_of writes parents]; destruct (writes_of (commits c) p) as [w |].
  - rewrite nodup_In, in_app_iff, filter_In, HM; cbn [keeps adds]; tauto.
  - apply HM.
Qed.

Theorem run_decides : held_dec run_state.
Proof. intros c p e; apply in_dec, elem_dec. Qed.

(** So it loses nothing; no assumption is left but that parents come first. *)
Theorem run_loses_nothing c p e k :
  below (modelled commits parents_come_first) k c ->
  creates (modelled commits parents_come_first) k p e -> ~ run_state c p e ->
  exists r, below (modelled commits parents_come_first) r c /\
    replaces (modelled commits parents_come_first) r p e /\
    merged (modelled commits parents_come_first) run_state (parent_list (commits r)) p e.
Proof. apply (nothing_is_lost _ run_state run_obeys run_decides). Qed.

End Obeys.

(** ** Examples *)

Definition puts (parents : list nat) (es : list nat) : @list_commit unit nat :=
  ListCommit parents (fun _ => Some (ListWrite (fun _ => false) es)).
Definition joins (parents : list nat) : @list_commit unit nat :=
  ListCommit parents (fun _ => None).
Definition example (l : list (@list_commit unit nat)) (c : nat) : list nat :=
  elements_of Nat.eq_dec (fun n => nth n l (joins [])) tt c.
Definition example_past (l : list (@list_commit unit nat)) (c : nat) : list nat :=
  past_of Nat.eq_dec (fun n => nth n l (joins [])) tt c.

(** The histories that cross in docs/merge.md: o, a, b, m, n, c, d, e. Values 1, 2, 3 are A, B, C;
    [d] does not write the title. *)
Definition criss_cross :=
  [puts [] [0]; puts [0] [1]; puts [0] [2]; joins [1; 2]; joins [2; 1];
   puts [3] [3]; joins [4]; joins [5; 6]].

(** With all best common ancestors the merge has what Ada decided. *)
Theorem with_all_bases : example criss_cross 7 = [3].
Proof. reflexivity. Qed.

(** With [a] alone, B is back; with [b] alone, A is. *)
Theorem with_one_base :
  merge_lists Nat.eq_dec (example criss_cross 5) (example criss_cross 6) (example criss_cross 1)
  = [3; 2] /\
  merge_lists Nat.eq_dec (example criss_cross 5) (example criss_cross 6) (example criss_cross 2)
  = [3; 1].
Proof. split; reflexivity. Qed.

(** Two creators: 1 and 2 write the same element independently, and 3 replaces it after 1. These are
    all the edits. The merges 5 and 7 both have them in their histories, and differ: one lacks 7, and
    one has it. So the assumption of one creator is needed. *)
Definition two_creators :=
  [joins []; puts [0] [7]; puts [0] [7]; puts [1] [8]; joins [1; 2];
   joins [3; 4];
   joins [3; 2]; joins [6; 4]].

Theorem two_creators_differ :
  example two_creators 5 = [8] /\ In 7 (example two_creators 7) /\
  forall k, In k [1; 2; 3] ->
    In k (example_past two_creators 5) /\ In k (example_past two_creators 7).
Proof.
  split; [reflexivity | split; [vm_compute; auto |]].
  intros k I; repeat destruct I as [<- | I]; [vm_compute; tauto .. | destruct I].
Qed.

(** A value that is put back: 2 replaces the element 1 by 2, and 1 changes another path. They are
    merged twice. After one of these merges 5 puts the element 1 back, as 'git revert' does. 6 writes
    elsewhere, too. The merge of 5 and 6 has neither element. *)
Definition put_back :=
  [puts [] [1]; joins [0]; puts [0] [2]; joins [1; 2]; joins [2; 1]; puts [3] [1]; joins [4];
   joins [5; 6]].

Theorem put_back_is_lost :
  example put_back 5 = [1] /\ example put_back 6 = [2] /\ example put_back 7 = [].
Proof. vm_compute; auto. Qed.

(** Two merges by hand of the same sides: 3 keeps the element of 1 only, and 4 that of 2 only. The
    merge of both has neither, though each element has one creator. *)
Definition keeps_and_puts (parents kept es : list nat) : @list_commit unit nat :=
  ListCommit parents (fun _ => Some (ListWrite (fun e => existsb (Nat.eqb e) kept) es)).

Definition two_sides :=
  [puts [] [0]; puts [0] [1]; puts [0] [2];
   keeps_and_puts [1; 2] [1] []; keeps_and_puts [2; 1] [2] []; joins [3; 4]].

Theorem two_sides_are_lost :
  example two_sides 3 = [1] /\ example two_sides 4 = [2] /\ example two_sides 5 = [].
Proof. vm_compute; auto. Qed.

(** Two undos: 1 and 2 write a field independently, and 3 has both values. 4 undoes 1, and 5 undoes
    2. If each only dropped its own value, the merge would have none. So each writes anew what stays:
    12 is a copy of 2, and 11 one of 1. Then the merge has both. *)
Definition two_undos :=
  [puts [] [0]; puts [0] [1]; puts [0] [2]; joins [1; 2];
   keeps_and_puts [3] [2] []; keeps_and_puts [3] [1] []; joins [4; 5];
   keeps_and_puts [3] [] [12]; keeps_and_puts [3] [] [11]; joins [7; 8]].

Theorem two_undos_keep_a_value :
  example two_undos 3 = [1; 2] /\ example two_undos 6 = [] /\ example two_undos 9 = [12; 11].
Proof. vm_compute; auto. Qed.

(** What Deletion.v assumes can be true: commit 0 gives a plan the content 5, and commit 1 deletes it
    with the deletion 7, whose hash is that of this content. The path [true] is that of the deletion;
    the hash is the content itself. *)
Definition deletion_commits (n : nat) : @list_commit bool nat :=
  match n with
  | 0 => ListCommit [] (fun p : bool => if p then None else Some (ListWrite (fun _ => false) [5]))
  | 1 => ListCommit [0] (fun p : bool => if p then Some (ListWrite (fun _ => false) [7]) else None)
  | _ => ListCommit [] (fun _ => None)
  end.

Lemma deletion_parents c q : In q (parent_list (deletion_commits c)) -> q < c.
Proof. destruct c as [|[|c]]; simpl; intuition lia. Qed.

Definition deletion_history := modelled deletion_commits deletion_parents.
Definition deletion_state := run_state Nat.eq_dec deletion_commits.
Definition deletion_hash (c : nat) : list nat := elements_of Nat.eq_dec deletion_commits false c.
Definition deletion_seen (e : nat) : option (list nat) := if e =? 7 then Some [5] else None.

Theorem deletions_can_hide :
  obeys deletion_history deletion_state /\
  (forall j, below deletion_history j 1 -> deletion_hash 1 = deletion_hash j ->
    same deletion_state (fun p _ => p = false) 1 j) /\
  (forall k e, below deletion_history k 1 -> creates deletion_history k true e ->
    deletion_state 1 true e -> deletion_seen e = Some (deletion_hash 1) ->
    exists j, below deletion_history j k /\ deletion_hash 1 = deletion_hash j) /\
  hidden deletion_state true (list nat) deletion_hash deletion_seen (fun _ => false) 1 7.
Proof.
  split; [exact (run_obeys Nat.eq_dec deletion_commits deletion_parents) |].
  split; [| split].
  - intros j _ E p e ->; unfold deletion_state, run_state; unfold deletion_hash in E.
    rewrite E; reflexivity.
  - intros k e B _ _ _; exists k; split; [apply below_self |].
    apply below_le in B; destruct k as [|[|k]]; [reflexivity | reflexivity | lia].
  - repeat split; try discriminate.
    + left; reflexivity.
    + exists 7; split; [left; reflexivity | reflexivity].
    + intros (e & _ & N); discriminate.
Qed.
