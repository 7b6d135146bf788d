(** * The theorem

    This file states and proves what a commit holds: the elements that were created in its history
    and that no later commit in that history replaced. It follows that clones with the same edits
    hold the same, that nothing is lost, and that a clone may adopt another one's head. *)

From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From Pmgit Require Import History Formula Merge.

Section Content.
Context {path elem : Type} (h : history path elem).

Notation "a ⪯ c" := (below h a c) (at level 70).
Notation creates := (creates h).
Notation replaces := (replaces h).
Notation live := (live h).
Notation one_creator := (one_creator h).
Notation merged := (merged h).
Notation obeys := (obeys h).
Notation writes_at := (writes_at h).

Implicit Type state : nat -> path -> elem -> Prop.

(** ** One step of a merge *)

(** [M] was merged from [heads] so far, [B] is what the next head [b] holds, and [O] is what they
    are compared with. The step is right if [O] has what it must and nothing else:
    - each element that a side has and that was created below both sides;
    - only elements that were created below both sides. *)
Lemma merge_step p heads b (M B O : elem -> Prop) :
  (forall e, M e <-> live (under h heads) p e) ->
  (forall e, B e <-> live (fun x => x ⪯ b) p e) ->
  (forall e k, M e \/ B e -> under h heads k -> k ⪯ b -> creates k p e -> O e) ->
  (forall e, O e -> exists k, under h heads k /\ k ⪯ b /\ creates k p e) ->
  one_creator p (fun x => under h heads x \/ x ⪯ b) ->
  forall e, formula M B O e <-> live (fun x => under h heads x \/ x ⪯ b) p e.
Proof.
  intros HM HB In_O Of_O One e; unfold formula; split.
  - intros [[m b'] | [[m N] | [b' N]]].
    + apply HM in m as (k & kH & Ck & Rk); apply HB in b' as (k' & kb & Ck' & Rk').
      assert (k = k') as <- by (eapply One; eauto).
      exists k; repeat split; [left; assumption | assumption |].
      intros r [Hr | Hr] kr; [apply Rk | apply Rk']; assumption.
    + pose proof m as m'; apply HM in m' as (k & kH & Ck & Rk).
      exists k; repeat split; [left; assumption | assumption |].
      intros r [Hr | Hr] kr Rr; [eapply Rk; eauto |].
      apply N, (In_O e k); auto; exact (below_trans h _ _ _ (proj1 kr) Hr).
    + pose proof b' as b''; apply HB in b'' as (k & kb & Ck & Rk).
      exists k; repeat split; [right; assumption | assumption |].
      intros r [(y & Iy & ry) | Hr] kr Rr; [| eapply Rk; eauto].
      apply N, (In_O e k); auto.
      exists y; split; [assumption | exact (below_trans h _ _ _ (proj1 kr) ry)].
  - intros (k & Hk & Ck & Rk).
    assert (m : under h heads k -> M e).
    { intro kH; apply HM; exists k; repeat split; auto; intros r Hr; apply Rk; left; assumption. }
    assert (b' : k ⪯ b -> B e).
    { intro kb; apply HB; exists k; repeat split; auto; intros r Hr; apply Rk; right; assumption. }
    assert (not_O : ~ under h heads k \/ ~ k ⪯ b -> ~ O e).
    { intros N o; apply Of_O in o as (k' & kH' & kb' & Ck').
      assert (k' = k) as -> by (eapply One; eauto); tauto. }
    destruct (under_dec h heads k) as [kH | nH], (below_dec h b k) as [kb | nb]; try tauto.
Qed.

(** All best common ancestors are a right [O]. Other common ancestors may be among them. *)
Lemma bases_are_right state p heads b (O : elem -> Prop) :
  (forall y o e, In y heads -> best h y b o -> state o p e -> O e) ->
  (forall e, O e -> exists y o, In y heads /\ common h y b o /\ state o p e) ->
  (forall o e, o ⪯ b -> (state o p e <-> live (fun x => x ⪯ o) p e)) ->
  one_creator p (fun x => under h heads x \/ x ⪯ b) ->
  (forall e k, live (under h heads) p e \/ live (fun x => x ⪯ b) p e ->
    under h heads k -> k ⪯ b -> creates k p e -> O e) /\
  (forall e, O e -> exists k, under h heads k /\ k ⪯ b /\ creates k p e).
Proof.
  intros Best Comm HS One; split.
  - intros e k L (y & Iy & ky) kb Ck.
    destruct (best_above h y b k (conj ky kb)) as (o & Bo & ko).
    pose proof Bo as [[oy ob] _].
    apply (Best y o); [assumption | assumption |]; apply HS; [assumption |].
    exists k; repeat split; [assumption | assumption |]; intros r ro kr Rr.
    assert (uy : under h heads k) by (exists y; auto).
    destruct L as [(k' & Hk' & Ck' & Rk') | (k' & Hk' & Ck' & Rk')];
      (assert (k' = k) as -> by (eapply One; eauto)); apply (Rk' r); auto.
    + exists y; split; [assumption | exact (below_trans h _ _ _ ro oy)].
    + exact (below_trans h _ _ _ ro ob).
  - intros e Oe; destruct (Comm e Oe) as (y & o & Iy & [oy ob] & So).
    apply HS in So as (k & ko & Ck & _); [| assumption].
    exists k; repeat split; [| exact (below_trans h _ _ _ ko ob) | assumption].
    exists y; split; [assumption | exact (below_trans h _ _ _ ko oy)].
Qed.

(** ** All parents, one after another *)

Lemma merge_on_live state p rest : forall heads M,
  (forall e, M e <-> live (under h heads) p e) ->
  (forall b o e, In b rest -> o ⪯ b -> (state o p e <-> live (fun x => x ⪯ o) p e)) ->
  one_creator p (fun x => under h heads x \/ under h rest x) ->
  forall e, merge_on h state p M heads rest e <->
            live (fun x => under h heads x \/ under h rest x) p e.
Proof.
  induction rest as [|b rest IH]; intros heads M HM HS One e; simpl.
  - rewrite HM; apply live_ext; intros x _; split; [auto |].
    intros [U | (y & [] & _)]; assumption.
  - assert (One' : one_creator p (fun x => under h heads x \/ x ⪯ b)).
    { revert One; apply one_creator_sub; intro x; rewrite under_cons; tauto. }
    assert (HS' : forall o e, o ⪯ b -> (state o p e <-> live (fun x => x ⪯ o) p e)).
    { intros o e' L; apply (HS b); [left; reflexivity | exact L]. }
    rewrite IH.
    + apply live_ext; intros x _; rewrite 2 under_cons; tauto.
    + destruct (bases_are_right state p heads b (bases h state heads b p)) as [In_O Of_O];
        [| | exact HS' | exact One' |].
      * intros y o e' I Bo H; exists y, o; auto.
      * intros e' (y & o & I & Bo & H); exists y, o; repeat split; auto; apply Bo.
      * intro e'; rewrite (merge_step p heads b M (state b p)).
        -- apply live_ext; intros x _; rewrite under_cons; tauto.
        -- exact HM.
        -- intro x; apply HS', below_self.
        -- intros x k L; apply (In_O x k).
           rewrite HM, (HS' b) in L by apply below_self; exact L.
        -- exact Of_O.
        -- exact One'.
    + intros b' o e' I; apply HS; right; assumption.
    + revert One; apply one_creator_sub; intro x; rewrite 2 under_cons; tauto.
Qed.

Lemma merged_live state p heads :
  (forall b o e, In b heads -> o ⪯ b -> (state o p e <-> live (fun x => x ⪯ o) p e)) ->
  one_creator p (under h heads) ->
  forall e, merged state heads p e <-> live (under h heads) p e.
Proof.
  intros HS One e; unfold Merge.merged; rewrite merge_on_live.
  - apply live_ext; intros x _; split; [intros [(y & [] & _) | U]; assumption | auto].
  - intro e'; split; [tauto | intros (k & (y & [] & _) & _)].
  - assumption.
  - revert One; apply one_creator_sub; intros x [(y & [] & _) | U]; exact U.
Qed.

(** ** One commit after its parents *)

(** If what is merged of the parents is right, the commit is. *)
Lemma commit_live p c (M : elem -> Prop) :
  (forall e, M e <-> live (under h (parents (h c))) p e) ->
  forall e,
  match writes (h c) p with
  | None => M e
  | Some w => (M e /\ keeps w e = true) \/ adds w e
  end <-> live (fun x => x ⪯ c) p e.
Proof.
  intros HM e.
  assert (Up : forall x, under h (parents (h c)) x -> x ⪯ c /\ x <> c) by
    (intro; apply under_parents).
  assert (Down : forall x, x ⪯ c -> x <> c -> under h (parents (h c)) x) by
    (intros; apply under_parents; auto).
  destruct (writes (h c) p) as [w |] eqn:W; [rewrite HM; split | rewrite HM; split].
  - intros [[(k & Hk & Ck & Rk) K] | A].
    + exists k; repeat split; [apply Up, Hk | assumption |].
      intros r Hr kr Rr; destruct (Nat.eq_dec r c) as [-> | N]; [| exact (Rk r (Down r Hr N) kr Rr)].
      destruct Rr as (w' & W' & K'); rewrite W in W'; injection W' as <-; congruence.
    + exists c; repeat split; [apply below_self | exists w; auto |].
      intros r Hr [B N]; apply below_le in Hr, B; lia.
  - intros (k & Hk & Ck & Rk); destruct (Nat.eq_dec k c) as [-> | N].
    + right; destruct Ck as (w' & W' & A); rewrite W in W'; injection W' as <-; assumption.
    + left; split.
      * exists k; repeat split; auto; intros r Hr; apply Rk, Up, Hr.
      * destruct (keeps w e) eqn:K; [reflexivity |].
        exfalso; apply (Rk c); [apply below_self | split; auto | exists w; auto].
  - intros (k & Hk & Ck & Rk); exists k; repeat split; [apply Up, Hk | assumption |].
    intros r Hr kr Rr; destruct (Nat.eq_dec r c) as [-> | N]; [| exact (Rk r (Down r Hr N) kr Rr)].
    destruct Rr as (w & W' & _); congruence.
  - intros (k & Hk & Ck & Rk); destruct (Nat.eq_dec k c) as [-> | N].
    + destruct Ck as (w & W' & _); congruence.
    + exists k; repeat split; auto; intros r Hr; apply Rk, Up, Hr.
Qed.

(** ** The theorem *)

(** If at this path each element in the history of [c] was created by one commit, then [c] holds
    exactly the elements that were created in its history and not replaced later in it. *)
Theorem state_is_live state : obeys state ->
  forall p c, one_creator p (fun x => x ⪯ c) ->
  forall e, state c p e <-> live (fun x => x ⪯ c) p e.
Proof.
  intros Ob p c; induction c as [c IH] using (well_founded_induction lt_wf); intros One e.
  rewrite (Ob c p e).
  apply (commit_live p c (merged state (parents (h c)) p)), merged_live.
  - intros b o e' I L; apply IH.
    + apply (parents_first h) in I; apply below_le in L; lia.
    + revert One; apply one_creator_sub; intros x B.
      exact (below_trans h _ _ _ B (below_parent h _ _ _ I L)).
  - revert One; apply one_creator_sub; intros x B; apply (under_parents h c), B.
Qed.

(** ** The same edits, the same content *)

(** Two commits hold the same at a path if their histories have the same writes there. Neither the
    order nor the shape of the merges matters. *)
Theorem same_edits_same_state state : obeys state ->
  forall c d p, one_creator p (fun x => x ⪯ c) ->
  (forall k, writes_at p k -> (k ⪯ c <-> k ⪯ d)) ->
  forall e, state c p e <-> state d p e.
Proof.
  intros Ob c d p Oc E e.
  assert (Od : one_creator p (fun x => x ⪯ d)).
  { intros x k k' Hk Hk' Ck Ck'; eapply Oc; eauto; apply E; auto;
      eapply creates_writes; eassumption. }
  rewrite (state_is_live state Ob p c Oc), (state_is_live state Ob p d Od).
  apply live_ext; exact E.
Qed.

(** The merge of [a] and [b] holds what [b] holds if [a] adds no writes. So a clone that has only
    merges of its own may take the other one's head. *)
Theorem adopting state : obeys state ->
  forall a b m p, parents (h m) = [a; b] -> ~ writes_at p m ->
  one_creator p (fun x => x ⪯ m) ->
  (forall k, writes_at p k -> k ⪯ a -> k ⪯ b) ->
  forall e, state m p e <-> state b p e.
Proof.
  intros Ob a b m p P W One Sub.
  apply same_edits_same_state; [assumption | assumption |].
  intros k Wk; split; intro L.
  - apply below_inv in L as [-> | (q & I & L)]; [tauto |].
    rewrite P in I; destruct I as [<- | [<- | []]]; auto.
  - eapply below_parent; [rewrite P; right; left; reflexivity | exact L].
Qed.

(** If [b] descends from [a], their merge holds what [b] holds. *)
Theorem fast_forward state : obeys state ->
  forall a b m p, parents (h m) = [a; b] -> ~ writes_at p m -> a ⪯ b ->
  one_creator p (fun x => x ⪯ m) ->
  forall e, state m p e <-> state b p e.
Proof.
  intros Ob a b m p P W ab One; apply (adopting state Ob a b); auto.
  intros k _ ka; exact (below_trans h _ _ _ ka ab).
Qed.

(** Common ancestors besides the best ones do no harm. So the search for them may find too many,
    and must not find too few. *)
Theorem more_bases_do_no_harm state : obeys state ->
  forall a b p (Os : nat -> Prop),
  (forall o, best h a b o -> Os o) -> (forall o, Os o -> common h a b o) ->
  one_creator p (fun x => x ⪯ a \/ x ⪯ b) ->
  forall e, formula (state a p) (state b p) (fun e => exists o, Os o /\ state o p e) e <->
            merged state [a; b] p e.
Proof.
  intros Ob a b p Os Best Comm One e.
  assert (HS : forall c, (c = a \/ c = b) -> forall o e, o ⪯ c ->
    (state o p e <-> live (fun x => x ⪯ o) p e)).
  { intros c E o e' L; apply state_is_live; [exact Ob |].
    revert One; apply one_creator_sub; intros x B.
    destruct E as [-> | ->]; [left | right]; exact (below_trans h _ _ _ B L). }
  assert (One' : one_creator p (fun x => under h [a] x \/ x ⪯ b)).
  { revert One; apply one_creator_sub; intro x; rewrite under_one; tauto. }
  assert (HA : forall e, state a p e <-> live (under h [a]) p e).
  { intro e'; rewrite (HS a (or_introl eq_refl)) by apply below_self.
    apply live_ext; intros x _; rewrite under_one; reflexivity. }
  assert (HB : forall e, state b p e <-> live (fun x => x ⪯ b) p e).
  { intro e'; apply (HS b (or_intror eq_refl)), below_self. }
  destruct (bases_are_right state p [a] b (fun e => exists o, Os o /\ state o p e))
    as [In_O Of_O]; [| | exact (HS b (or_intror eq_refl)) | exact One' |].
  - intros y o e' [<- | []] Bo H; exists o; auto.
  - intros e' (o & Bo & H); exists a, o; split; [left; reflexivity | split; [apply Comm, Bo | exact H]].
  - rewrite (merge_step p [a] b (state a p) (state b p)); [| exact HA | exact HB | | exact Of_O |].
    + rewrite merged_live.
      * apply live_ext; intros x _; rewrite (under_cons h a [b]), 2 under_one; tauto.
      * intros c o e' [<- | [<- | []]] L; [apply (HS a) | apply (HS b)]; auto.
      * revert One'; apply one_creator_sub; intro x; rewrite (under_cons h a [b]), 2 under_one; tauto.
    + intros x k L; apply (In_O x k); rewrite HA, HB in L; exact L.
    + exact One'.
Qed.

(** The same where every merge of a history uses such ancestors, [Os a b] for the merge of [a] and [b],
    and merges have two parents. *)
Theorem more_bases_at_every_merge state state' (Os : nat -> nat -> nat -> Prop) :
  obeys state ->
  (forall a b o, best h a b o -> Os a b o) -> (forall a b o, Os a b o -> common h a b o) ->
  (forall c, length (parents (h c)) <= 2) ->
  (forall c p e, state' c p e <->
    let M := match parents (h c) with
             | [] => fun _ => False
             | [a] => state' a p
             | a :: b :: _ =>
               formula (state' a p) (state' b p) (fun e => exists o, Os a b o /\ state' o p e)
             end in
    match writes (h c) p with
    | None => M e
    | Some w => (M e /\ keeps w e = true) \/ adds w e
    end) ->
  forall p c, one_creator p (fun x => x ⪯ c) -> forall e, state' c p e <-> state c p e.
Proof.
  intros Ob Best Comm Two Ob' p c.
  induction c as [c IH] using (well_founded_induction lt_wf); intros One e.
  assert (IHb : forall q o, In q (parents (h c)) -> o ⪯ q -> forall e, state' o p e <-> state o p e).
  { intros q o I L e'; apply IH.
    - apply (parents_first h) in I; apply below_le in L; lia.
    - revert One; apply one_creator_sub; intros x B.
      exact (below_parent h _ _ _ I (below_trans h _ _ _ B L)). }
  rewrite (Ob' c p e), (Ob c p e); cbv zeta.
  set (M := match parents (h c) with [] => fun _ => False | [a] => state' a p
            | a :: b :: _ => formula (state' a p) (state' b p)
                               (fun e => exists o, Os a b o /\ state' o p e) end).
  assert (HM : forall e, M e <-> merged state (parents (h c)) p e).
  { intro e'; subst M; pose proof (Two c) as T.
    destruct (parents (h c)) as [|a [|b [|]]] eqn:P; simpl in T; try lia.
    - unfold Merge.merged; simpl; tauto.
    - rewrite merged_one; apply (IHb a); [left; reflexivity | apply below_self].
    - rewrite <- (more_bases_do_no_harm state Ob a b p (Os a b) (Best a b) (Comm a b)).
      + apply formula_ext; [apply (IHb a) | apply (IHb b) |]; simpl; auto using below_self.
        split; intros (o & O & H); exists o; (split; [exact O |]);
          (apply (IHb a o); [simpl; auto | apply (Comm a b o O) | exact H]).
      + revert One; apply one_creator_sub; intros x [L | L];
          [apply (below_parent h _ a) | apply (below_parent h _ b)]; auto; rewrite P; simpl; auto. }
  destruct (writes (h c) p); rewrite HM; tauto.
Qed.

(** ** Nothing is lost

    These need no assumption about creators. *)

(** What a commit holds was created in its history. *)
Theorem held_was_created state : obeys state ->
  forall c p e, state c p e -> exists k, k ⪯ c /\ creates k p e.
Proof.
  intros Ob c; induction c as [c IH] using (well_founded_induction lt_wf); intros p e H.
  assert (HM : merged state (parents (h c)) p e -> exists k, k ⪯ c /\ creates k p e).
  { intro Hm; apply merged_in in Hm as (b & I & Hb).
    destruct (IH b (parents_first h _ _ I) p e Hb) as (k & kb & Ck).
    exists k; split; [exact (below_parent h _ _ _ I kb) | assumption]. }
  apply Ob in H; destruct (writes (h c) p) as [w |] eqn:W; [| auto].
  destruct H as [[H _] | A]; [auto |].
  exists c; split; [apply below_self | exists w; auto].
Qed.

(** [held_dec]: it is decidable whether a commit holds an element, as it is in a program. *)
Definition held_dec state := forall c p e, {state c p e} + {~ state c p e}.

Lemma bases_dec state (dec : held_dec state) heads b p e :
  {bases h state heads b p e} + {~ bases h state heads b p e}.
Proof.
  induction heads as [|a heads IH]; [right; intros (x & o & [] & _) |].
  assert (D : forall o, {best h a b o /\ state o p e} + {~ (best h a b o /\ state o p e)}).
  { intro o; destruct (best_dec h a b o), (dec o p e); [left | right | right | right]; tauto. }
  destruct (greatest _ D (S a)) as [Y | N].
  - left; destruct Y as (o & _ & (B & H) & _); exists a, o; split; [left; reflexivity | auto].
  - destruct IH as [Y | F].
    + left; destruct Y as (x & o & I & H); exists x, o; split; [right; assumption | assumption].
    + right; intros (x & o & [<- | I] & B & H); [| apply F; exists x, o; auto].
      apply (N o); [destruct B as [[L _] _]; apply below_le in L; lia | auto].
Qed.

Lemma merge_on_dec state (dec : held_dec state) p e rest : forall heads (M : elem -> Prop),
  {M e} + {~ M e} ->
  {merge_on h state p M heads rest e} + {~ merge_on h state p M heads rest e}.
Proof.
  induction rest as [|b rest IH]; intros heads M D; simpl; [exact D |].
  apply IH, formula_dec; auto; apply bases_dec; assumption.
Qed.

(** [replaced_below c p e]: somewhere in the history of [c], a commit replaced [e] that found it. *)
Definition replaced_below state c p e :=
  exists r, r ⪯ c /\ replaces r p e /\ merged state (parents (h r)) p e.

Lemma replaced_above state b c p e : b ⪯ c -> replaced_below state b p e -> replaced_below state c p e.
Proof. intros L (r & rb & R); exists r; split; [exact (below_trans h _ _ _ rb L) | exact R]. Qed.

(** A merge loses only what was lost on the way to one of its parents. *)
Lemma merge_loses_nothing state (dec : held_dec state) (Ob : obeys state) c p e :
  (forall b k, In b (parents (h c)) -> k ⪯ b -> creates k p e -> ~ state b p e ->
    replaced_below state b p e) ->
  forall rest heads (M : elem -> Prop),
  (forall b, In b rest -> In b (parents (h c))) ->
  {M e} + {~ M e} ->
  (forall k, under h heads k -> creates k p e -> ~ M e -> replaced_below state c p e) ->
  forall k, under h heads k \/ under h rest k -> creates k p e ->
  ~ merge_on h state p M heads rest e -> replaced_below state c p e.
Proof.
  intro Lost; induction rest as [|b rest IH]; intros heads M Sub DM HM k Hk Ck N; simpl in N.
  - destruct Hk as [Hk | (y & [] & _)]; eauto.
  - assert (Ib : In b (parents (h c))) by (apply Sub; left; reflexivity).
    assert (LostB : forall k', k' ⪯ b -> creates k' p e -> ~ state b p e ->
      replaced_below state c p e).
    { intros k' kb Ck' Nb; apply (replaced_above state b); [| eauto].
      exact (below_parent h _ _ _ Ib (below_self h b)). }
    eapply IH; [| | | | exact Ck | exact N].
    + intros x I; apply Sub; right; assumption.
    + apply formula_dec; auto; apply bases_dec; assumption.
    + clear k Hk Ck N; intros k Hk Ck N; rewrite under_cons in Hk; unfold formula in N.
      assert (OfBase : bases h state heads b p e ->
        exists k', under h heads k' /\ k' ⪯ b /\ creates k' p e).
      { intros (y & o & Iy & [[oy ob] _] & So).
        destruct (held_was_created state Ob o p e So) as (k' & ko & Ck').
        exists k'; repeat split; [| exact (below_trans h _ _ _ ko ob) | exact Ck'].
        exists y; split; [auto | exact (below_trans h _ _ _ ko oy)]. }
      destruct DM as [m | m], (dec b p e) as [s | s]; try tauto.
      * destruct (bases_dec state dec heads b p e) as [B | B]; [| tauto].
        destruct (OfBase B) as (k' & _ & kb & Ck'); eauto.
      * destruct (bases_dec state dec heads b p e) as [B | B]; [| tauto].
        destruct (OfBase B) as (k' & kH & _ & Ck'); eauto.
      * destruct Hk as [Hk | Hk]; eauto.
    + rewrite under_cons; rewrite under_cons in Hk; tauto.
Qed.

(** What was created in the history of [c] and is not in [c] was replaced there, by a commit that
    found it. *)
Theorem nothing_is_lost state : obeys state -> held_dec state ->
  forall c p e k, k ⪯ c -> creates k p e -> ~ state c p e ->
  exists r, r ⪯ c /\ replaces r p e /\ merged state (parents (h r)) p e.
Proof.
  intros Ob dec c; induction c as [c IH] using (well_founded_induction lt_wf).
  intros p e k kc Ck N; fold (replaced_below state c p e).
  assert (HM : k <> c -> ~ merged state (parents (h c)) p e -> replaced_below state c p e).
  { intros Nk Nm; eapply (merge_loses_nothing state dec Ob c p e);
      [| | | | right; apply under_parents; eauto | exact Ck | exact Nm].
    - intros b k' I kb Ck' Nb; exact (IH b (parents_first h _ _ I) p e k' kb Ck' Nb).
    - auto.
    - right; tauto.
    - intros k' (y & [] & _). }
  rewrite (Ob c p e) in N.
  destruct (Nat.eq_dec k c) as [-> | Nk].
  - destruct Ck as (w & W & A); rewrite W in N; tauto.
  - destruct (writes (h c) p) as [w |] eqn:W; [| auto].
    destruct (keeps w e) eqn:K; [apply HM; tauto |].
    destruct (merge_on_dec state dec p e (parents (h c)) [] (fun _ => False)) as [Y | F];
      [right; tauto | | auto].
    exists c; split; [apply below_self |]; split; [exists w; auto | exact Y].
Qed.

(** Where elements have one creator, the commit that found it and replaced it is a later one. *)
Theorem nothing_is_lost_but_later state : obeys state -> held_dec state ->
  forall c p e k, one_creator p (fun x => x ⪯ c) -> k ⪯ c -> creates k p e -> ~ state c p e ->
  exists r, r ⪯ c /\ later h r k /\ replaces r p e /\ merged state (parents (h r)) p e.
Proof.
  intros Ob dec c p e k One kc Ck N.
  destruct (nothing_is_lost state Ob dec c p e k kc Ck N) as (r & rc & R & M).
  exists r; split; [exact rc | split; [| split; [exact R | exact M]]].
  apply merged_in in M as (b & I & Hb).
  destruct (held_was_created state Ob b p e Hb) as (k' & kb & Ck').
  assert (kr : k' ⪯ r) by exact (below_parent h _ _ _ I kb).
  assert (k' = k) as -> by (eapply One; eauto; exact (below_trans h _ _ _ kr rc)).
  split; [exact kr |]; apply (parents_first h) in I; apply below_le in kb; lia.
Qed.

(** What a commit [k] holds and a descendant lacks was replaced by a commit that found it, and that
    is not in the history of [k]: it is after [k], or beside it. *)
Theorem replaced_since state : obeys state -> held_dec state ->
  forall c p e k, one_creator p (fun x => x ⪯ c) -> k ⪯ c -> state k p e -> ~ state c p e ->
  exists r, r ⪯ c /\ ~ r ⪯ k /\ replaces r p e /\ merged state (parents (h r)) p e.
Proof.
  intros Ob dec c p e k One kc Hk N.
  assert (Ok : one_creator p (fun x => x ⪯ k)).
  { revert One; apply one_creator_sub; intros x B; exact (below_trans h _ _ _ B kc). }
  pose proof Hk as Hk'; apply (state_is_live state Ob p k Ok) in Hk' as (j & jk & Cj & Rj).
  destruct (nothing_is_lost_but_later state Ob dec c p e j One (below_trans h _ _ _ jk kc) Cj N)
    as (r & rc & L & R & M).
  exists r; split; [exact rc | split; [| split; [exact R | exact M]]].
  intro rk; exact (Rj r rk L R).
Qed.

(** ** A path keeps a value *)

(** In the history of [c], whoever replaces an element that was found at [p] also adds one there. *)
Definition replacers_add state p c :=
  forall r e, r ⪯ c -> replaces r p e -> merged state (parents (h r)) p e ->
  exists e', creates r p e'.

(** Then the path is not empty if it ever had an element: merges do not empty it. *)
Theorem a_path_keeps_a_value state : obeys state -> held_dec state ->
  forall c p, one_creator p (fun x => x ⪯ c) ->
  (forall k, {exists e, creates k p e} + {~ exists e, creates k p e}) ->
  replacers_add state p c ->
  (exists k e, k ⪯ c /\ creates k p e) -> exists e, state c p e.
Proof.
  intros Ob dec c p One D Add (k0 & e0 & k0c & C0).
  assert (D' : forall n,
    {n ⪯ c /\ exists e, creates n p e} + {~ (n ⪯ c /\ exists e, creates n p e)}).
  { intro n; destruct (below_dec h c n), (D n); [left | right | right | right]; tauto. }
  destruct (greatest _ D' (S c)) as [(k & _ & (kc & (e & Ck)) & G) | F].
  - exists e; destruct (dec c p e) as [Y | N]; [exact Y | exfalso].
    destruct (nothing_is_lost_but_later state Ob dec c p e k One kc Ck N)
      as (r & rc & [kr Nr] & R & M).
    destruct (Add r e rc R M) as (e' & Cr).
    assert (r <= k) by (apply G; [apply below_le in rc; lia | eauto]).
    apply below_le in kr; lia.
  - exfalso; apply (F k0); [apply below_le in k0c; lia | eauto].
Qed.

(** ** Where one creator comes from *)

(** If each element names the commit that created it, each has one creator. A stamp is such a name,
    as long as no two commands draw the same one. *)
Theorem own_stamps_give_one_creator (author : elem -> nat) p :
  (forall k e, creates k p e -> author e = k) ->
  forall part, one_creator p part.
Proof. intros A part e k k' _ _ C C'; apply A in C, C'; congruence. Qed.

End Content.
