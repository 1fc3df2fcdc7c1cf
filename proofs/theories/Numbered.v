(** * Clauses of named variables, as clauses of numbers *)

From Coq Require Import PArith List Bool.
From Coq Require Import FMapPositive.
From Pegs Require Import Lrat.
Import ListNotations.

(** A numbering of the variables: a list, from 1 on, and a function, which is held against it. *)
Section Numbered.

Variables (X : Type) (eqb : X -> X -> bool) (number : X -> positive) (table : PositiveMap.t X).
Hypothesis Eqb : forall x y, eqb x y = true -> x = y.

Definition encode_lit (x : X * bool) : literal :=
  if snd x then xO (number (fst x)) else xI (number (fst x)).

Definition is_numbered (x : X * bool) : bool :=
  match PositiveMap.find (number (fst x)) table with
  | Some y => eqb (fst x) y
  | None => false
  end.

Lemma encode_holds (value : X -> bool) c :
  forallb is_numbered c = true -> (exists x s, In (x, s) c /\ value x = s) ->
  holds_clause (fun i => match PositiveMap.find i table with Some x => value x | None => false end)
               (map encode_lit c) = true.
Proof.
  intros N (x & s & I & V). rewrite forallb_forall in N. specialize (N _ I). unfold is_numbered in N.
  simpl in N. destruct (PositiveMap.find (number x) table) as [y|] eqn:E; [|discriminate].
  apply Eqb in N. subst y. apply existsb_exists. exists (encode_lit (x, s)). split; [now apply in_map|].
  unfold encode_lit. simpl. destruct s; simpl; rewrite E, V; reflexivity.
Qed.

End Numbered.

Definition table_by_number {X : Type} (l : list X) : PositiveMap.t X :=
  snd (fold_left (fun iD x => (Pos.succ (fst iD), PositiveMap.add (fst iD) x (snd iD))) l
                 (1%positive, PositiveMap.empty X)).
