(** * What is shown

    This file states which of several elements is shown: the greatest one, by stamp and then by the
    canonical bytes of the value. Both are compared byte by byte. It proves that this is a total
    order, so that the same elements are always written in the same list, whatever the order in
    which they were found. In Swift these are [StampedValue.isShownBefore] and
    [StampedValue.inOrder]; the conflict is [Conflict.init(of:at:)]. *)

From Coq Require Import List NArith Lia Bool Sorted.
Import ListNotations.
From Pmgit Require Import History Formula Merge State Bytes.

(** ** The order of elements *)

(** A value is given by its canonical bytes: [Json.v] proves that different values have different
    ones. *)
Record element := Element { stamp : bytes; value : bytes }.

Definition compare_elements (a b : element) : comparison :=
  match compare (stamp a) (stamp b) with Eq => compare (value a) (value b) | c => c end.

(** [a] is shown before [b]: it has the later stamp, or the same stamp and the greater value. *)
Definition shown_before (a b : element) : Prop := compare_elements b a = Lt.

Lemma compare_elements_eq a b : compare_elements a b = Eq <-> a = b.
Proof.
  unfold compare_elements; destruct a as [s v], b as [s' v']; simpl.
  destruct (compare s s') eqn:E.
  - apply compare_eq in E as ->; rewrite compare_eq; split; congruence.
  - split; [congruence |]; intro F; injection F as -> ->.
    assert (compare s' s' = Eq) by (apply compare_eq; reflexivity); congruence.
  - split; [congruence |]; intro F; injection F as -> ->.
    assert (compare s' s' = Eq) by (apply compare_eq; reflexivity); congruence.
Qed.

Lemma compare_elements_sym a b : compare_elements b a = CompOpp (compare_elements a b).
Proof.
  unfold compare_elements; rewrite (compare_sym (stamp a) (stamp b)).
  destruct (compare (stamp a) (stamp b)); simpl; auto using compare_sym.
Qed.

(** The order is strict and total. *)
Theorem shown_before_irreflexive a : ~ shown_before a a.
Proof.
  unfold shown_before; assert (E : compare_elements a a = Eq) by (apply compare_elements_eq; auto).
  congruence.
Qed.

Theorem shown_before_transitive a b c : shown_before a b -> shown_before b c -> shown_before a c.
Proof.
  unfold shown_before, compare_elements; intros H G.
  destruct (compare (stamp b) (stamp a)) eqn:E; try congruence;
    destruct (compare (stamp c) (stamp b)) eqn:F; try congruence.
  - apply compare_eq in E, F; rewrite F, E.
    replace (compare (stamp a) (stamp a)) with Eq
      by (symmetry; apply compare_eq; reflexivity); eauto using compare_trans.
  - apply compare_eq in E; rewrite <- E, F; reflexivity.
  - apply compare_eq in F; rewrite F, E; reflexivity.
  - rewrite (compare_trans _ _ _ F E); reflexivity.
Qed.

Theorem shown_before_total a b : shown_before a b \/ a = b \/ shown_before b a.
Proof.
  unfold shown_before; rewrite (compare_elements_sym a b).
  destruct (compare_elements a b) eqn:E; simpl; auto.
  right; left; apply compare_elements_eq; exact E.
Qed.

(** ** The list of elements *)

(** Adds an element to a sorted list, at its place, unless it is there. *)
Fixpoint insert (e : element) (l : list element) : list element :=
  match l with
  | [] => [e]
  | x :: l' =>
    match compare_elements x e with
    | Lt => e :: l
    | Eq => l
    | Gt => x :: insert e l'
    end
  end.

(** Returns the elements in the order in which they are shown, without duplicates. *)
Definition in_order (l : list element) : list element := fold_right insert [] l.

Lemma in_insert e x l : In e (insert x l) <-> e = x \/ In e l.
Proof.
  induction l as [|y l IH]; simpl; [split; intros [-> | []]; auto |].
  destruct (compare_elements y x) eqn:E; simpl.
  - apply compare_elements_eq in E as ->; split; [auto | intros [-> | H]; auto].
  - split; intros [-> | H]; auto.
  - rewrite IH; split; intuition auto.
Qed.

(** The list has the same elements. *)
Theorem in_order_elements l e : In e (in_order l) <-> In e l.
Proof.
  induction l as [|x l IH]; [reflexivity |]; simpl; rewrite in_insert, IH.
  split; intros [-> | H]; auto.
Qed.

Notation sorted := (StronglySorted shown_before).

Lemma insert_sorted e l : sorted l -> sorted (insert e l).
Proof.
  induction 1 as [|x l S IH F]; simpl; [repeat constructor |].
  destruct (compare_elements x e) eqn:E.
  - constructor; assumption.
  - constructor; [constructor; assumption |].
    constructor; [exact E |].
    apply (Forall_impl _ (fun a (H : shown_before x a) => shown_before_transitive e x a E H) F).
  - constructor; [exact IH |]; apply Forall_forall; intros y I.
    apply in_insert in I as [-> | I].
    + unfold shown_before; rewrite compare_elements_sym, E; reflexivity.
    + rewrite Forall_forall in F; exact (F y I).
Qed.

Theorem in_order_sorted l : sorted (in_order l).
Proof. induction l; [constructor | apply insert_sorted; assumption]. Qed.

(** There is only one sorted list of the same elements. *)
Lemma sorted_unique l : sorted l -> forall l', sorted l' -> (forall e, In e l <-> In e l') -> l = l'.
Proof.
  induction 1 as [|x l S IH F]; intros l' S' E.
  - destruct l' as [|y l']; [reflexivity |]; destruct (proj2 (E y) (or_introl eq_refl)).
  - destruct S' as [|y l' S' F']; [destruct (proj1 (E x) (or_introl eq_refl)) |].
    rewrite Forall_forall in F, F'.
    assert (x = y) as <-.
    { destruct (proj1 (E x) (or_introl eq_refl)) as [-> | I]; [reflexivity |].
      destruct (proj2 (E y) (or_introl eq_refl)) as [-> | I']; [reflexivity |].
      destruct (shown_before_irreflexive x).
      exact (shown_before_transitive x y x (F y I') (F' x I)). }
    f_equal; apply IH; [exact S' |]; intro e; split; intro I.
    + destruct (proj1 (E e) (or_intror I)) as [<- | I']; [| exact I'].
      destruct (shown_before_irreflexive x (F x I)).
    + destruct (proj2 (E e) (or_intror I)) as [<- | I']; [| exact I'].
      destruct (shown_before_irreflexive x (F' x I)).
Qed.

(** The same elements give the same list, in whatever order and how often they were given. *)
Theorem same_elements_same_list l l' : (forall e, In e l <-> In e l') -> in_order l = in_order l'.
Proof.
  intro E; apply sorted_unique; auto using in_order_sorted.
  intro e; rewrite 2 in_order_elements; apply E.
Qed.

(** The first element of the list is shown: it is greater than all others. *)
Theorem shown_is_greatest l s rest : in_order l = s :: rest ->
  In s l /\ forall e, In e l -> e = s \/ shown_before s e.
Proof.
  intro E; split; [apply in_order_elements; rewrite E; left; reflexivity |].
  intros e I; apply in_order_elements in I; rewrite E in I; destruct I as [<- | I]; [auto |].
  pose proof (in_order_sorted l) as H; rewrite E in H; inversion H; subst.
  right; revert e I; apply Forall_forall; assumption.
Qed.

(** ** Conflicts *)

(** Keeps the first element of each value. *)
Fixpoint first_of_each (seen : list bytes) (l : list element) : list element :=
  match l with
  | [] => []
  | e :: l =>
    if in_dec (list_eq_dec N.eq_dec) (value e) seen
    then first_of_each seen l
    else e :: first_of_each (value e :: seen) l
  end.

(** A value that the program derived from another change has a stamp that begins with an asterisk,
    the byte 42. *)
Definition derived (e : element) : bool :=
  match stamp e with c :: _ => N.eqb c 42 | [] => false end.

(** The elements that count for a conflict: without derived ones, unless one of these is shown. *)
Definition counting (l : list element) : list element :=
  match l with
  | [] => []
  | s :: _ => if derived s then l else filter (fun e => negb (derived e)) l
  end.

(** The values among which people decide, the shown one first. *)
Definition candidates (l : list element) : list element := first_of_each [] (counting (in_order l)).

(** There is a conflict if there is more than one candidate. *)
Definition conflict (l : list element) : Prop := 1 < length (candidates l).

Lemma first_of_each_in seen l e : In e (first_of_each seen l) -> In e l /\ ~ In (value e) seen.
Proof.
  revert seen; induction l as [|x l IH]; intros seen; simpl; [intros [] |].
  destruct in_dec as [I | N]; [intro H; apply IH in H; tauto |].
  intros [<- | H]; [tauto |]; apply IH in H as [I N']; simpl in N'; tauto.
Qed.

(** Each value has a candidate. *)
Lemma first_of_each_all seen l e :
  In e l -> ~ In (value e) seen -> exists c, In c (first_of_each seen l) /\ value c = value e.
Proof.
  revert seen; induction l as [|x l IH]; intros seen; simpl; [intros [] |].
  intros [-> | I] N.
  - destruct in_dec; [tauto |]; exists e; split; [left |]; reflexivity.
  - destruct in_dec as [J | J]; [apply IH; assumption |].
    destruct (list_eq_dec N.eq_dec (value x) (value e)) as [V | V].
    + exists x; split; [left; reflexivity | exact V].
    + destruct (IH (value x :: seen)) as (c & Ic & Vc); [exact I | intros [H | H]; auto |].
      exists c; split; [right; exact Ic | exact Vc].
Qed.

Lemma first_of_each_distinct l : forall seen, NoDup (map value (first_of_each seen l)).
Proof.
  induction l as [|x l IH]; intro seen; simpl; [constructor |].
  destruct in_dec; [apply IH |]; simpl; constructor; [| apply IH].
  intro I; apply in_map_iff in I as (c & V & I); apply first_of_each_in in I as [_ N].
  rewrite V in N; simpl in N; tauto.
Qed.

Lemma counting_in l e : In e (counting l) -> In e l.
Proof.
  destruct l as [|s l]; [intros [] |]; unfold counting; destruct (derived s); [auto |].
  intro I; apply filter_In in I; tauto.
Qed.

(** There is a conflict exactly if two elements that count have different values. Equal values with
    different stamps are no conflict. *)
Theorem conflict_is_of_values l :
  conflict l <->
  exists a b, In a (counting (in_order l)) /\ In b (counting (in_order l)) /\ value a <> value b.
Proof.
  unfold conflict, candidates; generalize (counting (in_order l)) as m; intro m; split.
  - intro L; pose proof (first_of_each_distinct m []) as D.
    assert (I : forall e, In e (first_of_each [] m) -> In e m).
    { intros e H; apply first_of_each_in in H as [H _]; exact H. }
    destruct (first_of_each [] m) as [|a [|b r]]; simpl in L; try lia.
    exists a, b; repeat split; [apply I; simpl; auto | apply I; simpl; auto |].
    simpl in D; inversion D as [|x r' N _]; intro V; apply N; rewrite V; left; reflexivity.
  - intros (a & b & Ia & Ib & V).
    destruct (first_of_each_all [] m a Ia) as (c & Ic & Vc); [tauto |].
    destruct (first_of_each_all [] m b Ib) as (d & Id & Vd); [tauto |].
    destruct (first_of_each [] m) as [|x [|y r]]; simpl in *; try lia; try tauto.
    destruct Ic as [-> | []], Id as [-> | []]; congruence.
Qed.

(** Where nothing is derived, every element counts. *)
Theorem all_count l : (forall e, In e l -> derived e = false) -> counting (in_order l) = in_order l.
Proof.
  intro D; assert (H : forall e, In e (in_order l) -> derived e = false).
  { intros e I; apply D, in_order_elements, I. }
  destruct (in_order l) as [|s r]; [reflexivity |]; unfold counting.
  rewrite (H s (or_introl eq_refl)); revert H; generalize (s :: r) as m; clear.
  induction m as [|x m IH]; intro H; [reflexivity |]; simpl.
  rewrite (H x (or_introl eq_refl)); simpl; f_equal; apply IH; intros e I; apply H; right; exact I.
Qed.

(** If a value that a person wrote is shown, no derived one is a candidate beside it. *)
Theorem derived_is_no_candidate l s rest e :
  in_order l = s :: rest -> derived s = false -> In e (candidates l) -> derived e = false.
Proof.
  unfold candidates; intros -> D I; apply first_of_each_in in I as [I _].
  unfold counting in I; rewrite D in I; apply filter_In in I as [_ N].
  destruct (derived e); [discriminate | reflexivity].
Qed.

(** A value with a time, which begins with a digit, is shown before all derived ones. *)
Theorem derived_is_shown_last l s rest e c time :
  in_order l = s :: rest -> In e l -> stamp e = c :: time -> (42 < c)%N -> derived s = false.
Proof.
  intros E I St L; destruct (derived s) eqn:D; [| reflexivity]; exfalso.
  unfold derived in D; destruct (stamp s) as [|x t] eqn:Ss; [discriminate |].
  apply N.eqb_eq in D; subst x.
  assert (B : shown_before e s).
  { unfold shown_before, compare_elements; rewrite St, Ss; cbn [compare].
    rewrite (proj2 (N.compare_lt_iff 42 c) L); reflexivity. }
  destruct (proj2 (shown_is_greatest l s rest E) e I) as [-> | F].
  - exact (shown_before_irreflexive s B).
  - exact (shown_before_irreflexive e (shown_before_transitive e s e B F)).
Qed.

(** ** In a history *)

Section InHistory.
Context {path : Type} (h : history path element).
Variable state : nat -> path -> element -> Prop.

(** What a program found at each path of each commit, in any order. *)
Variable found : nat -> path -> list element.
Hypothesis found_all : forall c p e, In e (found c p) <-> state c p e.

(** What a commit's document has at a path: the elements in order. *)
Definition document (c : nat) (p : path) : list element := in_order (found c p).

(** Commits with the same edits have the same lists: the same shown value, and the same other
    values in the same order. *)
Theorem same_edits_same_lists : obeys h state ->
  forall c d p, one_creator h p (fun x => below h x c) ->
  (forall k, writes_at h p k -> (below h k c <-> below h k d)) ->
  document c p = document d p.
Proof.
  intros Ob c d p One E; apply same_elements_same_list; intro e.
  rewrite 2 found_all; apply (same_edits_same_state h state Ob); assumption.
Qed.

(** So they have the same bytes. [print] is any way to print a document, which looks only at the
    lists of elements. *)
Theorem same_edits_same_bytes (print : (path -> list element) -> bytes) :
  (forall f g, (forall p, f p = g p) -> print f = print g) ->
  obeys h state ->
  forall c d, (forall p, one_creator h p (fun x => below h x c)) ->
  (forall p k, writes_at h p k -> (below h k c <-> below h k d)) ->
  print (document c) = print (document d).
Proof. intros P Ob c d One E; apply P; intro p; exact (same_edits_same_lists Ob c d p (One p) (E p)). Qed.

End InHistory.
