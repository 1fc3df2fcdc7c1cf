(** * Layers: the certificate *)

From Coq Require Import ZArith NArith PArith List Bool Lia Permutation.
From Coq Require Import FMapPositive.
From Pegs Require Import Puzzle Board Sums Finals Argument Symmetry Lrat Refutation Numbered
  SweepsFormula
  LayersOrder LayersFormula LayersTrue.
Import ListNotations.

Definition dvar_eqb (x y : dvar) : bool :=
  match x, y with
  | DMade l j, DMade k i => Nat.eqb l k && jump_eqb j i
  | DPeg l h, DPeg k g => Nat.eqb l k && N.eqb h g
  | DParity s i, DParity t j => Nat.eqb s t && Nat.eqb i j
  | DCount lo n i, DCount mo m j => Nat.eqb lo mo && Nat.eqb n m && Nat.eqb i j
  | _, _ => false
  end.

Lemma dvar_eqb_eq x y : dvar_eqb x y = true -> x = y.
Proof.
  destruct x, y; simpl; try discriminate; by_parts.
Qed.

Record in_layers : Set := InLayers {
  ly_jumps : list jump; (* every jump, in the order of its variables *)
  ly_early : bool;
  ly_sets : list (list hole);
  ly_number : dvar -> positive;
  ly_proof : list step }.

(** The place of a variable in a list, from 1: a numbering for those who have no table. *)
Fixpoint place_from (i : positive) (l : list dvar) (x : dvar) : positive :=
  match l with
  | [] => i
  | y :: l => if dvar_eqb x y then i else place_from (Pos.succ i) l x
  end.

(** As many layers as a solution can have jumps. *)
Definition n_layers (b : board) F (p : position) : nat := Z.to_nat (pegs_of b p - fewest b F).

(** The variables, in the order of their numbers. *)
Definition variables_of_layers (b : board) F (start : list hole) (c : in_layers) : list dvar :=
  let p := member start in
  layers_vars (holes b) (ly_jumps c) F p (n_layers b F p) (ly_early c) (ly_sets c).

Definition check_layers (b : board) F (start : list hole) (c : in_layers) : bool :=
  let J := jumps b in
  let p := member start in
  let on := member (holes b) in
  forallb (fun j => existsb (jump_eqb j) (ly_jumps c)) J &&
  forallb (fun j => existsb (jump_eqb j) J) (ly_jumps c) &&
  Nat.eqb (length (ly_jumps c)) (length J) &&
  forallb (fun set => is_parity_set J (member set) && disjoint_holes [] set && forallb on set) (ly_sets c) &&
  let f := layers_formula (holes b) (ly_jumps c) F p (n_layers b F p) (ly_early c) (ly_sets c) in
  let t := table_by_number (variables_of_layers b F start c) in
  forallb (forallb (is_numbered dvar dvar_eqb (ly_number c) t)) f &&
  refutes_formula (map (map (encode_lit dvar (ly_number c))) f) (ly_proof c).

Theorem check_layers_spec b F start c js q :
  distinct b = true -> plays b (member start) js q -> accepts b F q -> check_layers b F start c = false.
Proof.
  intros D P A. apply not_true_is_false. intro C. unfold check_layers in C. cbv zeta in C.
  rewrite !andb_true_iff in C. destruct C as [[[[J1 J2] J3] Se] [Nu R]].
  rewrite forallb_forall in J1, J2, Se, Nu. apply Nat.eqb_eq in J3.
  assert (forall j, is_jump b j -> In j (ly_jumps c)) as Jin.
  { intros j J. apply (in_jumps b j D), J1, existsb_exists in J as [k [K E]]. apply jump_eqb_eq in E. now subst. }
  assert (forall j, In j (ly_jumps c) -> is_jump b j) as Jis.
  { intros j J. apply J2, existsb_exists in J as [k [K E]]. apply jump_eqb_eq in E. subst. now apply in_jumps. }
  assert (NoDup (ly_jumps c)) as Jnd.
  { apply NoDup_incl_NoDup with (jumps b); [apply jumps_nodup|lia|].
    intros j J. apply Jin. now apply in_jumps. }
  assert (length js <= n_layers b F (member start)) as Len.
  { unfold n_layers. pose proof (length_plays b _ js q P). apply fewest_spec in A. lia. }
  assert (forall set, In set (ly_sets c) ->
    is_parity_set (jumps b) (member set) = true /\ NoDup set /\ forall h, In h set -> In h (holes b)) as Sets.
  { intros set I. apply Se in I. rewrite !andb_true_iff, forallb_forall in I. destruct I as [[I1 I2] I3].
    split; [exact I1|]. split.
    - exact (proj1 (disjoint_nodup set [] I2)).
    - intros h Hh. now apply member_spec, I3. }
  erewrite refutes_formula_spec in R; [discriminate|].
  intros d Id. apply in_map_iff in Id as [e [<- Ie]].
  pose proof (layers_formula_true b F (member start) q js (ly_jumps c) _ (ly_early c) (ly_sets c)
    D P A Len Jin Jis Jnd Sets e Ie) as T.
  apply (encode_holds dvar dvar_eqb _ _ dvar_eqb_eq _ e (Nu e Ie) T).
Qed.
