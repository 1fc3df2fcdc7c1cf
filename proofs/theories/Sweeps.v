(** * Too few sweeps: the certificate *)

From Coq Require Import ZArith NArith PArith List Bool Lia Wf_nat.
From Coq Require Import FMapPositive.
From Pegs Require Import Puzzle Board Sums Finals Symmetry Exhaustion Lrat Refutation Numbered
  Sweep SweepsFormula SweepsTrue.
Import ListNotations.

Local Open Scope nat_scope.

Definition var_eqb (x y : var) : bool :=
  match x, y with
  | VPeg l h, VPeg k g => Nat.eqb l k && N.eqb h g
  | VLine l e, VLine k f => Nat.eqb l k && jump_eqb e f
  | VFrom l h, VFrom k g => Nat.eqb l k && N.eqb h g
  | VTo l h, VTo k g => Nat.eqb l k && N.eqb h g
  | VTrack l i, VTrack k j => Nat.eqb l k && Nat.eqb i j
  | VFull l i, VFull k j => Nat.eqb l k && Nat.eqb i j
  | VCount l f lo n i, VCount k g mo m j =>
      Nat.eqb l k && Nat.eqb f g && Nat.eqb lo mo && Nat.eqb n m && Nat.eqb i j
  | _, _ => false
  end.

Lemma var_eqb_eq x y : var_eqb x y = true -> x = y.
Proof.
  destruct x, y; simpl; try discriminate; by_parts.
Qed.

Record few : Set := Few {
  few_most : nat;
  few_lines : list jump;
  few_tracks : list (list hole);
  few_closed : list (list jump);
  few_regions : list (list hole);
  few_families : list (list nat);
  few_symmetries : list (list hole);
  few_vars : list var;
  few_number : var -> positive;
  few_proof : list step }.

Definition shape_of (b : board) (c : few) : shape :=
  Shape (holes b) (few_lines c) (few_tracks c) (few_closed c) (few_regions c) (few_families c)
        (map symmetry_of (few_symmetries c)).

(** A picture without open holes, or one peg. *)
Definition is_closed_goal b F : bool :=
  match marks F with
  | Some m => forallb (fun h => match m h with Some _ => true | None => false end) (holes b)
  | None => match number F with Some 1%N => true | _ => false end
  end.

Definition check_sweeps (b : board) F (start : list hole) (c : few) : bool :=
  let J := jumps b in
  let p := member start in
  let S := shape_of b c in
  let K := few_most c in
  on_a_lattice b && is_closed_goal b F &&
  match pegs_at_end b F with
  | Some n => Nat.leb 1 K && (Z.of_nat K <=? pegs_of b p - n)%Z
  | None => false
  end &&
  is_shape b J F p S &&
  let f := formula_of S F p K in
  let t := table_by_number (few_vars c) in
  forallb (forallb (is_numbered var var_eqb (few_number c) t)) f &&
  refutes_formula (map (map (encode_lit var (few_number c))) f) (few_proof c).

Lemma is_run_moved s r : is_run r = true -> is_run (map (move s) r) = true.
Proof.
  induction r as [|j r IH]; intro R; [reflexivity|]. destruct r as [|k r]; [reflexivity|].
  cbn [is_run map] in R |- *. apply andb_true_iff in R as [E R]. apply N.eqb_eq in E.
  apply andb_true_iff. split; [|exact (IH R)]. simpl. rewrite E. apply N.eqb_refl.
Qed.

Lemma begin_moved s r : r <> [] -> begin (map (move s) r) = s (begin r).
Proof. destruct r; [congruence|reflexivity]. Qed.

Lemma hole_small b h : In h (holes b) -> N.to_nat h < length (cells b).
Proof.
  rewrite holes_seq. intro I. apply in_map_iff in I as [k [<- K]]. apply in_seq in K. rewrite Nat2N.id. lia.
Qed.

(** No solution has that many sweeps. *)
Lemma no_runs b F start c : distinct b = true -> check_sweeps b F start c = true ->
  forall m runs q, length runs = few_most c ->
  N.to_nat (begin (sweep runs 0)) * (1 + length (cells b)) + N.to_nat (begin (sweep runs 1)) = m ->
  plays b (member start) (concat runs) q -> accepts b F q ->
  (forall r, In r runs -> is_run r = true /\ r <> []) -> False.
