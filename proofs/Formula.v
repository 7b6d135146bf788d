(** * The formula

    This file states the formula of the merge for the elements of one path, and what docs/merge.md
    says of it in words. [A] and [B] are the elements of the two sides; [O] are the elements of all
    best common ancestors together. In Swift it is [PlanMerge.merge]. *)

Section Formula.
Context {elem : Type}.
Implicit Types (A B O : elem -> Prop) (e : elem).

(** (A ∩ B) ∪ (A ∖ O) ∪ (B ∖ O) *)
Definition formula A B O e : Prop :=
  (A e /\ B e) \/ (A e /\ ~ O e) \/ (B e /\ ~ O e).

(** What both sides have stays. *)
Theorem formula_both A B O e : A e -> B e -> formula A B O e.
Proof. unfold formula; tauto. Qed.

(** What only one side has stays if no common ancestor has it, and is dropped if one has it. *)
Theorem formula_one A B O e : A e -> ~ B e -> (formula A B O e <-> ~ O e).
Proof. unfold formula; tauto. Qed.

(** What neither side has does not come back. *)
Theorem formula_neither A B O e : ~ A e -> ~ B e -> ~ formula A B O e.
Proof. unfold formula; tauto. Qed.

(** The order of the sides does not matter. *)
Theorem formula_comm A B O e : formula A B O e <-> formula B A O e.
Proof. unfold formula; tauto. Qed.

(** Merging equal sides changes nothing, whatever the ancestors have. *)
Theorem formula_idem A O e : formula A A O e <-> A e.
Proof. unfold formula; tauto. Qed.

(** If one side has exactly what the ancestors have, the result is the other side. So a file that only
    one side changed can be taken whole. *)
Theorem formula_unchanged A B O e :
  {O e} + {~ O e} -> (B e <-> O e) -> (formula A B O e <-> A e).
Proof. unfold formula; intros []; tauto. Qed.

(** Of what no side has, nothing matters in the ancestors. *)
Lemma formula_bases A B O O' e :
  (A e \/ B e -> (O e <-> O' e)) -> (formula A B O e <-> formula A B O' e).
Proof. unfold formula; tauto. Qed.

Lemma formula_ext A A' B B' O O' e :
  (A e <-> A' e) -> (B e <-> B' e) -> (O e <-> O' e) -> (formula A B O e <-> formula A' B' O' e).
Proof. unfold formula; tauto. Qed.

Lemma formula_dec A B O e :
  {A e} + {~ A e} -> {B e} + {~ B e} -> {O e} + {~ O e} -> {formula A B O e} + {~ formula A B O e}.
Proof. unfold formula; intros [a|a] [b|b] [o|o]; (left; tauto) || (right; tauto). Qed.

End Formula.
