(* The argument of a certificate: made into what [Checker] checks. It need not be trusted: whatever
   is made of it here, only what holds is accepted. Its form is looked at as `pegsat verify` does. *)

open Checker
open Stdlib
open Form
open Problem

let weight json =
  match int "a weight" json with
  | w when -largest <= w && w <= largest -> z_of w
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

let table n json =
  let field = fields "a table" [ "holes"; "values" ] json in
  let holes = holes_of n "table" (need "a table" field "holes") in
  let size = List.length holes in
  let value json =
    match int "a value" json with
    | v when abs v <= largest && v <> min_int -> z_of v
    | _ -> reject "a value of a table is too large"
  in
  let values = Array.of_list (list "values" value (need "a table" field "values")) in
  if size > most_table_holes || Array.length values <> 1 lsl size then reject "a table of %d holes" size;
  let rec from bit filling = function
    | [] -> Value values.(filling)
    | h :: holes -> Ask (n_of h, from (bit + 1) filling holes, from (bit + 1) (filling + (1 lsl bit)) holes)
  in
  from 0 0 holes

let combination n rows json =
  let field = fields "a sum" [ "weights"; "sets"; "rounded"; "tables" ] json in
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
    tables =
      (match field "tables" with
      | None -> []
      | Some json ->
          let tables = list "tables" (table n) json in
          if List.length tables > most_tables then reject "more than %d tables" most_tables;
          tables);
    rows_added = (match field "rounded" with None -> [] | Some json -> added rows json);
  }

type node = Leaf_node of combination * bool | Branch_node of int list * int * int * int

let node n rows json =
  match choice "a node" json with
  | "leaf", json -> Leaf_node ({ weights = weights n json; sets = []; tables = []; rows_added = [] }, false)
  | "ends", json -> Leaf_node (combination n rows json, true)
  | "branch", json ->
      let field = fields "a branch" [ "jump"; "at_most"; "then"; "otherwise" ] json in
      let get = need "a branch" field in
      Branch_node
        ( list "a jump" (natural "a hole") (get "jump"),
          int "at_most" (get "at_most"),
          natural "then" (get "then"),
          natural "otherwise" (get "otherwise") )
  | name, _ -> reject "'%s' is no node" (shown name)

(* The tree of these nodes, the root first. *)
let tree names nodes =
  let nodes = Array.of_list nodes in
  let seen = Array.make (Array.length nodes) false in
  let rec at i =
    if i >= Array.length nodes then reject "its tree has no node %d" i;
    if seen.(i) then reject "node %d is the child of two nodes" i;
    seen.(i) <- true;
    match nodes.(i) with
    | Leaf_node (c, _) -> Close c
    | Branch_node (name, at_most, below, above) ->
        let jump =
          match Hashtbl.find_opt names name with
          | Some jump -> jump
          | None -> reject "node %d names a jump that is not there" i
        in
        let below = at below in
        Split (jump, z_of at_most, below, at above)
  in
  at 0

(* The jumps by their names: the two ends, and on a board that lists its lines the hole between. *)
let by_names p jumps =
  let t = Hashtbl.create 64 in
  let name j = of_n j.from :: of_n j.to0 :: (if p.lines = None then [] else [ of_n j.over ]) in
  List.iter (fun j -> Hashtbl.replace t (name j) j) jumps;
  t

let jump_of names what json =
  let holes = list ("a " ^ what) (natural "a hole") json in
  match Hashtbl.find_opt names holes with
  | Some j -> j
  | None -> reject "%s is no %s, or is named twice" (String.concat "-" (List.map string_of_int holes)) what

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

(* The one peg that must survive, if there is one. *)
let survivor_of p = match p.problem.wanted.survivors with [ (h, _) ] -> Some (of_n h) | _ -> None

(* Whether the goal is one peg, and nothing else is said. *)
let one_anywhere goal =
  let alone = match goal.survivors with [ (_, at) ] -> at = None | [] -> goal.pegs = Some (n_of 1) | _ -> false in
  goal.picture = None && goal.dead_end = None && alone

