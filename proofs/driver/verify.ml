(* Reads certificates, has them checked by what Coq extracted, and says what was shown.

   The problem is what is read here, and printed: of that, this file has to be trusted. Of the
   argument it need not be: whatever is made of it, [Checker.check] accepts only what holds. Its
   form is looked at as `pegsat verify` does, so that both reject the same files. *)

open Checker
open Stdlib

exception Reject of string
exception Unread of string

let reject format = Printf.ksprintf (fun reason -> raise (Reject reason)) format

(* ---- Numbers of Coq ---- *)

let rec positive i =
  if i = 1 then XH else if i land 1 = 0 then XO (positive (i lsr 1)) else XI (positive (i lsr 1))

let n_of i = if i = 0 then N0 else Npos (positive i)
let z_of i = if i = 0 then Z0 else if i > 0 then Zpos (positive i) else Zneg (positive (-i))
let rec nat_of i = if i = 0 then O else S (nat_of (i - 1))
let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> (2 * of_positive p) + 1
let of_n = function N0 -> 0 | Npos p -> of_positive p

(* ---- JSON ---- *)

type json = Yojson.Safe.t

(* The fields of an object, each of which is known, and there once. *)
let fields what names (json : json) : string -> json option =
  match json with
  | `Assoc list ->
      let seen = Hashtbl.create 16 in
      List.iter
        (fun (name, value) ->
          if not (List.mem name names) then reject "%s has an unknown field '%s'" what name;
          if Hashtbl.mem seen name then reject "%s has the field '%s' twice" what name;
          Hashtbl.add seen name value)
        list;
      fun name -> Hashtbl.find_opt seen name
  | _ -> reject "%s is no object" what

let need what field name =
  match field name with Some value -> value | None -> reject "%s has no '%s'" what name

(* A field that may be missing or null. *)
let optional field name read =
  match field name with None | Some `Null -> None | Some value -> Some (read value)

let int what : json -> int = function `Int i -> i | _ -> reject "%s is no whole number" what
let natural what json = match int what json with i when i >= 0 -> i | _ -> reject "%s is negative" what
let text what : json -> string = function `String s -> s | _ -> reject "%s is no text" what
let bool what : json -> bool = function `Bool b -> b | _ -> reject "%s is not true or false" what
let list what read : json -> _ list = function
  | `List l -> List.rev (List.rev_map read l)
  | _ -> reject "%s is no list" what

let pair what first second : json -> _ = function
  | `List [ a; b ] -> (first a, second b)
  | _ -> reject "%s is no pair" what

(* A choice: its name, and what it holds. *)
let choice what : json -> string * json = function
  | `String s -> (s, `Null)
  | `Assoc [ (name, value) ] -> (name, value)
  | _ -> reject "%s is none" what

(* ---- Limits, as those of `pegsat verify` ---- *)

let most_holes = 50_000
let farthest = 100_000
let largest = 1 lsl 40
let most_rounded = 1000
let most_rows = 64
let most_cuts = 1024

(* ---- The problem ---- *)

type read_problem = {
  size : int;
  lattice_name : string;
  places : (int * int) list;
  pegs : int list;
  problem : problem;
}

(* Holes of the board, no two the same. *)
let holes_of n what json =
  let seen = Hashtbl.create 64 in
  let hole json =
    let h = natural what json in
    if h >= n then reject "its %s names hole %d, which is not there" what h;
    if Hashtbl.mem seen h then reject "its %s names hole %d twice" what h;
    Hashtbl.add seen h ();
    h
  in
  list what hole json

let coq_holes = List.map n_of

let read_goal n json =
  let field = fields "the goal" [ "picture"; "pegs"; "dead_end"; "survivor" ] json in
  let picture =
    optional field "picture" (fun json ->
        let field = fields "the picture" [ "filled"; "either" ] json in
        let holes name = list name (natural name) (need "the picture" field name) in
        let filled = holes "filled" and either = holes "either" in
        ignore (holes_of n "goal" (`List (List.map (fun h -> `Int h) (filled @ either))));
        (coq_holes filled, coq_holes either))
  in
  let number name = optional field name (natural name) in
  let pegs = number "pegs" and dead_end = number "dead_end" in
  let survivor =
    optional field "survivor" (fun json ->
        let field = fields "the survivor" [ "peg"; "at" ] json in
        let peg = natural "peg" (need "the survivor" field "peg") in
        let at = optional field "at" (natural "at") in
        if peg >= n then reject "its start has no peg in hole %d to survive" peg;
        Option.iter (fun at -> if at >= n then reject "its goal names hole %d, which is not there" at) at;
        (n_of peg, Option.map n_of at))
  in
  if picture = None && pegs = None && dead_end = None && survivor = None then
    reject "its goal says nothing";
  (match (picture, survivor) with
  | Some _, Some (_, Some _) -> reject "its goal is a picture, and names the hole of a last peg besides"
  | _ -> ());
  if survivor <> None && pegs <> None && pegs <> Some 1 then
    reject "its goal wants one peg to survive, and another number of them";
  { picture; pegs = Option.map n_of pegs; dead_end = Option.map n_of dead_end; survivor }

