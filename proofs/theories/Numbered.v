(** * Clauses of named variables, as clauses of numbers *)

From Coq Require Import Arith NArith PArith List Bool Lia.
From Coq Require Import FMapPositive.
From Pegs Require Import Puzzle Board Lrat.
Import ListNotations.

(** Variables are the same where their parts are. *)
Ltac by_parts :=
  rewrite !andb_true_iff; intros; intuition;
  repeat match goal with
         | H : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in H
         | H : N.eqb _ _ = true |- _ => apply N.eqb_eq in H
         | H : jump_eqb _ _ = true |- _ => apply jump_eqb_eq in H
         end; congruence.

(** A list with its places. *)
Lemma in_seq_combine (X : Type) (L : list X) : forall s k x,
  In (k, x) (combine (seq s (length L)) L) -> nth_error L (k - s) = Some x /\ s <= k.
Proof.
  induction L as [|y L IH]; intros s k x I; simpl in I; [easy|]. destruct I as [I|I].
  - inversion I; subst. rewrite Nat.sub_diag. auto.
  - apply IH in I as [E Le]. split; [|lia].
    replace (k - s) with (S (k - S s)) by lia. exact E.
Qed.

Lemma in_numbers (X : Type) (L : list X) k x : In (k, x) (combine (seq 0 (length L)) L) -> nth_error L k = Some x.
Proof. intro I. apply in_seq_combine in I as [E _]. now rewrite Nat.sub_0_r in E. Qed.

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
