(** * Too few sweeps: model S's formula

    A solution with at most K sweeps can be cut into K. It gives variables values: before sweep l
    there is a peg in a hole; sweep l uses a line, begins in a hole, ends in one, is on a track;
    a region is full, so many of a family are. All clauses of the formula are true then, but for
    those of symmetry: where one of these is not, a symmetry leads to another solution that
    begins in a hole of a lesser number. An LRAT proof says that nothing satisfies all. *)

From Coq Require Import ZArith NArith PArith List Bool Lia.
From Coq Require Import FMapPositive.
From Pegs Require Import Puzzle Board Sums Finals Symmetry Sweep.
Import ListNotations.

(** ** Variables *)

(** Sweeps are numbered from 0; lines are jumps, one of the two along each. *)
Inductive var : Set :=
| VPeg (l : nat) (h : hole)
| VLine (l : nat) (e : jump)
| VFrom (l : nat) (h : hole)
| VTo (l : nat) (h : hole)
| VTrack (l : nat) (k : nat)
| VFull (l : nat) (r : nat)
(* of the [n] regions from place [lo] on in family [f] more than [i] are full *)
| VCount (l : nat) (f lo n i : nat).

Definition lit : Set := var * bool.
Definition is (x : var) : lit := (x, true).
Definition no (x : var) : lit := (x, false).

(** What the formula is made of besides the problem. *)
Record shape : Type := Shape {
  s_holes : list hole;
  s_lines : list jump;
  s_tracks : list (list hole);
  s_closed : list (list jump);
  s_regions : list (list hole);
  s_families : list (list nat);
  s_symmetries : list (hole -> hole) }.

Definition reverse (e : jump) : jump := Jump (to e) (over e) (from e).
Definition same_line (e j : jump) : bool := jump_eqb e j || jump_eqb (reverse e) j.
Definition meets (h : hole) (e : jump) : bool := N.eqb (from e) h || N.eqb (to e) h.

(** ** Clauses *)

Fixpoint pairs (before : list var) (xs : list var) : list (list lit) :=
  match xs with
  | [] => []
  | x :: xs => map (fun y => [no y; no x]) before ++ pairs (before ++ [x]) xs
  end.

Definition exactly_one (xs : list var) : list (list lit) := map is xs :: pairs [] xs.

Fixpoint choices (n : nat) : list (list bool) :=
  match n with
  | O => [[]]
  | S n => flat_map (fun c => [false :: c; true :: c]) (choices n)
  end.

Definition is_odd (c : list bool) : bool := fold_right xorb false c.

Definition even (xs : list var) : list (list lit) :=
  map (fun c => map (fun xv => (fst xv, negb (snd xv))) (combine xs c))
      (filter is_odd (choices (length xs))).

Section Formula.

Variable (S : shape) (F : finals) (p0 : position) (K : nat).

Let H := s_holes S.
Let L := s_lines S.

(** *** One sweep *)

Definition of_tracks (l : nat) : list (list lit) :=
  flat_map (fun kT =>
      let k := VTrack l (fst kT) in
      let T := snd kT in
      let t := member T in
      map (fun e => [no (VLine l e); is k]) (filter (fun e => t (from e)) L) ++
      flat_map (fun ends : hole -> var =>
          map (fun h => [no (ends h); is k]) T ++ [no k :: map (fun h => is (ends h)) T])
        [VFrom l; VTo l])
    (combine (seq 0 (length (s_tracks S))) (s_tracks S)).

Definition of_degrees (l : nat) : list (list lit) :=
  flat_map (fun h =>
      let at_h := map (VLine l) (filter (meets h) L) in
      [map is at_h ++ [no (VFrom l h)]; map is at_h ++ [no (VTo l h)]] ++
      even (at_h ++ [VFrom l h; VTo l h])) H.

Definition of_lines (l : nat) : list (list lit) :=
  flat_map (fun e =>
      [[no (VLine l e); is (VPeg l (over e))]; [no (VLine l e); no (VPeg (1 + l) (over e))]] ++
      flat_map (fun h =>
          [[no (VLine l e); no (VPeg l h); is (VFrom l h)];
           [no (VLine l e); no (VPeg (1 + l) h); is (VTo l h)]]) [from e; to e]) L.

(** Lines of one track that cross, where jumps across corners are allowed. *)
Definition cross (e f : jump) : bool :=
  N.eqb (over e) (over f) &&
  existsb (fun T => existsb (N.eqb (from e)) T && existsb (N.eqb (from f)) T) (s_tracks S).

Fixpoint crossings (l : nat) (es : list jump) : list (list lit) :=
  match es with
  | [] => []
  | e :: es => map (fun f => [no (VLine l e); no (VLine l f)]) (filter (cross e) es) ++ crossings l es
  end.