let read_problem field =
  let get = need "the certificate" field in
  let lattice_name = text "lattice" (get "lattice") in
  let kind =
    match lattice_name with
    | "square" -> Square
    | "triangular" -> Triangular
    | _ -> reject "its lattice is neither square nor triangular"
  in
  let places = list "cells" (pair "a cell" (int "column") (int "row")) (get "cells") in
  let n = List.length places in
  if n = 0 || n > most_holes then reject "its board has %d holes" n;
  if List.exists (fun (x, y) -> abs x > farthest || abs y > farthest) places then
    reject "a hole lies more than %d away from 0,0" farthest;
  let pegs = holes_of n "start" (get "start") in
  let wanted = read_goal n (get "goal") in
  let board = { kind; cells = List.rev (List.rev_map (fun (x, y) -> (z_of x, z_of y)) places) } in
  { size = n; lattice_name; places; pegs; problem = { on = board; start = coq_holes pegs; wanted } }

(* ---- The argument ---- *)

let weight json =
  match int "a weight" json with
  | w when abs w <= largest -> z_of w
  | _ -> reject "a weight is too large"

let weights n json =
  let l = list "weights" weight json in
  if List.length l <> n then reject "%d weights for %d holes" (List.length l) n;
  l

let times what json =
  match int what json with
  | i when 0 <= i && i <= largest -> i
  | _ -> reject "%s is negative, or too large" what

(* Numbers that rise, all below the end. *)
let are_once numbers end_ =
  let rec rise = function a :: (b :: _ as l) -> a < b && rise l | _ -> true in
  if not (rise numbers && List.for_all (fun i -> i < end_) numbers) then
    reject "its rows are not those before it, in rising order"

let added rows json =
  let l = list "rounded" (pair "a rounded row" (natural "a row") (times "a number of times")) json in
  are_once (List.map fst l) rows;
  List.map (fun (i, k) -> (nat_of i, z_of k)) l

let combination n rows json =
  let field = fields "a sum" [ "weights"; "sets"; "rounded" ] json in
  let set json =
    let field = fields "a set" [ "holes"; "first"; "last" ] json in
    let get = need "a set" field in
    {
      inside = coq_holes (holes_of n "set of holes" (get "holes"));
      first = z_of (times "first" (get "first"));
      last = z_of (times "last" (get "last"));
    }
  in
  {
    weights = weights n (need "a sum" field "weights");
    sets = list "sets" set (need "a sum" field "sets");
    rows_added = (match field "rounded" with None -> [] | Some json -> added rows json);
  }

type node = Leaf_node of combination * bool | Branch_node of (int * int) * int * int * int

let node n rows json =
  match choice "a node" json with
  | "leaf", json -> Leaf_node ({ weights = weights n json; sets = []; rows_added = [] }, false)
  | "ends", json -> Leaf_node (combination n rows json, true)
  | "branch", json ->
      let field = fields "a branch" [ "jump"; "at_most"; "then"; "otherwise" ] json in
      let get = need "a branch" field in
      Branch_node
        ( pair "a jump" (natural "a hole") (natural "a hole") (get "jump"),
          int "at_most" (get "at_most"),
          natural "then" (get "then"),
          natural "otherwise" (get "otherwise") )
  | name, _ -> reject "'%s' is no node" name

(* The tree of these nodes, the root first. *)
let tree pairs nodes =
  let nodes = Array.of_list nodes in
  let seen = Array.make (Array.length nodes) false in
  let rec at i =
    if i >= Array.length nodes then reject "its tree has no node %d" i;
    if seen.(i) then reject "node %d is the child of two nodes" i;
    seen.(i) <- true;
    match nodes.(i) with
    | Leaf_node (c, _) -> Close c
    | Branch_node ((from, to_), at_most, below, above) ->
        if not (Hashtbl.mem pairs (from, to_)) then reject "node %d names a jump that is not there" i;
        let below = at below in
        Split (n_of from, n_of to_, z_of at_most, below, at above)
  in
  at 0

(* Where a peg can come from here. *)
let track jumps from =
  let ends = Hashtbl.create 64 in
  List.iter (fun j -> Hashtbl.add ends (of_n j.from) (of_n j.to0)) jumps;
  let seen = Hashtbl.create 64 in
  let rec go = function
    | [] -> ()
    | h :: rest when Hashtbl.mem seen h -> go rest
    | h :: rest ->
        Hashtbl.add seen h ();
        go (Hashtbl.find_all ends h @ rest)
  in
  go [ from ];
  Hashtbl.fold (fun h () l -> n_of h :: l) seen []

let survivor_of p = Option.map (fun (h, _) -> of_n h) p.problem.wanted.survivor

(* Whether the goal is one peg, and nothing else is said. *)
let one_anywhere goal =
  let alone = match goal.survivor with Some (_, at) -> at = None | None -> goal.pegs = Some (n_of 1) in
  goal.picture = None && goal.dead_end = None && alone

