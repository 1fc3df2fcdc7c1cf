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

let read line =
  let certificate = unseal line in
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
  let proof, kinds, work =
    match choice "its proof" (get "proof") with
    | "cases", json -> cases p json
    | "exhaustion", json -> exhaustion p json
    | (("refutation" | "sweeps" | "layers") as name), _ ->
        raise (Unread (Printf.sprintf "this checker does not know certificates by %s yet" name))
    | name, _ -> reject "'%s' is no proof" name
  in
  if not (check p.problem proof) then reject "its argument does not hold";
  if not (List.mem kind kinds) then
    reject "it says that its kind is '%s', but its proof is of kind %s" kind (String.concat " or " kinds);
  (kind, work, p)

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

let tell (kind, work, p) =
  Printf.printf "verified: %s (%s); no sequence of jumps leads from the start to the goal\n" kind work;
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

(* ---- The program ---- *)

let rec lines channel number found =
  match input_line channel with
  | exception End_of_file -> List.rev found
  | line when String.trim line = "" -> lines channel (number + 1) found
  | line -> lines channel (number + 1) ((number, line) :: found)

let main () =
  let file = match Sys.argv with [| _; file |] -> file | _ -> prerr_endline "usage: verify FILE"; exit 2 in
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
          | kind, _, _ ->
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
