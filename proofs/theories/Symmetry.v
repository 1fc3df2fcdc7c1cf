(** * Symmetries: holes are moved, and the puzzle is the same *)

From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Pegs Require Import Puzzle Board Sums Finals.
Import ListNotations.
Local Open Scope N_scope.

Definition move (s : hole -> hole) (j : jump) : jump := Jump (s (from j)) (s (over j)) (s (to j)).

(** Every hole goes to one of the board and every one is met; jumps go to jumps; the goal says the
    same of a hole and of where it goes. *)
Definition is_symmetry (b : board) (J : list jump) (F : finals) (s : hole -> hole) : bool :=
  let H := holes b in
  let met := member (map s H) in
  forallb met H &&
  forallb (fun j => existsb (jump_eqb (move s j)) J) J &&
  match marks F with
  | None => true
  | Some m => forallb (fun h => match m h, m (s h) with
                                | Some u, Some v => Bool.eqb u v
                                | None, None => true
                                | _, _ => false
                                end) H
  end.

Section Symmetry.

Variables (b : board) (F : finals) (s : hole -> hole).
Hypothesis D : distinct b = true.
Hypothesis S : is_symmetry b (jumps b) F s = true.

Lemma met h : In h (holes b) -> exists g, In g (holes b) /\ s g = h.
Proof.
  unfold is_symmetry in S. rewrite !andb_true_iff, forallb_forall in S.
  destruct S as [[M _] _]. intro H. apply M, member_spec, in_map_iff in H as [g [E G]]. eauto.
Qed.

Lemma moved_nodup : NoDup (map s (holes b)).
Proof.
  apply NoDup_incl_NoDup with (holes b); [apply holes_nodup|now rewrite map_length|].
  intros h H. apply met in H as [g [G <-]]. now apply in_map.
Qed.

Lemma moved_perm : Permutation (holes b) (map s (holes b)).
Proof.
  apply NoDup_Permutation_bis; [apply holes_nodup|now rewrite map_length|].
  intros h H. apply met in H as [g [G <-]]. now apply in_map.
Qed.

Lemma moved h : In h (holes b) -> In (s h) (holes b).
Proof.
  intro H. apply (Permutation_in _ (Permutation_sym moved_perm)). now apply in_map.
Qed.

