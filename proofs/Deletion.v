(** * Deletions

    This file states when a deleted plan is hidden: only while its content is what a deleter saw.
    A deletion is an element with a hash of that content. In Swift this is
    [PlanDocument.deletionState]; the removal of an item, [JSONObject.isRemovedItem], is alike.

    Assumed: the hash is injective on contents. It is FNV-1a with 64 bits, so this is true except
    for accidents, and not against people. *)

From Coq Require Import List.
From Pmgit Require Import History Formula Merge State.

Section Deletion.
Context {path elem : Type} (h : history path elem).
Variable state : nat -> path -> elem -> Prop.
Hypothesis state_obeys : obeys h state.

Notation "a ⪯ c" := (below h a c) (at level 70).
Notation creates := (creates h).

(** The path of the deletion, and the paths that count as content: all but the deletion and the
    rank. *)
Variable deleted : path.
Variable counts : path -> Prop.

(** Two documents have the same content. *)
Definition same (d d' : path -> elem -> Prop) := forall p, counts p -> forall e, d p e <-> d' p e.

(** The hash of a document's content. *)
Variable hashes : Type.
Variable hash : (path -> elem -> Prop) -> hashes.
Hypothesis hash_injective : forall d d', hash d = hash d' -> same d d'.
Hypothesis hash_of_content : forall d d', same d d' -> hash d = hash d'.

(** The hash in an element at the path of the deletion. A restoration writes null, which has no
    hash. *)
Variable seen : elem -> option hashes.
Variable is_null : elem -> Prop.

(** Who deletes a plan writes the hash of what is there. *)
Hypothesis deleters_are_honest :
  forall k e x, creates k deleted e -> seen e = Some x -> x = hash (state k).

(** One of the deletions was made for the present content. *)
Definition holds (c : nat) := exists e, state c deleted e /\ seen e = Some (hash (state c)).

(** Somebody restored the plan independently. *)
Definition restored (c : nat) := exists e, state c deleted e /\ is_null e.

(** The plan is hidden if the shown element [s] is a deletion, one of the deletions holds, and
    nobody restored the plan. *)
Definition hidden (c : nat) (s : elem) :=
  state c deleted s /\ seen s <> None /\ holds c /\ ~ restored c.

(** A hidden plan has exactly the content that a deleter saw. *)
Theorem hidden_was_seen c s : hidden c s ->
  exists k e, k ⪯ c /\ creates k deleted e /\ state c deleted e /\ same (state c) (state k).
Proof.
  intros (_ & _ & (e & He & Se) & _).
  destruct (held_was_created h state state_obeys c deleted e He) as (k & kc & Ck).
  exists k, e; split; [exact kc | split; [exact Ck | split; [exact He |]]].
  apply hash_injective; eapply deleters_are_honest; eauto.
Qed.

(** If each deleter lacked something that the plan has now, the plan is visible. So if two people
    independently change a plan and then delete it, it is visible after the merge. *)
Theorem unseen_changes_show c :
  (forall k e, k ⪯ c -> creates k deleted e -> state c deleted e ->
    exists p x, counts p /\ state c p x /\ forall j, j ⪯ k -> ~ creates j p x) ->
  forall s, ~ hidden c s.
Proof.
  intros Unseen s H; apply hidden_was_seen in H as (k & e & kc & Ck & He & Sm).
  destruct (Unseen k e kc Ck He) as (p & x & Cp & Hx & N).
  apply (Sm p Cp) in Hx.
  destruct (held_was_created h state state_obeys k p x Hx) as (j & jk & Cj); exact (N j jk Cj).
Qed.

(** A restoration that somebody made independently is not hidden. *)
Theorem restorations_show c s e : state c deleted e -> is_null e -> ~ hidden c s.
Proof. intros H N (_ & _ & _ & R); apply R; exists e; auto. Qed.

(** A deletion hides the plan while nobody changes it. *)
Theorem deletion_hides k c e x :
  creates k deleted e -> seen e = Some x -> same (state c) (state k) ->
  state c deleted e -> ~ restored c -> hidden c e.
Proof.
  intros Ck Se Sm He R; repeat split; try assumption; [congruence |].
  exists e; split; [exact He |]; rewrite (hash_of_content _ _ Sm).
  rewrite Se; f_equal; eapply deleters_are_honest; eauto.
Qed.

End Deletion.
