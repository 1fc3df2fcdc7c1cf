(** * The checker as a program in OCaml

    Booleans, pairs, lists and options are OCaml's own; machine integers are those of
    [driver/uint63.ml]. Everything else is what Coq makes of the definitions. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63.
From Pegs Require Import Puzzle Board Finals Layers Check.

Extraction Language OCaml.
Extraction "checker.ml" check check_few jumps finals_of variables_of_layers.
