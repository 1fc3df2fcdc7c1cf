(* The problem: read from a certificate, and printed. This file has to be trusted: what is checked
   is about the problem as it is read here, and people see what is drawn here. *)

open Checker
open Stdlib
open Form

type read_problem = {
  size : int;
  lattice_name : string;
  places : (int * int) list;
  lines : int list list option;
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
  let field = fields "the goal" [ "picture"; "pegs"; "dead_end"; "survivor"; "survivors" ] json in
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
  let survivor json =
    let field = fields "the survivor" [ "peg"; "at" ] json in
    let peg = natural "peg" (need "the survivor" field "peg") in
    let at = optional field "at" (natural "at") in
    if peg >= n then reject "its start has no peg in hole %d to survive" peg;
    Option.iter (fun at -> if at >= n then reject "its goal names hole %d, which is not there" at) at;
    (n_of peg, Option.map n_of at)
  in
  let one = optional field "survivor" survivor in
  let several = optional field "survivors" (list "survivors" survivor) in
  let survivors =
    match (one, Option.value several ~default:[]) with
    | Some one, [] -> [ one ]
    | None, [] -> []
    | None, (_ :: _ :: _ as several) -> several
    | _ -> reject "one peg must survive, or a list of several"
  in
  let is_twice l = List.length (List.sort_uniq compare l) < List.length l in
  if is_twice (List.map fst survivors) || is_twice (List.filter_map snd survivors) then
    reject "two pegs that must survive have the same hole";
  if picture = None && pegs = None && dead_end = None && survivors = [] then
    reject "its goal says nothing";
  if picture <> None && List.exists (fun (_, at) -> at <> None) survivors then
    reject "its goal is a picture, and names the hole of a last peg besides";
  if survivors <> [] && pegs <> None && pegs <> Some (List.length survivors) then
    reject "its goal names the pegs that survive, and another number of them";
  { picture; pegs = Option.map n_of pegs; dead_end = Option.map n_of dead_end; survivors }

(* Lines of three different holes, none there twice; how many are read here. *)
let most_lines = 5000

let read_lines n json =
  let seen = Hashtbl.create 64 in
  let line json =
    match list "a line" (natural "a hole") json with
    | [ a; over; c ] as line ->
        if max a (max over c) >= n then reject "a line names a hole that is not there";
        let key = (min a c, over, max a c) in
        if a = over || over = c || a = c || Hashtbl.mem seen key then
          reject "the line %d, %d, %d has a hole twice, or is there twice" a over c;
        Hashtbl.add seen key ();
        line
    | _ -> reject "a line is no three holes"
  in
  let lines = list "lines" line json in
  if List.length lines > most_lines then raise (Unread "boards are read here of up to 5,000 lines");
  lines

let read_problem field =
  let get = need "the certificate" field in
  let lattice_name = text "lattice" (get "lattice") in
  let kind =
    match lattice_name with
    | "square" -> Square
    | "triangular" -> Triangular
    | "diagonal" -> Diagonal
    | _ -> reject "its lattice is neither square, triangular nor diagonal"
  in
  let places = list "cells" (pair "a cell" (int "column") (int "row")) (get "cells") in
  let n = List.length places in
  if n = 0 || n > most_holes then reject "its board has %d holes" n;
  let far x = x < -farthest || x > farthest in
  if List.exists (fun (x, y) -> far x || far y) places then
    reject "a hole lies more than %d away from 0,0" farthest;
  let lines = optional field "lines" (read_lines n) in
  let kind =
    match lines with
    | None -> kind
    | Some lines -> Lines (List.map (function [ a; o; c ] -> ((n_of a, n_of o), n_of c) | _ -> assert false) lines)
  in
  let pegs = holes_of n "start" (get "start") in
  let wanted = read_goal n (get "goal") in
  let board = { kind; cells = List.rev (List.rev_map (fun (x, y) -> (z_of x, z_of y)) places) } in
  { size = n; lattice_name; places; lines; pegs; problem = { on = board; start = coq_holes pegs; wanted } }

let widest = 400

(* The holes by their marks: a picture, or a list where that would be too wide. *)
let draw p mark =
  let column x y = if p.lattice_name = "triangular" then (2 * x) - y else 2 * x in
  let xs = List.map (fun (x, y) -> column x y) p.places and ys = List.map snd p.places in
  let least = List.fold_left min max_int and most = List.fold_left max min_int in
  let x0 = least xs and y0 = least ys in
  let width = most xs - x0 + 1 and height = most ys - y0 + 1 in
  if width > widest || height > widest then
    String.concat "" (List.mapi (fun h (x, y) -> Printf.sprintf "%d,%d: %c\n" x y (mark h)) p.places)
  else begin
    let rows = Array.init height (fun _ -> Bytes.make width ' ') in
    List.iteri (fun h (x, y) -> Bytes.set rows.(y - y0) (column x y - x0) (mark h)) p.places;
    let line row =
      let row = Bytes.to_string row in
      let rec trim i = if i > 0 && row.[i - 1] = ' ' then trim (i - 1) else i in
      String.sub row 0 (trim width) ^ "\n"
    in
    String.concat "" (List.map line (Array.to_list rows))
  end

(* What was found of a certificate: its kind, how much was looked at, the problem, the number of
   sweeps that is too small if it is about that, and what [check] accepted if it is not. *)
type finding = {
  kind : string;
  work : string;
  about : read_problem;
  most : int option;
  accepted : certificate option;
}

(* The problem whole: pegs that must survive are S in both pictures; of several, A, B, ... *)
let words { kind; work; about = p; most; accepted = _ } =
  let goal = p.problem.wanted in
  let what =
    match most with
    | None -> "no sequence of jumps leads"
    | Some 1 -> "no sweep leads"
    | Some most -> Printf.sprintf "no %d sweeps, or fewer, lead" most
  in
  let in_set l =
    let t = Hashtbl.create 64 in
    List.iter (fun h -> Hashtbl.replace t h ()) l;
    Hashtbl.mem t
  in
  let pegs = in_set p.pegs in
  let sign i = match goal.survivors with [ _ ] -> 'S' | _ -> Char.chr (65 + (i mod 26)) in
  let signs of_one =
    let t = Hashtbl.create 8 in
    List.iteri (fun i one -> Option.iter (fun h -> Hashtbl.replace t (of_n h) (sign i)) (of_one one)) goal.survivors;
    Hashtbl.find_opt t
  in
  let first = signs (fun (peg, _) -> Some peg) and last = signs snd in
  let start h = match first h with Some sign -> sign | None -> if pegs h then 'O' else '.' in
  let picture =
    match goal.picture with
    | Some (filled, either) ->
        let filled = in_set (List.map of_n filled) and open_ = in_set (List.map of_n either) in
        draw p (fun h -> if filled h then 'O' else if open_ h then '?' else '.')
        ^ if either <> [] then "?: a peg or none\n" else ""
    | None when List.exists (fun (_, at) -> at <> None) goal.survivors ->
        draw p (fun h -> Option.value (last h) ~default:'.')
    | None -> ""
  in
  let said =
    List.filter_map Fun.id
      [
        Option.map (fun n -> Printf.sprintf "pegs: %d\n" (of_n n)) goal.pegs;
        Option.map
          (fun n -> Printf.sprintf "a dead end: no jump possible, %d pegs or more\n" (of_n n))
          goal.dead_end;
        (match goal.survivors with
         | [] -> None
         | [ (_, Some _) ] -> Some "one peg, the one that starts in S, and there\n"
         | [ (_, None) ] -> Some "one peg, the one that starts in S, in any hole\n"
         | l ->
             Some
               (Printf.sprintf "%d pegs, those that start in A, B, ..., and where these are drawn\n"
                  (List.length l)));
      ]
  in
  let lines =
    let places = Array.of_list p.places in
    let cell h = Printf.sprintf "%d,%d" (fst places.(h)) (snd places.(h)) in
    let row line = String.concat " " (List.map cell line) ^ "\n" in
    match p.lines with None -> "" | Some l -> "lines: only\n" ^ String.concat "" (List.map row l)
  in
  Printf.sprintf "verified: %s (%s); %s from the start to the goal\nlattice: %s\n%sstart:\n%sgoal:\n%s%s" kind
    work what p.lattice_name lines (draw p start) picture (String.concat "" said)
