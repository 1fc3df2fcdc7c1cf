(* Certificates as theorems for Coq, which computes there that they are accepted. *)

open Checker
open Stdlib
open Form
open Problem
open Argument

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
    (match on.kind with
    | Square -> "Square"
    | Triangular -> "Triangular"
    | Diagonal -> "Diagonal"
    | Lines l ->
        let line ((a, o), c) = Printf.sprintf "(%s, %s, %s)" (coq_n a) (coq_n o) (coq_n c) in
        Printf.sprintf "(Lines %s)" (coq_list line l))
    (coq_list (fun (x, y) -> Printf.sprintf "(%s, %s)" (coq_z x) (coq_z y)) on.cells)
    (coq_ns start)
    (coq_option (fun (f, e) -> Printf.sprintf "(%s, %s)" (coq_ns f) (coq_ns e)) g.picture)
    (coq_option coq_n g.pegs) (coq_option coq_n g.dead_end)
    (coq_list (fun (h, a) -> Printf.sprintf "(%s, %s)" (coq_n h) (coq_option coq_n a)) g.survivors)

let rec coq_table = function
  | Value v -> Printf.sprintf "(Value %s%%Z)" (coq_z v)
  | Ask (h, l, r) -> Printf.sprintf "(Ask %s %s %s)" (coq_n h) (coq_table l) (coq_table r)

let coq_combination c =
  let set e = Printf.sprintf "Ends %s %s%%Z %s%%Z" (coq_ns e.inside) (coq_z e.first) (coq_z e.last) in
  let row (i, k) = Printf.sprintf "(%s%%nat, %s%%Z)" (coq_nat i) (coq_z k) in
  Printf.sprintf "(Combination %s %s %s %s)" (coq_zs c.weights) (coq_list set c.sets)
    (coq_list coq_table c.tables) (coq_list row c.rows_added)

let rec coq_tree = function
  | Close c -> Printf.sprintf "(Close %s)" (coq_combination c)
  | Split (j, k, below, above) ->
      Printf.sprintf "(Split (%s) %s%%Z %s %s)" (coq_jump j) (coq_z k) (coq_tree below) (coq_tree above)

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
      let state ((low, high), s) = Printf.sprintf "((%d, %d), %d)%%uint63" low high s in
      Printf.sprintf "Exhaustion (Exhaust %s\n  %s [])" (coq_list coq_ns e.symmetries) (coq_list state e.positions)
  | Layers c ->
      Printf.sprintf
        "Layers (let c := InLayers %s %s %s (fun _ => xH) [] in\n  let v := variables_of_layers (on the_problem) (finals_of (wanted the_problem)) (start the_problem) c in\n  InLayers (ly_jumps c) (ly_early c) (ly_sets c) (place_from xH v)\n  (%s)%%positive)"
        (coq_list coq_jump c.ly_jumps) (coq_bool c.ly_early) (coq_list coq_ns c.ly_sets)
        (coq_list coq_step c.ly_proof)
  | _ -> raise (Unread "certificates of this kind are not written for Coq")

let theorem name { about = p; accepted; _ } =
  match accepted with
  | None -> raise (Unread "certificates of this kind are not written for Coq")
  | Some c ->
      Printf.sprintf
        "Module %s.\n\nDefinition the_problem :=\n  %s.\n\nDefinition the_certificate :=\n  %s.\n\n\
         Theorem unsolved : unsolvable the_problem.\n\
         Proof. apply check_sound with the_certificate. vm_compute. reflexivity. Qed.\n\nEnd %s.\n"
        name (coq_problem p.problem) (coq_certificate c) name
