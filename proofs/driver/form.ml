(* Numbers of Coq, JSON, and the limits of what is read. *)

open Checker
open Stdlib

exception Reject of string
exception Unread of string

let reject format = Printf.ksprintf (fun reason -> raise (Reject reason)) format

(* What stands in the file, on one line and not too long. *)
let shown text =
  let text = String.escaped text in
  if String.length text <= 40 then text else String.sub text 0 40 ^ "..."

(* ---- Numbers of Coq ---- *)

let rec positive i =
  if i = 1 then XH else if i land 1 = 0 then XO (positive (i lsr 1)) else XI (positive (i lsr 1))

let n_of i = if i = 0 then N0 else Npos (positive i)
let z_of i = if i = 0 then Z0 else if i > 0 then Zpos (positive i) else Zneg (positive (-i))
(* Unary numbers, each made once; small ones. *)
let nats = ref [| O |]

let nat_of i =
  if i >= Array.length !nats then begin
    let size = i + 1024 in
    let more = Array.make size O in
    for k = 1 to size - 1 do
      more.(k) <- S more.(k - 1)
    done;
    nats := more
  end;
  !nats.(i)
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
          if not (List.mem name names) then reject "%s has an unknown field '%s'" what (shown name);
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
let most_tables = 100
let most_table_holes = 12
let most_rows = 64
let most_cuts = 1024
let largest_sweeps = 50_000_000
let largest_layers = 1_000_000
