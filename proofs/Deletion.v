(** * Deletions

    This file states when a deleted plan is hidden: only while its content is what a deleter saw.
    A deletion is an element with a hash of that content. In Swift this is
    [PlanDocument.deletionState]. The removal of an item, [JSONObject.isRemovedItem], is alike, but
    its hash is of the shown values only; it is not covered here.

    What is assumed of the hash and of those who delete is stated of one commit [c] and its history,
    and only of the deletions that would hide the plan there. docs/proof.md says where it comes
    from. *)

From Coq Require Import List Bool.
Import ListNotations.
From Pmgit Require Import History Formula Merge State.

Section Deletion.
Context {path elem : Type} (h : history path elem).
Variable state : nat -> path -> elem -> Prop.
Hypothesis state_obeys : obeys h state.

Notation "a ⪯ c" := (below h a c) (at level 70).
Notation creates := (creates h).

(** The path of the deletion, and what counts as content: all but the deletion, the rank, and
    derived values. *)
Variable deleted : path.
Variable counts : path -> elem -> Prop.

(** Two commits have the same content. *)
Definition same (c j : nat) := forall p e, counts p e -> (state c p e <-> state j p e).

(** The hash of what a commit holds. In the program it is of the bytes of the file, so it depends on
    the format of the file, too. Here it is only a name for what is compared. *)
Variable hashes : Type.
Variable hash : nat -> hashes.

(** The hash in an element at the path of the deletion. A restoration writes null, which has no
    hash. *)
Variable seen : elem -> option hashes.
Variable is_null : elem -> bool.

Section At.
Variable c : nat.

(** One of the deletions was made for the present content. *)
Definition holds := exists e, state c deleted e /\ seen e = Some (hash c).

(** Somebody restored the plan independently. *)
Definition restored := exists e, state c deleted e /\ is_null e = true.

(** The plan is hidden if the shown element [s] is a deletion, one of the deletions holds, and
    nobody restored the plan. *)
Definition hidden (s : elem) := state c deleted s /\ seen s <> None /\ holds /\ ~ restored.

(** A restoration that somebody made independently is not hidden. *)
Theorem restorations_show s e : state c deleted e -> is_null e = true -> ~ hidden s.
Proof. intros H N (_ & _ & _ & R); apply R; exists e; auto. Qed.

(** A deletion [e] with the hash of a commit [j] hides the plan while its content is the same as at
    [j], whichever of several deletions [s] is shown. The hash is of the content and the format. *)
Theorem deletion_hides (format : nat -> nat) j e s :
  (same c j -> format c = format j -> hash c = hash j) ->
  same c j -> format c = format j ->
  state c deleted e -> seen e = Some (hash j) -> ~ restored ->
  state c deleted s -> seen s <> None -> hidden s.
Proof.
  intros Hash Sm F He Se R Hs Ns; repeat split; auto.
  exists e; split; [exact He | rewrite (Hash Sm F); exact Se].
Qed.

(** The hash tells the content of [c] from that of the commits in its history. *)
Hypothesis hash_tells : forall j, j ⪯ c -> hash c = hash j -> same c j.

(** If a deletion has the hash of the present content, that was the hash of a commit [j] at or
    before the commit [k] that wrote it. A command that deletes writes the hash of what is there, so
    [j] is [k]. An undo may copy an older deletion with its hash. *)
Hypothesis deleters_saw : forall k e,
  k ⪯ c -> creates k deleted e -> state c deleted e -> seen e = Some (hash c) ->
  exists j, j ⪯ k /\ hash c = hash j.

(** A hidden plan has exactly the content that it had at or before the commit of a deleter. *)
Theorem hidden_was_seen s : hidden s ->
  exists k e j, k ⪯ c /\ creates k deleted e /\ state c deleted e /\ j ⪯ k /\ same c j.
Proof.
  intros (_ & _ & (e & He & Se) & _).
  destruct (held_was_created h state state_obeys c deleted e He) as (k & kc & Ck).
  destruct (deleters_saw k e kc Ck He Se) as (j & jk & E).
  exists k, e, j; repeat (split; [assumption |]).
  apply (hash_tells j); [exact (below_trans h _ _ _ jk kc) | exact E].
Qed.

(** If, for each deleter, the plan now has something that was never in the deleter's history, the
    plan is visible. So if two people independently give a plan different values and then delete it,
    it is visible after the merge. *)
Theorem unseen_changes_show :
  (forall k e, k ⪯ c -> creates k deleted e -> state c deleted e ->
    exists p x, counts p x /\ state c p x /\ forall j, j ⪯ k -> ~ creates j p x) ->
  forall s, ~ hidden s.
Proof.
  intros Unseen s H; apply hidden_was_seen in H as (k & e & j & kc & Ck & He & jk & Sm).
  destruct (Unseen k e kc Ck He) as (p & x & Cp & Hx & N).
  apply (Sm p x Cp) in Hx.
  destruct (held_was_created h state state_obeys j p x Hx) as (i & ij & Ci).
  exact (N i (below_trans h _ _ _ ij jk) Ci).
Qed.

(** Removals count, too: if at some path nobody who deleted had, at any time, exactly what the plan
    has there now, it is visible. *)
Theorem unseen_contents_show :
  (forall k e j, k ⪯ c -> creates k deleted e -> state c deleted e -> j ⪯ k -> ~ same c j) ->
  forall s, ~ hidden s.
Proof.
  intros Unseen s H; apply hidden_was_seen in H as (k & e & j & kc & Ck & He & jk & Sm).
  exact (Unseen k e j kc Ck He jk Sm).
Qed.

End At.
End Deletion.

(** ** As a program *)

Section Program.
Context {elem hashes : Type}.
Variable hash_eqb : hashes -> hashes -> bool.
Variable seen : elem -> option hashes.
Variable is_null : elem -> bool.

Definition has_hash (x : hashes) (e : elem) : bool :=
  match seen e with Some y => hash_eqb x y | None => false end.

(** Whether the elements at the path of the deletion, the shown one first, hide a plan whose content
    has the hash [x]. *)
Definition hides (x : hashes) (l : list elem) : bool :=
  match l with
  | [] => false
  | s :: _ =>
    match seen s with Some _ => true | None => false end &&
    existsb (has_hash x) l && negb (existsb is_null l)
  end.

Theorem hides_is_hidden (state : nat -> nat -> elem -> Prop) hash c deleted s rest :
  (forall x y, hash_eqb x y = true <-> x = y) ->
  (forall e, In e (s :: rest) <-> state c deleted e) ->
  (hides (hash c) (s :: rest) = true <-> hidden state deleted hashes hash seen is_null c s).
Proof.
  intros Eq All; unfold hides, hidden, holds, restored.
  rewrite 2 andb_true_iff, negb_true_iff, <- not_true_iff_false, 2 existsb_exists.
  assert (S : state c deleted s) by (apply All; left; reflexivity).
  assert (H : (exists e, In e (s :: rest) /\ has_hash (hash c) e = true) <->
              exists e, state c deleted e /\ seen e = Some (hash c)).
  { split; intros (e & I & E); exists e; (split; [apply All; exact I |]); unfold has_hash in *.
    - destruct (seen e) as [y |]; [apply Eq in E as ->; reflexivity | discriminate].
    - rewrite E; apply Eq; reflexivity. }
  assert (N : (exists e, In e (s :: rest) /\ is_null e = true) <->
              exists e, state c deleted e /\ is_null e = true).
  { split; intros (e & I & E); exists e; (split; [apply All; exact I | exact E]). }
  rewrite H, N; destruct (seen s); intuition congruence.
Qed.

End Program.