Proof.
  intros D C. unfold check_sweeps in C. cbv zeta in C. rewrite !andb_true_iff in C.
  destruct C as [[[[La Cl] N] Sh] [Nu R]].
  destruct (pegs_at_end b F) as [n|]; [|discriminate]. apply andb_true_iff in N as [N1 _]. apply Nat.leb_le in N1.
  assert (match marks F with Some m => forall h, In h (holes b) -> m h <> None | None => number F = Some 1%N end) as Closed.
  { unfold is_closed_goal in Cl. destruct (marks F) as [m|].
    - rewrite forallb_forall in Cl. intros h I E. apply Cl in I. now rewrite E in I.
    - destruct (number F) as [[|[| |]]|]; congruence. }
  induction m as [m IH] using lt_wf_ind. intros runs q L M P A Ru.
  destruct (formula_true b F (member start) q runs (shape_of b c) D La P A Ru Sh eq_refl Closed) as [T|(s & Is & Less)].
  - rewrite L in T.
    erewrite refutes_formula_spec in R; [discriminate|].
    intros d Id. apply in_map_iff in Id as [e [<- Ie]]. rewrite forallb_forall in Nu.
    apply (encode_holds var var_eqb _ _ var_eqb_eq _ e (Nu e Ie) (T e Ie)).
  - pose proof Sh as Sh'. unfold is_shape in Sh'. rewrite !andb_true_iff in Sh'. destruct Sh' as [_ Sy].
    rewrite forallb_forall in Sy. specialize (Sy s Is). apply andb_true_iff in Sy as [Sy St].
    rewrite forallb_forall in St.
    assert (is_moved b s (member start) (member start)) as Mv by (intros h I; now apply eqb_prop, St).
    destruct (moved_plays b F s D Sy _ _ _ _ P Mv) as [q' [P' M']].
    rewrite concat_map in P'.
    assert (forall i, i < length runs -> begin (sweep (map (map (move s)) runs) i) = s (begin (sweep runs i))) as Bm.
    { intros i Li. unfold sweep. rewrite (nth_indep _ [] (map (move s) [])) by (rewrite map_length; exact Li).
      rewrite map_nth. apply begin_moved. now apply Ru, nth_In. }
    assert (forall i, i < length runs -> In (begin (sweep runs i)) (holes b)) as Bh.
    { intros i Li. eapply begin_hole; eauto. }
    apply (IH _) with (runs := map (map (move s)) runs) (q := q') (2 := eq_trans (map_length _ _) L) (3 := eq_refl).
    + rewrite <- M, Bm by lia. pose proof (hole_small b _ (Bh 0 ltac:(lia))) as H0.
      destruct Less as [Lt|(L1 & E & Lt)].
      * assert (N.to_nat (begin (sweep (map (map (move s)) runs) 1)) < 1 + length (cells b)) as H1.
        { destruct (Nat.lt_ge_cases 1 (length runs)) as [L1|L1].
          - rewrite Bm by lia. pose proof (hole_small b _ (moved b F s Sy _ (Bh 1 L1))). lia.
          - unfold sweep. rewrite nth_overflow by (rewrite map_length; lia). simpl. lia. }
        assert (N.to_nat (s (begin (sweep runs 0))) + 1 <= N.to_nat (begin (sweep runs 0))) as H2 by lia.
        nia.
      * rewrite E, Bm by lia. lia.
    + exact P'.
    + now apply (moved_accepts b F s D Sy q q').
    + intros r I. apply in_map_iff in I as [r' [<- I]]. destruct (Ru r' I) as [R1 R2]. split.
      * now apply is_run_moved.
      * destruct r'; [congruence|discriminate].
Qed.

Theorem check_sweeps_spec b F start c js q :
  distinct b = true -> plays b (member start) js q -> accepts b F q ->
  check_sweeps b F start c = true -> few_most c < sweeps js.
Proof.
  intros D P A C. destruct (Nat.lt_ge_cases (few_most c) (sweeps js)) as [L|G]; [exact L|exfalso].
  pose proof C as C'. unfold check_sweeps in C'. cbv zeta in C'. rewrite !andb_true_iff in C'.
  destruct C' as [[[[_ _] N] _] _]. destruct (pegs_at_end b F) as [n|] eqn:E; [|discriminate].
  apply andb_true_iff in N as [_ N]. apply Z.leb_le in N.
  apply (pegs_at_end_spec b F q n A) in E. pose proof (length_plays b _ js q P) as Ln.
  destruct (cut_into js (few_most c)) as (runs & <- & Lr & Ru); [lia|].
  eapply no_runs; eauto.
Qed.
