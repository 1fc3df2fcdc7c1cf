(* Reads certificates, has them checked by what Coq extracted, and says what was shown. *)

open Checker
open Stdlib
open Form
open Problem
open Argument

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
    reject "no certificate (for solutions: 'check'), or text is outside it";
  let certificate = String.sub line (b + 64 + m) (len - 1 - (b + 64 + m)) in
  if Sha256.to_hex (Sha256.string certificate) <> String.sub line b 64 then
    reject "it was altered or damaged: its checksum does not fit";
  certificate

(* The reader takes comments, names without quotes, and -0 as 0: none of that is JSON of whole
   numbers. *)
let strict text =
  let len = String.length text in
  let not_json () = reject "it is no certificate: it is not JSON" in
  let rec string i =
    if i >= len then not_json ()
    else match text.[i] with '"' -> outside (i + 1) | '\\' -> string (i + 2) | _ -> string (i + 1)
  and outside i =
    if i < len then
      match text.[i] with
      | '"' -> string (i + 1)
      | '[' | ']' | '{' | '}' | ',' | ':' | ' ' | '\t' | '\r' | '\n' | '0' .. '9' -> outside (i + 1)
      | '-' when i + 1 < len && text.[i + 1] >= '1' && text.[i + 1] <= '9' -> outside (i + 1)
      | 'a' .. 'z' -> word i i
      | _ -> not_json ()
  and word from i =
    if i < len && text.[i] >= 'a' && text.[i] <= 'z' then word from (i + 1)
    else if List.mem (String.sub text from (i - from)) [ "null"; "true"; "false" ] then outside i
    else not_json ()
  in
  outside 0

let read lrat line =
  let certificate = unseal line in
  strict certificate;
  let json = try Yojson.Safe.from_string certificate with Yojson.Json_error e -> reject "it is no certificate: %s" (shown e) in
  let field =
    fields "the certificate"
      [ "format"; "version"; "pegsat"; "problem"; "lattice"; "cells"; "lines"; "start"; "goal"; "kind"; "proof" ]
      json
  in
  let get = need "the certificate" field in
  if text "format" (get "format") <> "pegsat-certificate" then reject "its format is not 'pegsat-certificate'";
  if int "version" (get "version") <> 1 then reject "its version is not 1";
  ignore (text "pegsat" (get "pegsat"));
  ignore (text "problem" (get "problem"));
  let kind = text "kind" (get "kind") in
  let p = read_problem field in
  let no_solution (proof, kinds, work) = (check p.problem proof, kinds, work, None, Some proof) in
  let holds, kinds, work, most, accepted =
    match choice "its proof" (get "proof") with
    | "cases", json -> no_solution (cases p json)
    | "exhaustion", json -> no_solution (exhaustion p json)
    | "refutation", json -> no_solution (refutation p lrat json)
    | "sweeps", json ->
        let few, work = sweeps p lrat json in
        (check_few p.problem few, [ "sweeps" ], work, Some (int_of_nat few.few_most), None)
    | "layers", json -> no_solution (layers p lrat json)
    | name, _ -> reject "'%s' is no proof" (shown name)
  in
  if not holds then reject "its argument does not hold";
  if not (List.mem kind kinds) then
    reject "it says that its kind is '%s', but its proof is of kind %s" (shown kind) (String.concat " or " kinds);
  { kind; work; about = p; most; accepted }

(* ---- The program ---- *)

let usage =
  "usage: verify FILE [LRAT]        checks a certificate, or several, each on a line; a proof as LRAT is\n\
  \                                 FILE.lrat, if none is named\n\
  \       verify --coq NAME FILE    prints one as a theorem for Coq, in a module of that name"

let rec lines channel number found =
  match input_line channel with
  | exception End_of_file -> List.rev found
  | line when String.trim line = "" -> lines channel (number + 1) found
  | line -> lines channel (number + 1) ((number, line) :: found)

type verdict = Verified of string * string | Rejected of string | Unknown of string

(* What is said of a certificate: its kind, and the words of [tell]. *)
let verdict read tell line =
  try
    let found = read line in
    Verified (found.kind, tell found)
  with
  | Reject reason -> Rejected reason
  | Unread reason -> Unknown reason
  | Stack_overflow -> Unknown "it is too large to be read"
  | Out_of_memory -> Unknown "not enough memory"
  | Sys_error e -> Unknown (shown e)
  | Failure e | Invalid_argument e -> Rejected ("it cannot be read: " ^ shown e)

let status = function Verified _ -> 0 | Rejected _ -> 1 | Unknown _ -> 3

let is_name name =
  name <> ""
  && (match name.[0] with 'A' .. 'Z' -> true | _ -> false)
  && String.for_all (function 'A' .. 'Z' | 'a' .. 'z' | '0' .. '9' | '_' -> true | _ -> false) name

let main () =
  let file, lrat, tell =
    match Sys.argv with
    | [| _; "--coq"; name; file |] when is_name name -> (file, file ^ ".lrat", Theorem.theorem name)
    | [| _; file |] when file = "-" || file.[0] <> '-' -> (file, file ^ ".lrat", words)
    | [| _; file; lrat |] when file = "-" || file.[0] <> '-' -> (file, lrat, words)
    | _ ->
        prerr_endline usage;
        exit 2
  in
  let verdict = verdict (read lrat) tell in
  let found =
    try
      let channel = if file = "-" then stdin else open_in_bin file in
      lines channel 1 []
    with Sys_error e ->
      prerr_endline (file ^ ": " ^ e);
      exit 2
  in
  match found with
  | [] ->
      print_endline "rejected: there is no certificate";
      exit 1
  | [ (_, line) ] ->
      let answer = verdict line in
      (match answer with
      | Verified (_, text) -> print_string text
      | Rejected reason -> Printf.printf "rejected: %s\n" reason
      | Unknown reason -> Printf.printf "unknown: %s\n" reason);
      exit (status answer)
  | several ->
      let kinds = Hashtbl.create 8 in
      let answers = List.map (fun (number, line) -> (number, verdict line)) several in
      let is_verified = function _, Verified _ -> true | _ -> false in
      List.iter
        (function
          | _, Verified (kind, _) ->
              Hashtbl.replace kinds kind (1 + Option.value ~default:0 (Hashtbl.find_opt kinds kind))
          | _ -> ())
        answers;
      let of_kind = List.sort compare (Hashtbl.fold (fun k n l -> (k, n) :: l) kinds []) in
      Printf.printf "verified: %d of %d certificates%s\n"
        (List.length (List.filter is_verified answers))
        (List.length several)
        (String.concat ","
           (List.mapi (fun i (k, n) -> Printf.sprintf "%s %d %s" (if i = 0 then ":" else "") n k) of_kind));
      List.iter
        (function
          | _, Verified _ -> ()
          | number, Rejected reason -> Printf.printf "rejected: line %d: %s\n" number reason
          | number, Unknown reason -> Printf.printf "unknown: line %d: %s\n" number reason)
        answers;
      let is code = List.exists (fun (_, answer) -> status answer = code) answers in
      exit (if is 1 then 1 else if is 3 then 3 else 0)

let () =
  try main () with
  | Sys_error e ->
      (* Of writing what is said. *)
      prerr_endline e;
      exit 2