(* The cases, the kinds that they may call themselves, and how many there are. *)
let cases p json =
  let n = p.size in
  let jumps = lazy (jumps p.problem.on) in
  let pairs =
    lazy
      (let t = Hashtbl.create 64 in
       List.iter (fun j -> Hashtbl.replace t (of_n j.from, of_n j.to0) j) (Lazy.force jumps);
       t)
  in
  let kinds = ref [ "position-class" ] in
  let rise w j =
    let w h = w.(of_n h) in
    w j.to0 - w j.from - w j.over
  in
  let is_pagoda json =
    match json with
    | `List [ `Assoc [ ("leaf", `List l) ] ] ->
        let w = Array.of_list (List.map (int "a weight") l) in
        List.for_all (fun j -> rise w j <= 0) (Lazy.force jumps)
    | _ -> false
  in
  let case json =
    let field = fields "a case" [ "finish"; "by" ] json in
    let finish = optional field "finish" (natural "finish") in
    Option.iter
      (fun h ->
        if not (one_anywhere p.problem.wanted && h < n) then
          reject "a case for the finish %d says nothing of the goal" h)
      finish;
    let set = holes_of n "parity set" in
    let by_what =
      match choice "an argument" (need "a case" field "by") with
      | "last_peg", `Null ->
          kinds := [ "last-peg" ];
          LastPeg
      | "parity", json -> Parity (coq_holes (set json))
      | "parities", json ->
          if finish <> None || not (one_anywhere p.problem.wanted) then
            reject "parity sets for every finish say nothing of another goal";
          Parities (list "parities" (fun json -> coq_holes (set json)) json)
      | "track", `Null ->
          if finish <> None then reject "a track says nothing of one finish alone";
          kinds := [ "track" ];
          Track
            (match survivor_of p with
            | Some h -> track (Lazy.force jumps) h
            | None -> reject "no peg must survive, whose track would say something")
      | "weights", json ->
          let nodes = list "weights" (node n 0) json in
          let has_ends = List.exists (function Leaf_node (_, e) -> e | _ -> false) nodes in
          (kinds :=
             match !kinds with
             | [ ("cutting-planes" | "ends") ] as kinds -> kinds
             | _ when has_ends -> [ "ends" ]
             | [ "jump-bounds" ] as kinds -> kinds
             | _ when is_pagoda json -> [ "pagoda" ]
             | _ -> [ "jump-bounds" ]);
          Tree ([], tree (Lazy.force pairs) nodes)
      | "cutting_planes", json ->
          kinds := [ "cutting-planes" ];
          let field = fields "an argument" [ "rounded"; "tree" ] json in
          let get = need "an argument" field in
          let rows = ref 0 in
          let row json =
            let field = fields "a rounded row" [ "of"; "divisor" ] json in
            let get = need "a rounded row" field in
            let of_ = combination n !rows (get "of") in
            incr rows;
            match int "a divisor" (get "divisor") with
            | d when 1 <= d && d <= largest -> (of_, z_of d)
            | _ -> reject "a divisor is not positive, or too large"
          in
          let rounded = list "rounded" row (get "rounded") in
          if !rows > most_rounded then reject "more than %d rounded rows" most_rounded;
          let nodes = list "tree" (node n !rows) (get "tree") in
          Tree (rounded, tree (Lazy.force pairs) nodes)
      | name, _ -> reject "'%s' is no argument" name
    in
    { finish = Option.map n_of finish; by_what }
  in
  let l = list "cases" case json in
  let count = List.length l in
  (Cases l, !kinds, Printf.sprintf "%d case%s" count (if count = 1 then "" else "s"))

let is_hex = String.for_all (function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false)

(* A position in hexadecimal; where a peg must survive, '@' and its hole follow. *)
let position p must_survive json =
  let entry = text "a position" json in
  let none () = reject "'%.40s' is no position of the board" entry in
  let digits, survivor =
    match String.index_opt entry '@' with
    | Some i when must_survive ->
        let hole = String.sub entry (i + 1) (String.length entry - i - 1) in
        let plain = hole <> "" && String.for_all (function '0' .. '9' -> true | _ -> false) hole in
        (String.sub entry 0 i, if plain then int_of_string_opt hole else None)
    | _ -> (entry, None)
  in
  let significant =
    let rec skip i = if i < String.length digits && digits.[i] = '0' then skip (i + 1) else i in
    String.length digits - skip 0
  in
  if digits = "" || (not (is_hex digits)) || significant > 16 then none ();
  let bits = int_of_string ("0x" ^ digits) in
  if significant = 16 || bits < 0 || bits lsr p.size <> 0 then none ();
  match survivor with
  | Some h when h < p.size && (bits lsr h) land 1 = 1 -> (bits, h)
  | None when not must_survive -> (bits, 63)
  | _ -> none ()

let exhaustion p json =
  let n = p.size in
  if n > 62 then raise (Unread "exhaustion is read here for boards of up to 62 holes");
  let field = fields "an exhaustion" [ "symmetries"; "positions"; "cuts" ] json in
  let get = need "an exhaustion" field in
  let symmetry json =
    let l = holes_of n "symmetry" json in
    if List.length l <> n then reject "a symmetry does not move every hole";
    coq_holes l
  in
  let cut json =
    let field = fields "a cut" [ "weights"; "last"; "rounded"; "rows" ] json in
    let get = need "a cut" field in
    let rows = ref 0 in
    let half json =
      let field = fields "a row" [ "holes"; "last"; "rows" ] json in
      let get = need "a row" field in
      let before = list "rows" (natural "a row") (get "rows") in
      are_once before !rows;
      incr rows;
      {
        of_holes = coq_holes (holes_of n "row" (get "holes"));
        of_last = bool "last" (get "last");
        of_rows = List.map nat_of before;
      }
    in
    let cut_rows = match field "rows" with None -> [] | Some json -> list "rows" half json in
    if !rows > most_rows then reject "more than %d rows" most_rows;
    {
      cut_weights = weights n (get "weights");
      lowered = z_of (times "last" (get "last"));
      cut_rows;
      cut_added = (match field "rounded" with None -> [] | Some json -> added !rows json);
    }
  in
  let symmetries = list "symmetries" symmetry (get "symmetries") in
  let positions = list "positions" (position p (survivor_of p <> None)) (get "positions") in
  let cuts = match field "cuts" with None -> [] | Some json -> list "cuts" cut json in
  if List.length cuts > most_cuts then reject "more than %d weights to rule positions out" most_cuts;
  let cut_off =
    match List.length cuts with
    | 0 -> ""
    | k -> Printf.sprintf ", others ruled out by %d weights" k
  in
  ( Exhaustion { symmetries; positions; cuts },
    [ "exhaustion" ],
    Printf.sprintf "%d positions%s" (List.length (List.sort_uniq compare positions)) cut_off )

(* ---- Proofs, as LRAT ---- *)

(* Numbers of Coq, each made once. *)
let positives = ref [| XH |]

let rec shared i =
  if i < Array.length !positives then !positives.(i)
  else begin
    let old = !positives in
    let size = Array.length old in
    let more = Array.make (2 * size) XH in
    Array.blit old 0 more 0 size;
    for k = max 2 size to (2 * size) - 1 do
      more.(k) <- (if k land 1 = 0 then XO more.(k / 2) else XI more.(k / 2))
    done;
    positives := more;
    shared i
  end

let most_number = 1 lsl 28
let literal i = if i > 0 then XO (shared i) else XI (shared (-i))

(* Lines of numbers: a clause's number, its literals, 0, those that it follows from, 0; or
   a number, d, those that are forgotten, 0. *)
let read_lrat file =
  let channel = try open_in_bin file with Sys_error e -> raise (Unread ("the proof as LRAT is needed: " ^ e)) in
  let text = Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel)) in
  let len = String.length text in
  let at = ref 0 in
  let line = ref 1 in
  let bad () = reject "%s:%d: expected numbers" file !line in
  let rec skip () =
    if !at < len then
      match text.[!at] with
      | ' ' | '\t' | '\r' -> incr at; skip ()
      | '\n' -> incr at; incr line; skip ()
      | 'c' ->
          (match String.index_from_opt text !at '\n' with Some i -> at := i | None -> at := len);
          skip ()
      | _ -> ()
  in
  let number () =
    skip ();
    let negative = !at < len && text.[!at] = '-' in
    if negative then incr at;
    let begin_ = !at and n = ref 0 in
    while !at < len && text.[!at] >= '0' && text.[!at] <= '9' do
      n := (10 * !n) + Char.code text.[!at] - 48;
      if !n >= most_number then bad ();
      incr at
    done;
    if !at = begin_ then bad ();
    if negative then - !n else !n
  in
  let rec until_zero read l = match number () with 0 -> List.rev l | i -> until_zero read (read i :: l) in
  let clause_number i = if i > 0 then shared i else bad () in
  let rec steps l =
    skip ();
    if !at >= len then List.rev l
    else begin
      let i = number () in
      skip ();
      if !at < len && text.[!at] = 'd' then begin
        incr at;
        steps (Delete (until_zero clause_number []) :: l)
      end
      else begin
        let clause = until_zero literal [] in
        let hints = until_zero clause_number [] in
        steps (Add (clause_number i, clause, hints) :: l)
      end
    end
  in
  steps []

let lemmas proof = List.length (List.filter (function Add _ -> true | Delete _ -> false) proof)

let clauses json =
  let literal json =
    match int "a literal" json with
    | 0 -> reject "a literal is 0"
    | i when abs i >= most_number -> reject "a literal without a variable"
    | i -> literal i
  in
  list "clauses" (list "a clause" literal) json

let refutation p lrat json =
  let field =
    fields "a refutation" [ "steps"; "variables"; "clauses"; "proof"; "proof_sha256"; "proof_text" ] json
  in
  let get = need "a refutation" field in
  let steps = natural "steps" (get "steps") in
  if steps > most_holes then reject "it argues about %d steps" steps;
  let pairs = Hashtbl.create 64 in
  List.iter (fun j -> Hashtbl.replace pairs (of_n j.from, of_n j.to0) j) (jumps p.problem.on);
  (* Steps and positions are numbered from 1 there, and from 0 here. *)
  let time most i = if 1 <= i && i <= most then nat_of (i - 1) else reject "a variable means nothing" in
  let hole h = if h < p.size then n_of h else reject "a variable means nothing" in
  let meaning json =
    match choice "a variable" json with
    | "move", `List [ t; from; to_ ] -> (
        let from = natural "a hole" from and to_ = natural "a hole" to_ in
        match Hashtbl.find_opt pairs (from, to_) with
        | Some j -> IsMade (time steps (natural "a step" t), j)
        | None -> reject "a variable means nothing")
    | "peg", `List [ t; h ] -> HasPeg (time (steps + 1) (natural "a step" t), hole (natural "a hole" h))
    | "survivor", `List [ t; h ] ->
        if survivor_of p = None then reject "a variable means nothing";
        IsSurvivor (time (steps + 1) (natural "a step" t), hole (natural "a hole" h))
    | _ -> reject "a variable means nothing"
  in
  let meanings = list "variables" meaning (get "variables") in
  let formula = clauses (get "clauses") in
  let refuted_by = read_lrat lrat in
  ( Refutation { steps = nat_of steps; meanings; formula; refuted_by },
    [ "refutation" ],
    Printf.sprintf "%d clauses, %d lemmas" (List.length formula) (lemmas refuted_by) )

(* ---- Too few sweeps ---- *)

let int_of_nat n =
  let rec go k = function O -> k | S n -> go (k + 1) n in
  go 0 n

(* A variable as numbers, to look it up. *)
let key = function
  | VPeg (l, h) -> (0, int_of_nat l, of_n h, 0, 0, 0)
  | VLine (l, e) -> (1, int_of_nat l, of_n e.from, of_n e.to0, 0, 0)
  | VFrom (l, h) -> (2, int_of_nat l, of_n h, 0, 0, 0)
  | VTo (l, h) -> (3, int_of_nat l, of_n h, 0, 0, 0)
  | VTrack (l, k) -> (4, int_of_nat l, int_of_nat k, 0, 0, 0)
  | VFull (l, r) -> (5, int_of_nat l, int_of_nat r, 0, 0, 0)
  | VCount (l, f, lo, n, i) -> (6, int_of_nat l, int_of_nat f, int_of_nat lo, int_of_nat n, int_of_nat i)

(* The variables in the order of their numbers, and the number of each. *)
let numbering key vars =
  let numbers = Hashtbl.create (2 * List.length vars) in
  List.iteri (fun i x -> Hashtbl.replace numbers (key x) (shared (i + 1))) vars;
  fun x -> match Hashtbl.find_opt numbers (key x) with Some p -> p | None -> XH

let range n = List.init n Fun.id

let sweeps p lrat json =
  let n = p.size in
  let field =
    fields "sweeps"
      [ "most"; "lines"; "closed"; "regions"; "families"; "symmetries"; "proof"; "proof_sha256" ]
      json
  in
  let get = need "sweeps" field in
  if survivor_of p <> None then reject "it says nothing of a peg that must survive";
  let most = natural "most" (get "most") in
  if most = 0 || most > most_holes then reject "%d sweeps are none or more than jumps" most;
  let jumps = jumps p.problem.on in
  let pairs = Hashtbl.create 64 in
  List.iter (fun j -> Hashtbl.replace pairs (of_n j.from, of_n j.to0) j) jumps;
  let line json =
    let a, b = pair "a line" (natural "a hole") (natural "a hole") json in
    match Hashtbl.find_opt pairs (a, b) with
    | Some j -> j
    | None -> reject "%d-%d is no line, or is named twice" a b
  in
  let lines = list "lines" line (get "lines") in
  if 2 * List.length lines <> List.length jumps then reject "it does not name every line";
  let by_place = Array.of_list lines in
  let way json =
    let places = list "a closed way" (natural "a line") json in
    if places = [] || List.length (List.sort_uniq compare places) <> List.length places then
      reject "a closed way is no set of lines";
    List.map (fun i -> if i < Array.length by_place then by_place.(i) else reject "a closed way is no set of lines") places
  in
  let closed = list "closed" way (get "closed") in
  (* Each is connected and meets every hole evenly: not needed, but said of the format. *)
  List.iter
    (fun way ->
      let ends = List.concat_map (fun j -> [ of_n j.from; of_n j.to0 ]) way in
      let holes = List.sort_uniq compare ends in
      if List.exists (fun h -> List.length (List.filter (( = ) h) ends) mod 2 = 1) holes then
        reject "lines are no closed way";
      let reached = Hashtbl.create 16 in
      let rec go h =
        if not (Hashtbl.mem reached h) then begin
          Hashtbl.add reached h ();
          List.iter
            (fun j ->
              let a = of_n j.from and b = of_n j.to0 in
              if a = h then go b else if b = h then go a)
            way
        end
      in
      go (List.hd holes);
      if Hashtbl.length reached < List.length holes then reject "the lines of a way fall apart")
    closed;
  let regions = list "regions" (holes_of n "region") (get "regions") in
  if List.mem [] regions then reject "a region is empty";
  let n_regions = List.length regions in
  let sizes = Array.of_list (List.map List.length regions) in
  let region json = match natural "a region" json with r when r < n_regions -> r | _ -> reject "a family has a region that is not listed" in
  let families = list "families" (list "a family" region) (get "families") in
  let symmetry json =
    let l = holes_of n "symmetry" json in
    if List.length l <> n then reject "a symmetry does not move every hole";
    coq_holes l
  in
  let few_symmetries = list "symmetries" symmetry (get "symmetries") in
  (* Holes that lines connect, by the least one. *)
  let on_one = Hashtbl.create 64 in
  let begins h = List.exists (fun j -> of_n j.from = h) jumps in
  let tracks =
    List.filter_map
      (fun h ->
        if Hashtbl.mem on_one h || not (begins h) then None
        else begin
          let holes = List.sort compare (List.map of_n (track jumps h)) in
          List.iter (fun h -> Hashtbl.replace on_one h ()) holes;
          Some holes
        end)
      (range n)
  in
  let holes = range n in
  let vars = ref [] in
  let add x = vars := x :: !vars in
  let h_all make = List.iter (fun h -> add (make (n_of h))) holes in
  h_all (fun h -> VPeg (O, h));
  for l = 0 to most - 1 do
    let l' = nat_of (l + 1) and l = nat_of l in
    h_all (fun h -> VPeg (l', h));
    List.iter (fun e -> add (VLine (l, e))) lines;
    h_all (fun h -> VFrom (l, h));
    h_all (fun h -> VTo (l, h));
    List.iteri (fun k _ -> add (VTrack (l, nat_of k))) tracks;
    Array.iteri (fun r size -> if size <> 1 then add (VFull (l, nat_of r))) sizes;
    List.iteri
      (fun f family ->
        let rec count lo n =
          if n > 1 then begin
            count lo (n / 2);
            count (lo + (n / 2)) (n - (n / 2));
            for i = 0 to n - 1 do
              add (VCount (l, nat_of f, nat_of lo, nat_of n, nat_of i))
            done
          end
        in
        count 0 (List.length family))
      families
  done;
  let few_vars = List.rev !vars in
  let few_proof = read_lrat lrat in
  ( {
      few_most = nat_of most;
      few_lines = lines;
      few_tracks = List.map coq_holes tracks;
      few_closed = closed;
      few_regions = List.map coq_holes regions;
      few_families = List.map (List.map nat_of) families;
      few_symmetries;
      few_vars;
      few_number = numbering key few_vars;
      few_proof;
    },
    most,
    Printf.sprintf "%d variables, %d lemmas" (List.length few_vars) (lemmas few_proof) )

(* ---- Layers ---- *)

let layer_key = function
  | DMade (l, j) -> (0, int_of_nat l, of_n j.from, of_n j.to0)
  | DPeg (l, h) -> (1, int_of_nat l, of_n h, 0)
  | DParity (s, i) -> (2, int_of_nat s, int_of_nat i, 0)
  | DCount (lo, n, i) -> (3, int_of_nat lo, int_of_nat n, int_of_nat i)

let layers p lrat json =
  let n = p.size in
  let field = fields "layers" [ "jumps"; "early"; "sets"; "proof"; "proof_sha256" ] json in
  let get = need "layers" field in
  let goal = p.problem.wanted in
  if goal.survivor <> None || goal.pegs <> None then
    reject "layers are for a goal that is a picture or a dead end";
  let pairs = Hashtbl.create 64 in
  List.iter (fun j -> Hashtbl.replace pairs (of_n j.from, of_n j.to0) j) (jumps p.problem.on);
  let jump json =
    let from, to_ = pair "a jump" (natural "a hole") (natural "a hole") json in
    match Hashtbl.find_opt pairs (from, to_) with
    | Some j -> j
    | None -> reject "%d-%d is no jump, or is named twice" from to_
  in
  let ly_jumps = list "jumps" jump (get "jumps") in
  let ly_early = bool "early" (get "early") in
  let ly_sets = list "sets" (fun json -> coq_holes (holes_of n "parity set" json)) (get "sets") in
  let proof = read_lrat lrat in
  let blank = { ly_jumps; ly_early; ly_sets; ly_number = (fun _ -> XH); ly_proof = [] } in
  let vars = variables_of_layers p.problem.on (finals_of goal) p.problem.start blank in
  ( Layers { blank with ly_number = numbering layer_key vars; ly_proof = proof },
    [ "layers" ],
    Printf.sprintf "%d variables, %d lemmas" (List.length vars) (lemmas proof) )

(* ---- A certificate ---- *)

(* The text inside the seal, if it is whole. *)
let unseal line =
  let before = "{\"sha256\":\"" and between = "\",\"certificate\":" in
  let b = String.length before and m = String.length between in
  let len = String.length line in
  let has at part =
    at >= 0 && at + String.length part <= len && String.sub line at (String.length part) = part
  in
  if not (has 0 before && has (b + 64) between && has (len - 1) "}") then
    reject "it is no certificate, or there is text outside it";
  let certificate = String.sub line (b + 64 + m) (len - 1 - (b + 64 + m)) in
  if Sha256.to_hex (Sha256.string certificate) <> String.sub line b 64 then
    reject "it was altered or damaged: its checksum does not fit";
  certificate

(* What [check] was asked about last. *)
let argued : certificate option ref = ref None

let has_minus_zero text =
  let len = String.length text in
  let rec look i =
    match String.index_from_opt text i '-' with
    | None -> false
    | Some k ->
        (k > 0 && k + 2 < len && text.[k + 1] = '0'
        && String.contains "[,:" text.[k - 1]
        && String.contains ",]}" text.[k + 2])
        || look (k + 1)
  in
  look 0

let read lrat line =
  let certificate = unseal line in
  if has_minus_zero certificate then reject "it is no certificate: a number is -0";
  let json = try Yojson.Safe.from_string certificate with Yojson.Json_error e -> reject "it is no certificate: %s" e in
  let field =
    fields "the certificate"
      [ "format"; "version"; "pegsat"; "problem"; "lattice"; "cells"; "start"; "goal"; "kind"; "proof" ]
      json
  in
  let get = need "the certificate" field in
  if text "format" (get "format") <> "pegsat-certificate" then reject "its format is not 'pegsat-certificate'";
  if int "version" (get "version") <> 1 then reject "its version is not 1";
  ignore (text "pegsat" (get "pegsat"));
  ignore (text "problem" (get "problem"));
  let kind = text "kind" (get "kind") in
  let p = read_problem field in
  let no_solution (proof, kinds, work) =
    argued := Some proof;
    (check p.problem proof, kinds, work, None)
  in
  let holds, kinds, work, most =
    match choice "its proof" (get "proof") with
    | "cases", json -> no_solution (cases p json)
    | "exhaustion", json -> no_solution (exhaustion p json)
    | "refutation", json -> no_solution (refutation p lrat json)
    | "sweeps", json ->
        let few, most, work = sweeps p lrat json in
        (check_few p.problem few, [ "sweeps" ], work, Some most)
    | "layers", json -> no_solution (layers p lrat json)
    | name, _ -> reject "'%s' is no proof" name
  in
  if not holds then reject "its argument does not hold";
  if not (List.mem kind kinds) then
    reject "it says that its kind is '%s', but its proof is of kind %s" kind (String.concat " or " kinds);
  (kind, work, p, most)

(* ---- What was shown, in words and pictures ---- *)

let draw p mark =
  let column x y = if p.lattice_name = "square" then 2 * x else (2 * x) - y in
  let xs = List.map (fun (x, y) -> column x y) p.places and ys = List.map snd p.places in
  let least = List.fold_left min max_int and most = List.fold_left max min_int in
  let x0 = least xs and y0 = least ys in
  let width = most xs - x0 + 1 and height = most ys - y0 + 1 in
  if width > 400 || height > 400 then Printf.printf "  (%d holes, too far apart to be drawn)\n" p.size
  else begin
    let rows = Array.init height (fun _ -> Bytes.make width ' ') in
    List.iteri (fun h (x, y) -> Bytes.set rows.(y - y0) (column x y - x0) (mark h)) p.places;
    Array.iter
      (fun row ->
        let row = Bytes.to_string row in
        let rec trim i = if i > 0 && row.[i - 1] = ' ' then trim (i - 1) else i in
        print_endline (String.sub row 0 (trim width)))
      rows
  end

let tell (kind, work, p, most) =
  let what =
    match most with
    | None -> "no sequence of jumps leads"
    | Some 1 -> "no sweep leads"
    | Some most -> Printf.sprintf "no %d sweeps, or fewer, lead" most
  in
  Printf.printf "verified: %s (%s); %s from the start to the goal\n" kind work what;
  Printf.printf "lattice: %s\nstart:\n" p.lattice_name;
  let at l h = List.mem h l in
  draw p (fun h -> if at p.pegs h then 'O' else '.');
  print_endline "goal:";
  let goal = p.problem.wanted in
  Option.iter
    (fun (filled, either) ->
      let filled = List.map of_n filled and either = List.map of_n either in
      draw p (fun h -> if at filled h then 'O' else if at either h then '?' else '.');
      if either <> [] then print_endline "?: peg or none")
    goal.picture;
  let place h =
    let x, y = List.nth p.places (of_n h) in
    Printf.sprintf "%d,%d" x y
  in
  Option.iter (fun n -> Printf.printf "pegs: %d\n" (of_n n)) goal.pegs;
  Option.iter (fun n -> Printf.printf "dead end: no jump possible, %d pegs or more\n" (of_n n)) goal.dead_end;
  Option.iter
    (fun (peg, hole) ->
      Printf.printf "one peg, which is the one that starts in %s%s\n" (place peg)
        (match hole with None -> "" | Some h -> ", in " ^ place h))
    goal.survivor

(* ---- A theorem for Coq ---- *)

let rec of_big = function XH -> 1 | XO p -> 2 * of_big p | XI p -> (2 * of_big p) + 1
let of_z = function Z0 -> 0 | Zpos p -> of_big p | Zneg p -> -of_big p
let coq_list print l = "[" ^ String.concat "; " (List.map print l) ^ "]"
let coq_n h = string_of_int (of_n h)
let coq_ns = coq_list coq_n
let coq_z z = match of_z z with i when i < 0 -> Printf.sprintf "(%d)" i | i -> string_of_int i
let coq_zs l = coq_list coq_z l ^ "%Z"
let coq_option print = function None -> "None" | Some x -> "(Some " ^ print x ^ ")"
let coq_bool b = if b then "true" else "false"
let coq_p p = string_of_int (of_big p)
let coq_nat n = string_of_int (int_of_nat n)
let coq_jump j = Printf.sprintf "Jump %s %s %s" (coq_n j.from) (coq_n j.over) (coq_n j.to0)

let coq_problem { on; start; wanted = g } =
  Printf.sprintf "Problem (Board %s %s%%Z)\n  %s\n  (Goal %s %s %s %s)"
    (match on.kind with Square -> "Square" | Triangular -> "Triangular")
    (coq_list (fun (x, y) -> Printf.sprintf "(%s, %s)" (coq_z x) (coq_z y)) on.cells)
    (coq_ns start)
    (coq_option (fun (f, e) -> Printf.sprintf "(%s, %s)" (coq_ns f) (coq_ns e)) g.picture)
    (coq_option coq_n g.pegs) (coq_option coq_n g.dead_end)
    (coq_option (fun (h, a) -> Printf.sprintf "(%s, %s)" (coq_n h) (coq_option coq_n a)) g.survivor)

let coq_combination c =
  let set e = Printf.sprintf "Ends %s %s%%Z %s%%Z" (coq_ns e.inside) (coq_z e.first) (coq_z e.last) in
  let row (i, k) = Printf.sprintf "(%s%%nat, %s%%Z)" (coq_nat i) (coq_z k) in
  Printf.sprintf "(Combination %s %s %s)" (coq_zs c.weights) (coq_list set c.sets) (coq_list row c.rows_added)

let rec coq_tree = function
  | Close c -> Printf.sprintf "(Close %s)" (coq_combination c)
  | Split (f, t, k, below, above) ->
      Printf.sprintf "(Split %s %s %s%%Z %s %s)" (coq_n f) (coq_n t) (coq_z k) (coq_tree below) (coq_tree above)

let coq_case c =
  Printf.sprintf "Case %s (%s)"
    (coq_option coq_n c.finish)
    (match c.by_what with
    | LastPeg -> "LastPeg"
    | Parity l -> "Parity " ^ coq_ns l
    | Parities l -> "Parities " ^ coq_list coq_ns l
    | Track l -> "Track " ^ coq_ns l
    | Tree (rounded, t) ->
        let row (c, d) = Printf.sprintf "(%s, %s%%Z)" (coq_combination c) (coq_z d) in
        Printf.sprintf "Tree %s %s" (coq_list row rounded) (coq_tree t))

let coq_step = function
  | Add (i, c, hints) -> Printf.sprintf "Add %s %s %s" (coq_p i) (coq_list coq_p c) (coq_list coq_p hints)
  | Delete l -> Printf.sprintf "Delete %s" (coq_list coq_p l)

let coq_certificate = function
  | Cases l -> Printf.sprintf "Cases %s" (coq_list coq_case l)
  | Exhaustion e when e.cuts = [] ->
      let state (x, s) = Printf.sprintf "(%d, %d)%%uint63" x s in
      Printf.sprintf "Exhaustion (Exhaust %s\n  %s [])" (coq_list coq_ns e.symmetries) (coq_list state e.positions)
  | Layers c ->
      Printf.sprintf
        "Layers (let c := InLayers %s %s %s (fun _ => xH) [] in\n  let v := variables_of_layers (on the_problem) (finals_of (wanted the_problem)) (start the_problem) c in\n  InLayers (ly_jumps c) (ly_early c) (ly_sets c) (place_from xH v)\n  (%s)%%positive)"
        (coq_list coq_jump c.ly_jumps) (coq_bool c.ly_early) (coq_list coq_ns c.ly_sets)
        (coq_list coq_step c.ly_proof)
  | _ -> raise (Unread "certificates of this kind are not written for Coq")

let theorem name (_, _, p, _) =
  match !argued with
  | None -> raise (Unread "certificates of this kind are not written for Coq")
  | Some c ->
      Printf.printf
        "Module %s.\n\nDefinition the_problem :=\n  %s.\n\nDefinition the_certificate :=\n  %s.\n\n\
         Theorem unsolved : unsolvable the_problem.\n\
         Proof. apply check_sound with the_certificate. vm_compute. reflexivity. Qed.\n\nEnd %s.\n"
        name (coq_problem p.problem) (coq_certificate c) name

(* ---- The program ---- *)

let rec lines channel number found =
  match input_line channel with
  | exception End_of_file -> List.rev found
  | line when String.trim line = "" -> lines channel (number + 1) found
  | line -> lines channel (number + 1) ((number, line) :: found)

let main () =
  let file, lrat, tell =
    match Sys.argv with
    | [| _; "--coq"; name; file |] -> (file, file ^ ".lrat", theorem name)
    | [| _; file |] -> (file, file ^ ".lrat", tell)
    | [| _; file; lrat |] -> (file, lrat, tell)
    | _ ->
        prerr_endline
          "usage: verify FILE [LRAT]        checks certificates; their proof is FILE.lrat, if none is named\n\
          \       verify --coq NAME FILE    prints one as a theorem for Coq";
        exit 2
  in
  let read = read lrat in
  let channel = try if file = "-" then stdin else open_in_bin file with Sys_error e -> prerr_endline e; exit 2 in
  match lines channel 1 [] with
  | [] ->
      print_endline "rejected: there is no certificate";
      exit 1
  | [ (_, line) ] -> (
      match read line with
      | shown -> tell shown
      | exception Reject reason ->
          Printf.printf "rejected: %s\n" reason;
          exit 1
      | exception Unread reason ->
          Printf.printf "unknown: %s\n" reason;
          exit 3)
  | several ->
      let kinds = Hashtbl.create 8 and verified = ref 0 and others = ref [] in
      List.iter
        (fun (number, line) ->
          match read line with
          | kind, _, _, _ ->
              incr verified;
              Hashtbl.replace kinds kind (1 + Option.value ~default:0 (Hashtbl.find_opt kinds kind))
          | exception Reject reason -> others := (number, "rejected", reason) :: !others
          | exception Unread reason -> others := (number, "unknown", reason) :: !others)
        several;
      let of_kind = List.sort compare (Hashtbl.fold (fun k n l -> (k, n) :: l) kinds []) in
      Printf.printf "verified: %d of %d certificates%s\n" !verified (List.length several)
        (String.concat ","
           (List.mapi (fun i (k, n) -> Printf.sprintf "%s %d %s" (if i = 0 then ":" else "") n k) of_kind));
      List.iter (fun (number, what, why) -> Printf.printf "%s: line %d: %s\n" what number why) (List.rev !others);
      let is what = List.exists (fun (_, w, _) -> w = what) !others in
      exit (if is "rejected" then 1 else if is "unknown" then 3 else 0)

let () =
  try main () with
  | Sys_error e ->
      prerr_endline e;
      exit 2
  | Stack_overflow ->
      print_endline "unknown: it is too large to be read";
      exit 3
  | Out_of_memory ->
      print_endline "unknown: not enough memory";
      exit 3