Lemma moved_inj g h : In g (holes b) -> In h (holes b) -> s g = s h -> g = h.
Proof.
  pose proof moved_nodup as N. intros G H E. revert N G H. induction (holes b) as [|x l IH]; [easy|].
  simpl. intros N Ig Ih. inversion N as [|? ? X N']; subst.
  destruct Ig as [->|G], Ih as [->|H]; auto.
  - destruct X. rewrite E. now apply in_map.
  - destruct X. rewrite <- E. now apply in_map.
Qed.

Lemma move_jump j : is_jump b j -> is_jump b (move s j).
Proof.
  intro J. apply in_jumps in J; [|exact D].
  unfold is_symmetry in S. rewrite !andb_true_iff in S. destruct S as [[_ M] _].
  rewrite forallb_forall in M. apply M, existsb_exists in J as [k [K E]].
  apply jump_eqb_eq in E. rewrite E. now apply in_jumps.
Qed.

Lemma move_jump_back k : is_jump b k -> exists j, is_jump b j /\ move s j = k.
Proof.
  intro K. assert (incl (map (move s) (jumps b)) (jumps b)) as I.
  { intros j J. apply in_map_iff in J as [i [<- J]]. apply in_jumps; [exact D|].
    apply move_jump. now apply in_jumps. }
  assert (NoDup (map (move s) (jumps b))) as N.
  { assert (forall l, NoDup l -> (forall j, In j l -> is_jump b j) -> NoDup (map (move s) l)) as G;
      [|apply G; [apply jumps_nodup|intros; now apply in_jumps]].
    intros l N. induction N as [|j l X N IH]; intro A; [constructor|].
    simpl. constructor; [|apply IH; intros; apply A; now right].
    rewrite in_map_iff. intros [i [E Y]]. apply X. replace j with i; [exact Y|].
    pose proof (A j (or_introl eq_refl)) as Jj. pose proof (A i (or_intror Y)) as Ji.
    apply jump_holes in Jj as (F1 & O1 & T1 & _), Ji as (F2 & O2 & T2 & _).
    inversion E. apply jump_ext; apply moved_inj; assumption. }
  assert (In k (map (move s) (jumps b))) as M.
  { apply (NoDup_length_incl N (l' := jumps b)); [now rewrite map_length|exact I|].
    now apply in_jumps. }
  apply in_map_iff in M as [j [E J]]. exists j. split; [now apply in_jumps|exact E].
Qed.

(** [q] is [p], moved. *)
Definition is_moved (p q : position) : Prop := forall h, In h (holes b) -> q (s h) = p h.

Lemma moved_possible p q j : is_moved p q -> is_jump b j ->
  (possible (move s j) q <-> possible j p).
Proof.
  intros M J. apply jump_holes in J as (A & B & C & _). unfold possible. simpl.
  now rewrite !M by assumption.
Qed.

Lemma moved_make p q j : is_moved p q -> is_jump b j -> is_moved (make j p) (make (move s j) q).
Proof.
  intros M J h H. apply jump_holes in J as (A & B & C & _). unfold make. simpl.
  assert (forall g, In g (holes b) -> (s h =? s g) = (h =? g)) as E.
  { intros g G. destruct (N.eqb_spec h g) as [->|X]; [apply N.eqb_refl|].
    apply N.eqb_neq. intro Y. apply X. now apply moved_inj. }
  rewrite !E by assumption. now rewrite M.
Qed.

Lemma moved_plays p js q p' : plays b p js q -> is_moved p p' ->
  exists q', plays b p' (map (move s) js) q' /\ is_moved q q'.
Proof.
  intro P. revert p'. induction P as [p|p j js q J C _ IH]; intros p' M.
  - exists p'. split; [constructor|exact M].
  - destruct (IH (make (move s j) p')) as [q' [P' M']]; [now apply moved_make|].
    exists q'. split; [|exact M']. simpl. constructor; [now apply move_jump| |exact P'].
    now apply (moved_possible p p' j).
Qed.

Lemma sum_perm {A} (f : A -> Z) l m : Permutation l m -> sum f l = sum f m.
Proof. induction 1; simpl; lia. Qed.

Lemma sum_map {A B} (f : B -> Z) (g : A -> B) l : sum f (map g l) = sum (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|now rewrite IH]. Qed.

Lemma moved_count p q : is_moved p q -> count b q = count b p.
Proof.
  intro M. apply N2Z.inj. rewrite !count_value. unfold pegs_of, value.
  rewrite (sum_perm _ _ _ moved_perm), sum_map. apply sum_ext. intros h H. now rewrite M.
Qed.

Lemma moved_accepts p q : is_moved p q -> accepts b F p -> accepts b F q.
Proof.
  intros M (A1 & A2 & A3). repeat split.
  - intros m E h v H V. apply met in H as [g [G <-]]. rewrite M by exact G.
    apply (A1 m E g v G). unfold is_symmetry in S. rewrite E, !andb_true_iff in S.
    destruct S as [_ X]. rewrite forallb_forall in X. specialize (X g G). rewrite V in X.
    destruct (m g) as [u|]; [|discriminate]. apply eqb_prop in X. now subst.
  - intros n E. rewrite (moved_count p q M). auto.
  - rewrite (moved_count p q M). now apply (A3 n).
  - intros k K P. apply move_jump_back in K as [j [J <-]].
    destruct (A3 n H) as [_ X]. apply (X j J). now apply (moved_possible p q j).
Qed.

Lemma moved_follow js h : (forall j, In j js -> is_jump b j) -> In h (holes b) ->
  follow (map (move s) js) (s h) = option_map s (follow js h).
Proof.
  revert h. induction js as [|j js IH]; intros h A H; simpl; [reflexivity|].
  pose proof (A j (or_introl eq_refl)) as J. apply jump_holes in J as (I1 & I2 & I3 & _).
  assert (forall g, In g (holes b) -> (s g =? s h) = (g =? h)) as E.
  { intros g G. destruct (N.eqb_spec g h) as [->|X]; [apply N.eqb_refl|].
    apply N.eqb_neq. intro Y. apply X. now apply moved_inj. }
  rewrite !E by assumption. destruct (over j =? h); [reflexivity|].
  rewrite <- IH; [|intros; apply A; now right|].
  - now destruct (from j =? h).
  - now destruct (from j =? h).
Qed.

End Symmetry.
