(** * The checker, and that it is right *)

From Coq Require Import ZArith NArith List Bool Lia.
From Pegs Require Import Puzzle Board Sums Finals Rows Argument Symmetry Exhaustion Lrat Refutation Sweep Sweeps Layers.
Import ListNotations.

Inductive certificate : Set :=
| Cases (l : list case)
| Exhaustion (e : exhaustion)
| Refutation (r : refutation)
| Layers (c : in_layers).

(** One peg that must survive can be followed through exhaustion, and has a track; where there are
    more, what is shown whichever they are is shown of them too. *)
Definition alone (l : list (hole * option hole)) : option hole :=
  match l with [(h, _)] => Some h | _ => None end.

Lemma alone_spec l h : alone l = Some h -> exists a, l = [(h, a)].
Proof. destruct l as [|[g a] [|]]; simpl; try discriminate. intros [= ->]. now exists a. Qed.

Definition check (P : problem) (c : certificate) : bool :=
  let b := on P in
  let F := finals_of (wanted P) in
  let s := alone (survivors (wanted P)) in
  distinct b && starts P &&
  match c with
  | Cases l => check_cases b F (member (start P)) s l
  | Exhaustion e => check_exhaustion b F (start P) s e
  | Refutation r => check_refutation b F (start P) (survivors (wanted P)) r
  | Layers c => check_layers b F (start P) c
  end.

Lemma plays_ext b p js q p' : plays b p js q -> (forall h, p h = p' h) ->
  exists q', plays b p' js q' /\ (forall h, q h = q' h).
Proof.
  intro P. revert p'. induction P as [p|p j js q J (F & O & T) _ IH]; intros p' E.
  - exists p'. split; [constructor|exact E].
  - destruct (IH (make j p')) as [q' [P' E']].
    + intro h. unfold make. now rewrite E.
    + exists q'. split; [|exact E']. constructor; [exact J| |exact P'].
      unfold possible. now rewrite <- !E.
Qed.

Lemma start_as_set l h : pegs_in l h = member l h.
Proof. apply eq_true_iff_eq. rewrite pegs_in_spec, member_spec. reflexivity. Qed.

(** What the checker accepts has no solution. *)
Theorem check_sound P c : check P c = true -> unsolvable P.
Proof.
  unfold check. rewrite !andb_true_iff. intros [[D S] C] js (q & R & Fi & Sv).
  pose proof (solution_accepts P js q S R Fi Sv) as A.
  apply starts_spec in S as (S1 & S2 & _).
  assert (forall h, q h = true -> In h (holes (on P))) as O by (eapply plays_holes; eauto).
  set (F := finals_of (wanted P)) in *.
  set (sv := alone (survivors (wanted P))) in *.
  assert (forall h, sv = Some h -> exists a, survivors (wanted P) = [(h, a)] /\
            exists last, follow js h = Some last) as Al.
  { intros h E. apply alone_spec in E as [a K]. exists a. split; [exact K|].
    destruct (Sv h a) as [last [L _]]; [rewrite K; now left|]. now exists last. }
  destruct c as [l|e|r|c].
  - destruct (plays_ext _ _ _ _ (member (start P)) R (start_as_set (start P))) as [q' [R' E]].
    rewrite (check_cases_spec (on P) F (member (start P)) js q' sv l) in C; [discriminate| | |].
    + constructor; [exact D|exact R'|]. apply (accepts_ext _ _ q); [|exact A]. intros h _. apply E.
    + intros s Es. destruct (Al s Es) as (a & K & last & L).
      split; [unfold F, finals_of; now rewrite K|].
      exists last. split; [exact L|]. rewrite <- E.
      eapply follow_there; [exact R| |exact L]. apply (S2 s a). rewrite K. now left.
    + intros h H. apply O. now rewrite E.
  - rewrite (check_exhaustion_spec (on P) F (start P) sv e js q) in C; [discriminate|exact D| | |exact R|exact A|].
    + intros h H. apply S1. now apply pegs_in_spec.
    + intros h E. destruct (Al h E) as (a & K & _). apply S1, (S2 h a). rewrite K. now left.
    + intros h E. destruct (Al h E) as (a & _ & last & L). congruence.
  - destruct (plays_ext _ _ _ _ (member (start P)) R (start_as_set (start P))) as [q' [R' E]].
    rewrite (check_refutation_spec (on P) F (start P) (survivors (wanted P)) r js q') in C; [discriminate|exact D|exact R'| |].
    + apply (accepts_ext _ _ q); [|exact A]. intros h _. apply E.
    + intros h a I. rewrite <- start_as_set. split; [eauto|]. split; [apply S1; eauto|].
      exact (Sv h a I).
  - destruct (plays_ext _ _ _ _ (member (start P)) R (start_as_set (start P))) as [q' [R' E]].
    rewrite (check_layers_spec (on P) F (start P) c js q') in C; [discriminate|exact D|exact R'|].
    apply (accepts_ext _ _ q); [|exact A]. intros h _. apply E.
Qed.

(** A certificate that a number of sweeps is too small. *)
Definition check_few (P : problem) (c : few) : bool :=
  distinct (on P) && starts P &&
  check_sweeps (on P) (finals_of (wanted P)) (start P) c.

Theorem check_few_sound P c : check_few P c = true -> needs_more_sweeps P (few_most c).
Proof.
  unfold check_few. rewrite !andb_true_iff. intros [[D S] C] js (q & R & Fi & Sv).
  pose proof (solution_accepts P js q S R Fi Sv) as A.
  destruct (plays_ext _ _ _ _ (member (start P)) R (start_as_set (start P))) as [q' [R' E]].
  eapply check_sweeps_spec; [exact D|exact R'| |exact C].
  apply (accepts_ext _ _ q); [|exact A]. intros h _. apply E.
Qed.