(* The cases, the kinds that they may call themselves, and how many there are. *)
let cases p json =
  let n = p.size in
  let jumps = lazy (jumps p.problem.on) in
  let names = lazy (by_names p (Lazy.force jumps)) in
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
          let has_tables = List.exists (function Leaf_node (c, _) -> c.tables <> [] | _ -> false) nodes in
          (kinds :=
             match !kinds with
             | [ ("cutting-planes" | "tables") ] as kinds -> kinds
             | _ when has_tables -> [ "tables" ]
             | [ "ends" ] as kinds -> kinds
             | _ when has_ends -> [ "ends" ]
             | [ "jump-bounds" ] as kinds -> kinds
             | _ when is_pagoda json -> [ "pagoda" ]
             | _ -> [ "jump-bounds" ]);
          Tree ([], tree (Lazy.force names) nodes)
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
          Tree (rounded, tree (Lazy.force names) nodes)
      | name, _ -> reject "'%s' is no argument" (shown name)
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
  let none () = reject "'%s' is no position of the board" (shown entry) in
  let digits, survivor =
    match String.index_opt entry '@' with
    | Some i when must_survive ->
        let hole = String.sub entry (i + 1) (String.length entry - i - 1) in
        let plain = hole <> "" && String.for_all (function '0' .. '9' -> true | _ -> false) hole in
        (String.sub entry 0 i, if plain then int_of_string_opt hole else None)
    | _ -> (entry, None)
  in
  if digits = "" || not (is_hex digits) then none ();
  (* Two words of 62 bits; no digit more can make them overflow unseen. *)
  let add (low, high) digit =
    if high lsr 58 <> 0 then none ();
    let digit = int_of_string (Printf.sprintf "0x%c" digit) in
    (((low lsl 4) land ((1 lsl 62) - 1)) lor digit, (high lsl 4) lor (low lsr 58))
  in
  let low, high = String.fold_left add (0, 0) digits in
  let is_set h = if h < 62 then (low lsr h) land 1 = 1 else (high lsr (h - 62)) land 1 = 1 in
  if (if p.size <= 62 then high <> 0 || low lsr p.size <> 0 else high lsr (p.size - 62) <> 0) then none ();
  match survivor with
  | Some h when h < p.size && is_set h -> ((low, high), h)
  | None when not must_survive -> ((low, high), 127)
  | _ -> none ()

let exhaustion p json =
  let n = p.size in
  if n > 124 then raise (Unread "exhaustion is read here for boards of up to 124 holes");
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
        row_holes = coq_holes (holes_of n "row" (get "holes"));
        row_last = bool "last" (get "last");
        row_rows = List.map nat_of before;
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

(* Larger ones are made singly. *)
let most_shared = 1 lsl 22

let rec shared i =
  if i < Array.length !positives then !positives.(i)
  else if i >= most_shared then if i land 1 = 0 then XO (shared (i / 2)) else XI (shared (i / 2))
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
  let text =
    try
      if Sys.file_exists file && Sys.is_directory file then raise (Sys_error (file ^ ": is a folder"));
      let channel = open_in_bin file in
      Fun.protect
        ~finally:(fun () -> close_in channel)
        (fun () -> really_input_string channel (in_channel_length channel))
    with
    | Sys_error e -> raise (Unread (Printf.sprintf "the proof as LRAT is needed (%s): %s" file e))
    | End_of_file | Invalid_argument _ -> raise (Unread (file ^ ": is no regular file"))
  in
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
    | i when i <= -most_number || i >= most_number -> reject "a literal without a variable"
    | i -> literal i
  in
  list "clauses" (list "a clause" literal) json