Definition of_crossings (l : nat) : list (list lit) := crossings l L.

Definition of_holes (l : nat) : list (list lit) :=
  flat_map (fun h =>
      let f := VFrom l h in let t := VTo l h in
      let before := VPeg l h in let after := VPeg (1 + l) h in
      [[no f; is before]; [no t; is after]; [no f; is t; no after]; [no t; is f; no before];
       [no before; is after; is f] ++ map (fun e => is (VLine l e)) (filter (fun e => N.eqb (over e) h) L);
       [is before; no after; is t]]) H.

Definition ends_of_way (w : list jump) : list hole := flat_map (fun e => [from e; to e]) w.

Definition leaves (w : list jump) (e : jump) : bool :=
  let h := member (ends_of_way w) in
  (h (from e) || h (to e)) && negb (existsb (jump_eqb e) w).

Definition of_ways (l : nat) : list (list lit) :=
  map (fun w =>
      map (fun e => no (VLine l e)) w ++
      map (fun e => is (VLine l e)) (filter (leaves w) L) ++
      map (fun h => is (VFrom l h)) (ends_of_way w)) (s_closed S).

Definition of_sweep (l : nat) : list (list lit) :=
  exactly_one (map (VFrom l) H) ++ exactly_one (map (VTo l) H) ++
  exactly_one (map (VTrack l) (seq 0 (length (s_tracks S)))) ++
  of_tracks l ++ of_degrees l ++ of_lines l ++ of_crossings l ++ of_holes l ++ of_ways l.

(** *** Symmetry *)

Definition first_in_orbit : list (list lit) :=
  flat_map (fun h =>
      if existsb (fun s => N.ltb (s h) h) (s_symmetries S) then [[no (VFrom 0 h)]] else []) H.

Definition second_in_orbit : list (list lit) :=
  flat_map (fun e =>
      flat_map (fun ft : hole * hole =>
          let (f, t) := ft in
          let alone := [no (VLine 0 e); no (VFrom 0 f); no (VTo 0 t)] ++
            flat_map (fun h => map (fun k => is (VLine 0 k))
              (filter (fun k => meets h k && negb (jump_eqb k e)) L)) [f; t] in
          let keeping := filter (fun s => N.eqb (s f) f && N.eqb (s t) t) (s_symmetries S) in
          flat_map (fun h =>
              if existsb (fun s => N.ltb (s h) h) keeping
              then [alone ++ [no (VFrom 1 h)]] else []) H)
        [(from e, to e); (to e, from e)]) L.

(** *** Regions *)

Definition region_var (l r : nat) : var :=
  match nth_error (s_regions S) r with
  | Some [h] => VPeg l h
  | _ => VFull l r
  end.

Definition of_regions (l : nat) : list (list lit) :=
  flat_map (fun rR =>
      match snd rR with
      | [_] => []
      | R => map (fun h => [no (VFull l (fst rR)); is (VPeg l h)]) R ++
             [is (VFull l (fst rR)) :: map (fun h => no (VPeg l h)) R]
      end) (combine (seq 0 (length (s_regions S))) (s_regions S)).

(** More than [i] of [n] regions of family [f], from place [lo] on. *)
Definition more_than (l f : nat) (fam : list nat) (lo n i : nat) : var :=
  match n with
  | 1 => region_var l (nth lo fam 0)
  | _ => VCount l f lo n i
  end.

Definition sums (l f : nat) (fam : list nat) (lo n : nat) : list (list lit) :=
  let m := Nat.div2 n in
  let left i := more_than l f fam lo m i in
  let right i := more_than l f fam (lo + m) (n - m) i in
  let all i := more_than l f fam lo n i in
  flat_map (fun i => flat_map (fun j =>
      (if (1 <=? i + j) && (i + j <=? n)
       then [is (all (i + j - 1)) :: (if 1 <=? i then [no (left (i - 1))] else []) ++
                                     (if 1 <=? j then [no (right (j - 1))] else [])] else []) ++
      (if i + j <? n
       then [no (all (i + j)) :: (if i <? m then [is (left i)] else []) ++
                                 (if j <? n - m then [is (right j)] else [])] else []))
    (seq 0 (1 + (n - m)))) (seq 0 (1 + m)).

Fixpoint totals (fuel l f : nat) (fam : list nat) (lo n : nat) : list (list lit) :=
  match fuel with
  | O => []
  | Datatypes.S fuel =>
      if n <=? 1 then []
      else let m := Nat.div2 n in
           totals fuel l f fam lo m ++ totals fuel l f fam (lo + m) (n - m) ++ sums l f fam lo n
  end.

(** How many regions of a family may stay full. *)
Definition stays (r : nat) : bool :=
  match marks F, nth_error (s_regions S) r with
  | Some m, Some R => forallb (fun h => match m h with Some true => true | _ => false end) R
  | _, _ => false
  end.

