(* Machine integers of 63 bits, without sign, as Coq's Uint63 has them: OCaml's own. *)

type t = int

let of_int i = i

(* An order without sign: the least integer comes first once the highest bit is flipped. *)
let flip x = x lxor min_int
let equal (x : int) (y : int) = x = y
let lt (x : int) (y : int) = flip x < flip y
let le (x : int) (y : int) = flip x <= flip y
let compare (x : int) (y : int) = Stdlib.compare (flip x) (flip y)
let add x y = x + y
let sub x y = x - y

(* Shifts by 63 bits and more leave nothing. *)
let l_sl x y = if 0 <= y && y < 63 then x lsl y else 0
let l_sr x y = if 0 <= y && y < 63 then x lsr y else 0
let l_and x y = x land y
let l_or x y = x lor y
let l_xor x y = x lxor y
