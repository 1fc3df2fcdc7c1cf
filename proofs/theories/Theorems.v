(** * What was proved, and on what it rests

    Besides what Coq is, only its machine integers: their operations, and what these do. *)

From Pegs Require Import Puzzle Check.

Check check_sound.
Check check_few_sound.
Print Assumptions check_sound.
Print Assumptions check_few_sound.