let refutation p lrat json =
  let field =
    fields "a refutation" [ "steps"; "variables"; "clauses"; "proof"; "proof_sha256"; "proof_text" ] json
  in
  let get = need "a refutation" field in
  let steps = natural "steps" (get "steps") in
  if steps > List.length p.pegs then reject "it argues about %d steps, more than pegs" steps;
  let names = by_names p (jumps p.problem.on) in
  (* Steps and positions are numbered from 1 there, and from 0 here. *)
  let time most i = if 1 <= i && i <= most then nat_of (i - 1) else reject "a variable means nothing" in
  let hole h = if h < p.size then n_of h else reject "a variable means nothing" in
  let meaning json =
    match choice "a variable" json with
    | "move", `List (t :: name) -> (
        match Hashtbl.find_opt names (List.map (natural "a hole") name) with
        | Some j -> IsMade (time steps (natural "a step" t), j)
        | None -> reject "a variable means nothing")
    | "peg", `List [ t; h ] -> HasPeg (time (steps + 1) (natural "a step" t), hole (natural "a hole" h))
    | "survivor", `List (t :: h :: which) ->
        let peg =
          match (which, survivor_of p) with
          | [], Some peg -> n_of peg
          | [ peg ], _ -> hole (natural "a hole" peg)
          | _ -> reject "a variable means nothing"
        in
        if not (List.mem_assoc peg p.problem.wanted.survivors) then reject "a variable means nothing";
        IsSurvivor (peg, time (steps + 1) (natural "a step" t), hole (natural "a hole" h))
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
  if p.problem.wanted.survivors <> [] then reject "it says nothing of a peg that must survive";
  if p.lines <> None then reject "few sweeps are for the boards of a lattice";
  let most = natural "most" (get "most") in
  if most = 0 || most > List.length p.pegs then reject "%d sweeps are none or more than jumps" most;
  let jumps = jumps p.problem.on in
  let line = jump_of (by_names p jumps) "line" in
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
  let listed l = List.fold_left (fun sum set -> sum + 1 + List.length set) 0 l in
  let each = ((n + listed families) * n) + listed closed + listed regions in
  let once = ((List.length few_symmetries * List.length lines) + List.length regions) * n in
  if (each * most) + once > largest_sweeps then reject "its formula is too large to be made here";
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
    Printf.sprintf "%d variables, %d lemmas" (List.length few_vars) (lemmas few_proof) )

(* ---- Layers ---- *)

(* The pegs at the start less the fewest of the goal. *)
let pegs_to_lose p =
  let goal = p.problem.wanted in
  let filled = match goal.picture with Some (filled, _) -> List.length filled | None -> 0 in
  let number = function Some n -> of_n n | None -> 0 in
  List.length p.pegs - max filled (max (number goal.pegs) (number goal.dead_end))

let layer_key = function
  | DMade (l, j) -> (0, int_of_nat l, of_n j.from, of_n j.to0, of_n j.over)
  | DPeg (l, h) -> (1, int_of_nat l, of_n h, 0, 0)
  | DParity (s, i) -> (2, int_of_nat s, int_of_nat i, 0, 0)
  | DCount (lo, n, i) -> (3, int_of_nat lo, int_of_nat n, int_of_nat i, 0)

let layers p lrat json =
  let n = p.size in
  let field = fields "layers" [ "jumps"; "early"; "sets"; "proof"; "proof_sha256" ] json in
  let get = need "layers" field in
  let goal = p.problem.wanted in
  if goal.survivors <> [] || goal.pegs <> None then
    reject "layers are for a goal that is a picture or a dead end";
  let jump = jump_of (by_names p (jumps p.problem.on)) "jump" in
  let ly_jumps = list "jumps" jump (get "jumps") in
  let ly_early = bool "early" (get "early") in
  let ly_sets = list "sets" (fun json -> coq_holes (holes_of n "parity set" json)) (get "sets") in
  let layers = pegs_to_lose p in
  if layers < 0 then reject "the goal has more pegs than the start";
  if List.length ly_jumps * layers > largest_layers || n * layers > largest_layers then
    reject "its formula is too large to be made here";
  let proof = read_lrat lrat in
  let blank = { ly_jumps; ly_early; ly_sets; ly_number = (fun _ -> XH); ly_proof = [] } in
  let vars = variables_of_layers p.problem.on (finals_of goal) p.problem.start blank in
  ( Layers { blank with ly_number = numbering layer_key vars; ly_proof = proof },
    [ "layers" ],
    Printf.sprintf "%d variables, %d lemmas" (List.length vars) (lemmas proof) )