Definition many_left : bool :=
  match marks F with
  | Some m => (1 <? sum (fun h => match m h with Some true => 1 | _ => 0 end) H)%Z
  | None => false
  end.

Definition may_stay (fam : list nat) : nat :=
  if many_left then length (filter stays fam) else 0.

Definition of_counts (l : nat) : list (list lit) :=
  flat_map (fun ff =>
      let f := fst ff in let fam := snd ff in let n := length fam in
      totals n l f fam 0 n ++
      map (fun i => [no (more_than l f fam 0 n i)]) (skipn (K - l + may_stay fam) (seq 0 n)))
    (combine (seq 0 (length (s_families S))) (s_families S)).

Definition of_emptied (l : nat) : list (list lit) :=
  flat_map (fun rR =>
      match snd rR with
      | [] | [_] => []
      | R => [[no (VFull l (fst rR)); is (VFull (1 + l) (fst rR))] ++ map (fun h => is (VFrom l h)) R]
      end) (combine (seq 0 (length (s_regions S))) (s_regions S)) ++
  flat_map (fun ff =>
      let f := fst ff in let fam := snd ff in let n := length fam in
      map (fun i => [no (more_than l f fam 0 n (1 + i)); is (more_than (1 + l) f fam 0 n i)])
          (seq 0 (n - 1)))
    (combine (seq 0 (length (s_families S))) (s_families S)).

(** *** All *)

Definition of_start : list (list lit) := map (fun h => [(VPeg 0 h, p0 h)]) H.

Definition of_end : list (list lit) :=
  match marks F with
  | Some m => map (fun h => [(VPeg K h, match m h with Some v => v | None => false end)]) H
  | None => exactly_one (map (VPeg K) H)
  end.

Definition of_number (l : nat) : list (list lit) :=
  of_sweep l ++
  (match l with 0 => first_in_orbit | 1 => second_in_orbit | _ => [] end) ++
  of_regions l ++ of_counts l ++
  (match l with 0 => [] | Datatypes.S k => of_emptied k end).

Definition formula_of : list (list lit) := of_start ++ flat_map of_number (seq 0 K) ++ of_end.

End Formula.

(** ** What is checked of the shape *)

Fixpoint distinct_lines (L : list jump) : bool :=
  match L with
  | [] => true
  | e :: L => negb (existsb (same_line e) L) && distinct_lines L
  end.

Fixpoint disjoint_holes (seen : list hole) (l : list hole) : bool :=
  match l with
  | [] => true
  | h :: l => negb (existsb (N.eqb h) seen) && disjoint_holes (h :: seen) l
  end.

Lemma disjoint_nodup l : forall seen, disjoint_holes seen l = true ->
  NoDup l /\ forall h, In h seen -> ~ In h l.
Proof.
  induction l as [|h l IH]; intros seen E; simpl in E; [split; [constructor|easy]|].
  apply andb_true_iff in E as [E1 E2]. apply negb_true_iff in E1. destruct (IH _ E2) as [N O]. split.
  - constructor; [|exact N]. apply O. now left.
  - intros g G [->|I]; [|now apply (O g); [right|]].
    apply in_eqb in G. congruence.
Qed.

Definition region_of (R : list (list hole)) (r : nat) : list hole := nth r R [].

Definition is_shape (b : board) (J : list jump) F (p0 : position) (S : shape) : bool :=
  let on := member (holes b) in
  forallb (fun j => existsb (fun e => same_line e j) (s_lines S)) J &&
  forallb (fun e => existsb (jump_eqb e) J) (s_lines S) &&
  distinct_lines (s_lines S) &&
  forallb (fun j => Nat.eqb (length (filter (fun T => existsb (N.eqb (from j)) T) (s_tracks S))) 1) J &&
  forallb (fun j => forallb (fun T => Bool.eqb (existsb (N.eqb (from j)) T) (existsb (N.eqb (to j)) T)) (s_tracks S)) J &&
  forallb (forallb (fun e => existsb (jump_eqb e) (s_lines S))) (s_closed S) &&
  forallb (fun w => negb (match w with [] => true | _ => false end)) (s_closed S) &&
  forallb (is_region J) (s_regions S) &&
  forallb (fun R => forallb on R && negb (match R with [] => true | _ => false end)) (s_regions S) &&
  forallb (fun fam => forallb (fun r => Nat.ltb r (length (s_regions S))) fam &&
                      disjoint_holes [] (flat_map (region_of (s_regions S)) fam)) (s_families S) &&
  forallb (fun s => is_symmetry b J F s && forallb (fun h => Bool.eqb (p0 (s h)) (p0 h)) (holes b))
          (s_symmetries S).
