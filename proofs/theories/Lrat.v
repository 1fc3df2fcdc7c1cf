(** * LRAT: proofs that nothing satisfies a formula

    A proof adds clauses, each with the numbers of those that make it follow: with all its
    literals false, each of these clauses in turn has one literal that is not, which has to be
    true, until one has none. *)

From Coq Require Import PArith NArith List Bool Lia.
From Coq Require Import MSetPositive FMapPositive.
Import ListNotations.

(** ** Formulas *)

(** The variable x, or its negation, as [xO x] and [xI x]; [xH] is false. *)
Definition literal : Set := positive.
Definition clause : Set := list literal.

Definition holds_lit (v : positive -> bool) (l : literal) : bool :=
  match l with
  | xO x => v x
  | xI x => negb (v x)
  | xH => false
  end.

Definition holds_clause (v : positive -> bool) (c : clause) : bool := existsb (holds_lit v) c.

Definition satisfies (v : positive -> bool) (f : list clause) : Prop :=
  forall c, In c f -> holds_clause v c = true.

(** ** Proofs *)

Inductive step : Set :=
| Add (number : positive) (c : clause) (hints : list positive)
| Delete (numbers : list positive).

Definition opposite (l : literal) : literal :=
  match l with xO x => xI x | xI x => xO x | xH => xH end.

(** What a clause says where the literals of a set are false: one of the first two that are not. *)
Inductive left : Set := NoneLeft | OneLeft (l : literal) | MoreLeft.

Fixpoint find_left (F : PositiveSet.t) (c : clause) (found : option literal) : left :=
  match c with
  | [] => match found with None => NoneLeft | Some l => OneLeft l end
  | l :: c =>
      if PositiveSet.mem l F then find_left F c found
      else match found with
           | None => find_left F c (Some l)
           | Some k => if Pos.eqb k l then find_left F c found else MoreLeft
           end
  end.

Definition clauses := PositiveMap.t clause.

Fixpoint follows (D : clauses) (F : PositiveSet.t) (hints : list positive) : bool :=
  match hints with
  | [] => false
  | i :: hints =>
      match PositiveMap.find i D with
      | None => false
      | Some c =>
          match find_left F c None with
          | NoneLeft => true
          | OneLeft xH => false
          | OneLeft l => follows D (PositiveSet.add (opposite l) F) hints
          | MoreLeft => false
          end
      end
  end.

Definition all_false (c : clause) : PositiveSet.t :=
  fold_left (fun F l => PositiveSet.add l F) c PositiveSet.empty.

(** Goes on until the empty clause is added. *)
Fixpoint refutes_from (D : clauses) (proof : list step) : bool :=
  match proof with
  | [] => false
  | Delete l :: proof => refutes_from (fold_left (fun D i => PositiveMap.remove i D) l D) proof
  | Add i c hints :: proof =>
      if follows D (all_false c) hints
      then match c with
           | [] => true
           | _ => refutes_from (PositiveMap.add i c D) proof
           end
      else false
  end.

(** The clauses of the formula are numbered from 1. *)
Definition number_clauses (f : list clause) : clauses :=
  snd (fold_left (fun iD c => (Pos.succ (fst iD), PositiveMap.add (fst iD) c (snd iD))) f
                 (1%positive, PositiveMap.empty clause)).

Definition refutes_formula (f : list clause) (proof : list step) : bool :=
  refutes_from (number_clauses f) proof.

(** ** Why that is right *)

Section Sound.

Variable v : positive -> bool.

Definition db_holds (D : clauses) : Prop :=
  forall i c, PositiveMap.find i D = Some c -> holds_clause v c = true.

Definition false_set (F : PositiveSet.t) : Prop :=
  forall l, PositiveSet.mem l F = true -> holds_lit v l = false.

Lemma find_left_spec F c found : false_set F ->
  match find_left F c found with
  | NoneLeft => holds_clause v c = false
  | OneLeft l => holds_clause v c = true ->
                 holds_lit v l = true \/ (exists k, found = Some k /\ k <> l)
  | MoreLeft => True
  end.
