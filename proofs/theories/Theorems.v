(** * What was proved, and on what it rests

    Besides what Coq is, only its machine integers: their operations, and what these do. Names are
    whole here, as nothing is imported. *)

From Pegs Require Puzzle Check Named.

Check Check.check_sound.
Check Check.check_few_sound.
Print Assumptions Check.check_sound.
Print Assumptions Check.check_few_sound.
Print Assumptions Named.English_33_23.unsolved.
Print Assumptions Named.Diamond_ends.unsolved.
Print Assumptions Named.Track.unsolved.
Print Assumptions Named.Rect_3_5.unsolved.
Print Assumptions Named.Fool_33.unsolved.
