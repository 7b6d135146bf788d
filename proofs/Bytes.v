(** * Byte strings

    This file states how byte strings are compared: byte by byte, and a string comes before those
    that extend it. In Swift this is the order of [ExactString]. *)

From Coq Require Import List NArith Lia.
Import ListNotations.

(** A byte string. Nothing in this file depends on the numbers being less than 256. *)
Definition bytes := list N.

(** Compares two strings byte by byte; a string comes before its extensions. *)
Fixpoint compare (a b : bytes) : comparison :=
  match a, b with
  | [], [] => Eq
  | [], _ :: _ => Lt
  | _ :: _, [] => Gt
  | x :: a, y :: b => match N.compare x y with Eq => compare a b | c => c end
  end.

Lemma compare_eq a : forall b, compare a b = Eq <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try (split; congruence).
  destruct (N.compare_spec x y) as [-> | L | L]; try (split; [congruence | intro E; injection E; lia]).
  rewrite IH; split; congruence.
Qed.

Lemma compare_sym a : forall b, compare b a = CompOpp (compare a b).
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try reflexivity.
  rewrite (N.compare_antisym x y); destruct (N.compare x y); simpl; auto.
Qed.

Lemma compare_trans a : forall b c, compare a b = Lt -> compare b c = Lt -> compare a c = Lt.
Proof.
  induction a as [|x a IH]; intros [|y b] [|z c]; simpl; try congruence.
  destruct (N.compare_spec x y) as [-> | L | L]; try congruence.
  - destruct (N.compare_spec y z); try congruence; apply IH.
  - destruct (N.compare_spec y z) as [-> | L' | L']; try congruence;
      destruct (N.compare_spec x z); try lia; congruence.
Qed.
