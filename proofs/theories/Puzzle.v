(** * The puzzle: what the theorems are about

    Whoever wants to know what was proved reads this file. Nothing else is needed to state it:
    a board, its jumps, positions, a goal, a solution. *)

From Coq Require Import ZArith NArith List Bool.
Import ListNotations.
Local Open Scope N_scope.

(** ** Boards *)

(** A cell is a point of the plane with whole coordinates, column and row. *)
Definition cell : Set := Z * Z.

(** Holes are numbered from 0 in the order of the cells. *)
Definition hole : Set := N.

(** Where pegs jump: along the lines of a lattice; or along lines that are listed, of three holes
    each, the one that is leapt over in the middle, as those of a graph are. *)
Inductive lattice : Set := Square | Triangular | Diagonal | Lines (l : list (hole * hole * hole)).

(** The steps from a cell to its neighbours: four, six or eight. *)
Definition directions (l : lattice) : list cell :=
  let four := [(1, 0); (-1, 0); (0, 1); (0, -1)]%Z in
  match l with
  | Square => four
  | Triangular => four ++ [(1, 1); (-1, -1)]%Z
  | Diagonal => four ++ [(1, 1); (-1, -1); (1, -1); (-1, 1)]%Z
  | Lines _ => []
  end.

(** A board is a list of cells, each of which has a hole. *)
Record board : Set := Board { kind : lattice; cells : list cell }.

Definition cell_of (b : board) (h : hole) : option cell := nth_error (cells b) (N.to_nat h).

Fixpoint numbers_from (h : hole) (l : list cell) : list hole :=
  match l with
  | [] => []
  | _ :: l => h :: numbers_from (N.succ h) l
  end.

Definition holes (b : board) : list hole := numbers_from 0 (cells b).

(** ** Jumps *)

Record jump : Set := Jump { from : hole; over : hole; to : hole }.

Definition plus (x d : cell) : cell := (fst x + fst d, snd x + snd d)%Z.

(** A jump is made of three holes in a row... *)
Definition in_a_row (b : board) (j : jump) : Prop :=
  exists x d,
    In d (directions (kind b)) /\
    cell_of b (from j) = Some x /\
    cell_of b (over j) = Some (plus x d) /\
    cell_of b (to j) = Some (plus (plus x d) d).

(** ...or goes along a listed line, one way or the other, of three different holes. *)
Definition along_a_line (b : board) (j : jump) : Prop :=
  exists l, kind b = Lines l /\
    (In (from j, over j, to j) l \/ In (to j, over j, from j) l) /\
    In (from j) (holes b) /\ In (over j) (holes b) /\ In (to j) (holes b) /\
    from j <> over j /\ from j <> to j /\ over j <> to j.

Definition is_jump (b : board) (j : jump) : Prop := in_a_row b j \/ along_a_line b j.

(** A position says of every hole whether there is a peg. *)
Definition position : Set := hole -> bool.

(** The peg in [from] may jump over the one in [over] into [to]... *)
Definition possible (j : jump) (p : position) : Prop :=
  p (from j) = true /\ p (over j) = true /\ p (to j) = false.

(** ...and the peg jumped over is taken away. *)
Definition make (j : jump) (p : position) : position :=
  fun h => if h =? to j then true
           else if (h =? from j) || (h =? over j) then false
           else p h.

(** [plays b p js q]: the jumps [js], made one after the other, lead from [p] to [q]. *)
Inductive plays (b : board) : position -> list jump -> position -> Prop :=
| plays_end p : plays b p [] p
| plays_jump p j js q :
    is_jump b j -> possible j p -> plays b (make j p) js q -> plays b p (j :: js) q.

(** The number of pegs. *)
Definition count (b : board) (p : position) : N := N.of_nat (length (filter p (holes b))).

(** ** Goals *)

(** Where the peg is that starts in hole [h]; [None] if it was jumped over. *)
Fixpoint follow (js : list jump) (h : hole) : option hole :=
  match js with
  | [] => Some h
  | j :: js =>
      if over j =? h then None
      else follow js (if from j =? h then to j else h)
  end.

(** What is said of the end; all of it must hold.
    - [picture]: the holes that are filled, and those that may be either; all others are empty;
    - [pegs]: this number of pegs;
    - [dead_end]: no jump is possible, and at least this number of pegs;
    - [survivors]: as many pegs as are listed, which are those that start in the first holes, each
      of which ends in the second if one is named. *)
Record goal : Set := Goal {
  picture : option (list hole * list hole);
  pegs : option N;
  dead_end : option N;
  survivors : list (hole * option hole) }.

Definition in_picture (b : board) (filled either : list hole) (p : position) : Prop :=
  forall h, In h (holes b) ->
    (In h filled -> p h = true) /\
    (~ In h filled -> ~ In h either -> p h = false).

Definition stuck (b : board) (p : position) : Prop :=
  forall j, is_jump b j -> ~ possible j p.

(** What the goal says of the last position [p]. *)
Definition final (b : board) (g : goal) (p : position) : Prop :=
  (forall filled either, picture g = Some (filled, either) -> in_picture b filled either p) /\
  (forall n, pegs g = Some n -> count b p = n) /\
  (forall n, dead_end g = Some n -> n <= count b p /\ stuck b p) /\
  (survivors g <> [] -> count b p = N.of_nat (length (survivors g))).

(** What it says of the pegs that must survive the jumps [js]. *)
Definition survives (g : goal) (js : list jump) : Prop :=
  forall h at_end, In (h, at_end) (survivors g) ->
    exists last, follow js h = Some last /\ (forall a, at_end = Some a -> last = a).

(** ** Problems and solutions *)

Record problem : Set := Problem {
  on : board;
  start : list hole; (* the holes with a peg *)
  wanted : goal }.

Definition pegs_in (l : list hole) : position := fun h => existsb (N.eqb h) l.

Definition solution (P : problem) (js : list jump) : Prop :=
  exists q, plays (on P) (pegs_in (start P)) js q /\
            final (on P) (wanted P) q /\
            survives (wanted P) js.

Definition unsolvable (P : problem) : Prop := forall js, ~ solution P js.

(** A sweep is a run of jumps by one peg, each from where the one before it came to. *)
Fixpoint sweeps (js : list jump) : nat :=
  match js with
  | [] => 0
  | j :: l =>
      match l with
      | [] => 1
      | k :: _ => if to j =? from k then sweeps l else S (sweeps l)
      end
  end.

(** No solution has at most [n] sweeps. *)
Definition needs_more_sweeps (P : problem) (n : nat) : Prop :=
  forall js, solution P js -> (n < sweeps js)%nat.