Proof.
  intro H. revert found. induction c as [|l c IH]; intro found; simpl.
  - destruct found; [discriminate|reflexivity].
  - destruct (PositiveSet.mem l F) eqn:M.
    + apply H in M. rewrite M. apply IH.
    + destruct found as [k|].
      * destruct (Pos.eqb_spec k l) as [->|D]; [|exact I].
        specialize (IH (Some l)). destruct (find_left F c (Some l)) as [|m|] eqn:E; [|intro T|exact I].
        -- exfalso. clear - E. revert E. generalize l. induction c as [|x c IH]; simpl; intros k E; [discriminate|].
           destruct (PositiveSet.mem x F); [eauto|]. destruct (Pos.eqb k x); [eauto|discriminate].
        -- apply orb_true_iff in T as [T|T].
           ++ destruct (Pos.eq_dec l m) as [->|N]; [now left|]. right. exists l. auto.
           ++ apply IH in T. destruct T as [T|[k [E2 N]]]; [now left|]. right. eauto.
      * specialize (IH (Some l)). destruct (find_left F c (Some l)) as [|m|] eqn:E; [|intro T|exact I].
        -- exfalso. clear - E. revert E. generalize l. induction c as [|x c IH]; simpl; intros k E; [discriminate|].
           destruct (PositiveSet.mem x F); [eauto|]. destruct (Pos.eqb k x); [eauto|discriminate].
        -- assert (m = l) as ->.
           { clear - E. revert E. generalize l. induction c as [|x c IH]; simpl; intros k E; [congruence|].
             destruct (PositiveSet.mem x F); [eauto|]. destruct (Pos.eqb k x); [eauto|discriminate]. }
           apply orb_true_iff in T as [T|T]; [now left|].
           apply IH in T. destruct T as [T|[k [E2 N]]]; [now left|]. congruence.
Qed.

Lemma opposite_holds l : holds_lit v l = true -> holds_lit v (opposite l) = false.
Proof. destruct l; simpl; intro H; rewrite ?negb_true_iff in H; rewrite ?H; reflexivity. Qed.

Lemma follows_spec D hints : db_holds D -> forall F, false_set F -> follows D F hints = false.
Proof.
  intro H. induction hints as [|i hints IH]; intros F A; simpl; [reflexivity|].
  destruct (PositiveMap.find i D) as [c|] eqn:E; [|reflexivity]. apply H in E.
  pose proof (find_left_spec F c None A) as S.
  destruct (find_left F c None) as [|l|]; [congruence| |reflexivity].
  destruct (S E) as [T|[k [N _]]]; [|discriminate].
  assert (false_set (PositiveSet.add (opposite l) F)) as A'.
  { intros k K. apply PositiveSet.mem_spec, PositiveSet.add_spec in K as [->|K].
    - now apply opposite_holds.
    - apply A. now apply PositiveSet.mem_spec. }
  destruct l; [apply IH|apply IH|reflexivity]; assumption.
Qed.

Lemma all_false_spec c : holds_clause v c = false -> false_set (all_false c).
Proof.
  intros C l M. assert (forall F, PositiveSet.mem l (fold_left (fun F l => PositiveSet.add l F) c F) = true
     -> In l c \/ PositiveSet.mem l F = true) as G.
  { clear. induction c as [|k c IH]; intro F; simpl; [auto|]. intro M. apply IH in M as [M|M]; [auto|].
    apply PositiveSet.mem_spec, PositiveSet.add_spec in M as [->|M]; [auto|].
    right. now apply PositiveSet.mem_spec. }
  apply G in M as [M|M]; [|discriminate M].
  apply not_true_is_false. intro T. unfold holds_clause in C.
  assert (existsb (holds_lit v) c = true); [|congruence]. apply existsb_exists. eauto.
Qed.

Lemma refutes_from_spec proof : forall D, db_holds D -> refutes_from D proof = false.
Proof.
  induction proof as [|[i c hints|l] proof IH]; intros D H; simpl; [reflexivity| |].
  - destruct (follows D (all_false c) hints) eqn:Fo; [|reflexivity].
    assert (holds_clause v c = true) as C.
    { destruct (holds_clause v c) eqn:C; [reflexivity|].
      rewrite (follows_spec D hints H _ (all_false_spec c C)) in Fo. discriminate. }
    destruct c as [|x c]; [discriminate C|]. apply IH. intros j d E.
    destruct (Pos.eq_dec i j) as [->|N].
    + rewrite PositiveMap.gss in E. congruence.
    + rewrite PositiveMap.gso in E by congruence. eauto.
  - apply IH. clear IH. revert D H. induction l as [|i l IH]; intros D H; simpl; [exact H|].
    apply IH. intros j d E. destruct (Pos.eq_dec i j) as [->|N].
    + rewrite PositiveMap.grs in E. discriminate.
    + rewrite PositiveMap.gro in E by congruence. eauto.
Qed.

Theorem refutes_formula_spec f proof : satisfies v f -> refutes_formula f proof = false.
Proof.
  intro S. apply refutes_from_spec. unfold number_clauses.
  assert (forall n D, db_holds D -> satisfies v f -> db_holds (snd (fold_left
     (fun iD c => (Pos.succ (fst iD), PositiveMap.add (fst iD) c (snd iD))) f (n, D)))) as G.
  { clear S. induction f as [|c l IH]; intros n D H S; simpl; [exact H|]. apply IH.
    - intros j d E. destruct (Pos.eq_dec n j) as [->|N].
      + rewrite PositiveMap.gss in E. inversion E; subst. apply S. now left.
      + rewrite PositiveMap.gso in E by congruence. eauto.
    - intros d I. apply S. now right. }
  apply G; [|exact S]. intros i c E. rewrite PositiveMap.gempty in E. discriminate.
Qed.

End Sound.
