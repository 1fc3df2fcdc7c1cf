(** * Model D's formula *)

From Coq Require Import ZArith NArith PArith List Bool Lia Permutation.
From Coq Require Import FMapPositive.
From Pegs Require Import Puzzle Board Sums Finals Argument Symmetry Refutation SweepsFormula
  LayersOrder.
Import ListNotations.

Inductive dvar : Set :=
| DMade (l : nat) (j : jump)
| DPeg (l : nat) (h : hole)
| DParity (s i : nat)
| DCount (lo n i : nat).

Definition dlit : Set := dvar * bool.

(** What is in a hole: known, or a variable's value. *)
Inductive known : Set := Known (v : bool) | Unknown (l : nat) (h : hole).

Inductive general : Set := Const (v : bool) | Lit (x : dvar) (s : bool).

Definition general_of (k : known) (s : bool) : general :=
  match k with
  | Known v => Const (Bool.eqb v s)
  | Unknown l h => Lit (DPeg l h) s
  end.

Definition lits_of (c : list general) : list dlit :=
  flat_map (fun g => match g with Lit x s => [(x, s)] | Const _ => [] end) c.

(** One of these, unless that is known. *)
Definition require (c : list general) : list (list dlit) :=
  if existsb (fun g => match g with Const v => v | _ => false end) c then [] else [lits_of c].

(** The values of holes, as a table. *)
Definition known_table (l : list (hole * known)) : hole -> known :=
  let t := fold_left (fun t hk => PositiveMap.add (N.succ_pos (fst hk)) (snd hk) t) l (PositiveMap.empty known) in
  fun h => match PositiveMap.find (N.succ_pos h) t with Some k => k | None => Known false end.

Lemma known_table_spec (g : hole -> known) H h : In h H -> known_table (map (fun h => (h, g h)) H) h = g h.
Proof.
  unfold known_table. intro I.
  assert (forall t, (In h H \/ PositiveMap.find (N.succ_pos h) t = Some (g h)) ->
    PositiveMap.find (N.succ_pos h) (fold_left (fun t hk => PositiveMap.add (N.succ_pos (fst hk)) (snd hk) t)
      (map (fun h => (h, g h)) H) t) = Some (g h)) as G.
  { clear I. induction H as [|x H IH]; intros t O; simpl.
    - destruct O as [O|O]; [easy|exact O].
    - apply IH. destruct (N.eq_dec x h) as [->|N].
      + right. apply PositiveMap.gss.
      + destruct O as [[O|O]|O]; [congruence|now left|]. right.
        rewrite PositiveMap.gso; [exact O|]. intro E. apply succ_pos_inj in E. congruence. }
  now rewrite G by (now left).
Qed.

Definition is_known (k : known) (v : bool) : bool := match k with Known w => Bool.eqb w v | _ => false end.

Section Formula.

Variables (H : list hole) (J : list jump) (F : finals) (p0 : position) (L : nat) (early : bool) (sets : list (list hole)).

(** The jumps that may be made in a layer. *)
Definition open_jumps (before : hole -> known) : list jump :=
  filter (fun j => negb (is_known (before (from j)) false || is_known (before (over j)) false
                         || is_known (before (to j)) true)) J.

Definition is_changed (open : list jump) (h : hole) : bool := existsb (fun j => touch j h) open.

Definition next (l : nat) (before : hole -> known) (open : list jump) : hole -> known :=
  known_table (map (fun h => (h, if is_changed open h then Unknown (S l) h else before h)) H).

Definition made (l : nat) (s : bool) (j : jump) : general := Lit (DMade l j) s.

(** What jumps do to a hole: it is as they need it before, and as they leave it after. *)
Fixpoint change_jumps (l : nat) (done js : list jump) (before after : general) : list (list dlit) :=
  match js with
  | [] => []
  | j :: js =>
      require [made l false j; before] ++ require [made l false j; after] ++
      flat_map (fun i => require [made l false i; made l false j]) done ++
      change_jumps l (done ++ [j]) js before after
  end.

Definition change (l : nat) (js : list jump) (before after not_before not_after : general) (changed : bool) :=
  change_jumps l [] js before after ++
  (if changed then require (not_before :: not_after :: map (made l true) js) else []).

Definition of_hole (l : nat) (before after : hole -> known) (open : list jump) (h : hole) : list (list dlit) :=
  let c := is_changed open h in
  let b := general_of (before h) in
  let a := general_of (after h) in
  change l (filter (fun j => N.eqb (from j) h || N.eqb (over j) h) open) (b true) (a false) (b false) (a true) c ++
  change l (filter (fun j => N.eqb (to j) h) open) (b false) (a true) (b true) (a false) c.

Definition of_early (l : nat) (open earlier : list jump) : list (list dlit) :=
  flat_map (fun j =>
      if existsb (jump_eqb j) earlier
      then require (made l false j :: map (made (pred l) true)
                     (filter (fun i => touch i (from j) || touch i (over j) || touch i (to j)) earlier))
      else []) open.

Definition of_layer (l : nat) (before after : hole -> known) (open : list jump) (earlier : option (list jump)) :=
  flat_map (of_hole l before after open) H ++
  match earlier with
  | Some e => if early then of_early l open e else []
  | None => []
  end.

Fixpoint of_layers (n l : nat) (before : hole -> known) (earlier : option (list jump)) :
    list (list dlit) * (hole -> known) :=
  match n with
  | O => ([], before)
  | S n =>
      let open := open_jumps before in
      let after := next l before open in
      let rest := of_layers n (S l) after (Some open) in
      (of_layer l before after open earlier ++ fst rest, snd rest)
  end.

(** The variables of the layers, in the order of their numbers. *)
Fixpoint vars_of_layers (n l : nat) (before : hole -> known) : list dvar :=
  match n with
  | O => []
  | S n =>
      let open := open_jumps before in
      map (DMade l) open ++ map (DPeg (S l)) (filter (is_changed open) H) ++
      vars_of_layers n (S l) (next l before open)
  end.

(** *** Parity *)

Definition even_lits (xs : list dlit) : list (list dlit) :=
  map (fun c => map (fun xv => (fst (fst xv), xorb (snd (fst xv)) (snd xv))) (combine xs c))
      (filter is_odd (choices (length xs))).

Fixpoint even_of_many (fuel s i : nat) (xs : list dlit) : list (list dlit) :=
  match fuel, xs with
  | S fuel, a :: b :: c :: ((_ :: _ :: _) as rest) =>
      even_lits [a; b; c; (DParity s i, true)] ++ even_of_many fuel s (S i) (rest ++ [(DParity s i, true)])
  | _, _ => even_lits xs
  end.

Fixpoint vars_of_many (fuel s i n : nat) : list dvar :=
  match fuel with
  | O => []
  | S fuel => if n <=? 4 then [] else DParity s i :: vars_of_many fuel s (S i) (n - 2)
  end.

(** The literals of a set at the end, the first one negated if they have to be odd. *)
Definition end_lits (fin : hole -> known) (set : list hole) : list dlit :=
  flat_map (fun h => match fin h with Unknown l g => [(DPeg l g, true)] | Known _ => [] end) set.

Definition end_odd (fin : hole -> known) (set : list hole) : bool :=
  fold_right (fun h o => xorb (xorb (p0 h) (match fin h with Known v => v | _ => false end)) o) false set.

Definition signed (odd : bool) (xs : list dlit) : list dlit :=
  match xs with
  | (x, s) :: xs => (x, xorb s odd) :: xs
  | [] => []
  end.

Definition of_set (fin : hole -> known) (s : nat) (set : list hole) : list (list dlit) :=
  let odd := end_odd fin set in
  let xs := end_lits fin set in
  (match xs with [] => if odd then [[]] else [] | _ => [] end) ++
  even_of_many (length xs) s 0 (signed odd xs).

(** *** The end *)

Definition of_picture (fin : hole -> known) : list (list dlit) :=
  match marks F with
  | None => []
  | Some m => flat_map (fun h => match m h with Some v => require [general_of (fin h) v] | None => [] end) H
  end.

Definition unknown_holes (fin : hole -> known) : list hole :=
  filter (fun h => match fin h with Unknown _ _ => true | Known _ => false end) H.

Definition hole_var (fin : hole -> known) (h : hole) : dvar :=
  match fin h with Unknown l g => DPeg l g | Known _ => DPeg 0 h end.

(** More than [i] of the [n] holes from place [lo] on are empty. *)
Definition more_empty (fin : hole -> known) (U : list hole) (lo n i : nat) : dlit :=
  match n with
  | 1 => (hole_var fin (nth lo U 0%N), false)
  | _ => (DCount lo n i, true)
  end.

Definition opposite_of (x : dlit) : dlit := (fst x, negb (snd x)).

Definition size_of (cap n : nat) : nat := Nat.min cap n.

Definition sums_empty (fin : hole -> known) (U : list hole) (cap lo n : nat) : list (list dlit) :=
  let m := Nat.div2 n in
  flat_map (fun i => flat_map (fun j =>
      if (1 <=? i + j) && (i + j <=? size_of cap n)
      then [more_empty fin U lo n (i + j - 1) ::
            (if 1 <=? i then [opposite_of (more_empty fin U lo m (i - 1))] else []) ++
            (if 1 <=? j then [opposite_of (more_empty fin U (lo + m) (n - m) (j - 1))] else [])]
      else []) (seq 0 (1 + size_of cap (n - m)))) (seq 0 (1 + size_of cap m)).

Fixpoint totals_empty (fuel : nat) (fin : hole -> known) (U : list hole) (cap lo n : nat) : list (list dlit) :=
  match fuel with
  | O => []
  | S fuel =>
      if n <=? 1 then []
      else let m := Nat.div2 n in
           totals_empty fuel fin U cap lo m ++ totals_empty fuel fin U cap (lo + m) (n - m) ++
           sums_empty fin U cap lo n
  end.

Fixpoint vars_of_totals (fuel cap lo n : nat) : list dvar :=
  match fuel with
  | O => []
  | S fuel =>
      if n <=? 1 then []
      else let m := Nat.div2 n in
           vars_of_totals fuel cap lo m ++ vars_of_totals fuel cap (lo + m) (n - m) ++
           map (DCount lo n) (seq 0 (size_of cap n))
  end.

Definition filled_known (fin : hole -> known) : nat := length (filter (fun h => is_known (fin h) true) H).

Definition of_dead_end (fin : hole -> known) : list (list dlit) :=
  match dead F with
  | None => []
  | Some n =>
      let U := unknown_holes fin in
      let all := filled_known fin + length U in
      flat_map (fun j => require [general_of (fin (from j)) false; general_of (fin (over j)) false;
                                  general_of (fin (to j)) true]) J ++
      (if all <? N.to_nat n then [[]]
       else let most := all - N.to_nat n in
            totals_empty (length U) fin U (1 + most) 0 (length U) ++
            (if most <? length U then [[opposite_of (more_empty fin U 0 (length U) most)]] else []))
  end.

Definition start_known (h : hole) : known := Known (p0 h).

Definition layers_formula : list (list dlit) :=
  let r := of_layers L 0 start_known None in
  let fin := snd r in
  fst r ++
  flat_map (fun s => of_set fin (fst s) (snd s)) (combine (seq 0 (length sets)) sets) ++
  of_picture fin ++ of_dead_end fin.

Definition layers_vars : list dvar :=
  let fin := snd (of_layers L 0 start_known None) in
  vars_of_layers L 0 start_known ++
  flat_map (fun s => let n := length (end_lits fin (snd s)) in vars_of_many n (fst s) 0 n)
           (combine (seq 0 (length sets)) sets) ++
  match dead F with
  | None => []
  | Some n =>
      let U := unknown_holes fin in
      let all := filled_known fin + length U in
      if all <? N.to_nat n then [] else vars_of_totals (length U) (1 + (all - N.to_nat n)) 0 (length U)
  end.

End Formula.
