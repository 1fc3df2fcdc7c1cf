(** * Sums, and what a jump changes of them *)

From Coq Require Import ZArith NArith List Bool Lia.
From Pegs Require Import Puzzle Board.
Import ListNotations.
Local Open Scope Z_scope.

Definition sum {A : Type} (f : A -> Z) (l : list A) : Z :=
  fold_right (fun x s => f x + s) 0 l.

Lemma sum_ext {A} (f g : A -> Z) l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
Proof.
  induction l as [|x l IH]; simpl; [easy|]. intro H. rewrite H, IH; auto.
Qed.

Lemma sum_le {A} (f g : A -> Z) l : (forall x, In x l -> f x <= g x) -> sum f l <= sum g l.
Proof.
  induction l as [|x l IH]; simpl; [lia|]. intro H.
  specialize (IH (fun y Y => H y (or_intror Y))). specialize (H x (or_introl eq_refl)). lia.
Qed.

Lemma sum_plus {A} (f g : A -> Z) l : sum (fun x => f x + g x) l = sum f l + sum g l.
Proof. induction l as [|x l IH]; simpl; lia. Qed.

Lemma sum_scale {A} k (f : A -> Z) l : sum (fun x => k * f x) l = k * sum f l.
Proof. induction l as [|x l IH]; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma sum_app {A} (f : A -> Z) l m : sum f (l ++ m) = sum f l + sum f m.
Proof. induction l as [|x l IH]; simpl; lia. Qed.

(** Only one term differs. *)
Lemma sum_change {A} (f g : A -> Z) l x :
  NoDup l -> In x l -> (forall y, In y l -> y <> x -> f y = g y) ->
  sum g l = sum f l + (g x - f x).
Proof.
  intros N. induction N as [|y l Y N IH]; simpl; [easy|].
  intros [->|I] E.
  - rewrite (sum_ext f g l); [lia|]. intros z Z. apply E; [now right|congruence].
  - rewrite IH; auto. rewrite (E y); [lia|now left|]. intros ->. contradiction.
Qed.

(** What the pegs of a position are worth. *)
Definition value (b : board) (w : hole -> Z) (p : position) : Z :=
  sum (fun h => if p h then w h else 0) (holes b).

Lemma value_ext b w p q : (forall h, In h (holes b) -> p h = q h) -> value b w p = value b w q.
Proof. intro E. apply sum_ext. intros h H. now rewrite E. Qed.

(** By how much a jump changes it. *)
Definition rise (w : hole -> Z) (j : jump) : Z := w (to j) - w (from j) - w (over j).

Definition set_to (p : position) (x : hole) (v : bool) : position :=
  fun h => if (h =? x)%N then v else p h.

Lemma value_set b w p x v : In x (holes b) ->
  value b w (set_to p x v) =
  value b w p + ((if v then w x else 0) - (if p x then w x else 0)).
Proof.
  intro X. unfold value.
  rewrite (sum_change (fun h => if p h then w h else 0) _ (holes b) x (holes_nodup b) X).
  - unfold set_to. now rewrite N.eqb_refl.
  - intros y _ Y. unfold set_to. apply N.eqb_neq in Y. now rewrite Y.
Qed.

Lemma make_from b j p : is_jump b j -> make j p (from j) = false.
Proof.
  intro J. apply jump_holes in J as (_ & _ & _ & D1 & D2 & D3). unfold make.
  apply N.eqb_neq in D2. rewrite D2, N.eqb_refl. reflexivity.
Qed.

Lemma make_over b j p : is_jump b j -> make j p (over j) = false.
Proof.
  intro J. apply jump_holes in J as (_ & _ & _ & D1 & D2 & D3). unfold make.
  apply N.eqb_neq in D3. rewrite D3, N.eqb_refl, orb_true_r. reflexivity.
Qed.

Lemma make_to j p : make j p (to j) = true.
Proof. unfold make. now rewrite N.eqb_refl. Qed.

Lemma make_other j p h : h <> from j -> h <> over j -> h <> to j -> make j p h = p h.
Proof. unfold make. rewrite <- !N.eqb_neq. now intros -> -> ->. Qed.

Theorem value_make b w j p : is_jump b j -> possible j p ->
  value b w (make j p) = value b w p + rise w j.
Proof.
  intros J (F & O & T). pose proof (jump_holes b j J) as (IF & IO & IT & D1 & D2 & D3).
  transitivity (value b w (set_to (set_to (set_to p (from j) false) (over j) false) (to j) true)).
  - apply value_ext. intros h _. unfold make, set_to.
    destruct (h =? to j)%N, (h =? over j)%N, (h =? from j)%N; reflexivity.
  - rewrite !value_set by assumption. unfold set_to, rise.
    apply N.eqb_neq in D1. rewrite N.eqb_sym in D1.
    apply N.eqb_neq in D2. rewrite N.eqb_sym in D2.
    apply N.eqb_neq in D3. rewrite N.eqb_sym in D3.
    rewrite D1, D2, D3, F, O, T. lia.
Qed.

Theorem value_plays b w p js q : plays b p js q ->
  value b w q = value b w p + sum (rise w) js.
Proof.
  induction 1 as [p|p j js q J C _ IH]; simpl; [lia|].
  rewrite IH, value_make by assumption. lia.
Qed.

(** The number of pegs, as a value. *)
Definition pegs_of (b : board) (p : position) : Z := value b (fun _ => 1) p.

Lemma count_value b p : Z.of_N (count b p) = pegs_of b p.
Proof.
  unfold count, pegs_of, value. rewrite nat_N_Z.
  induction (holes b) as [|h l IH]; [reflexivity|].
  cbn [filter sum fold_right] in *. fold (sum (fun h => if p h then 1 else 0) l) in *.
  destruct (p h); cbn [length]; lia.
Qed.

Theorem length_plays b p js q : plays b p js q ->
  Z.of_nat (length js) = pegs_of b p - pegs_of b q.
Proof.
  intro P. apply value_plays with (w := fun _ => 1) in P. unfold pegs_of.
  assert (sum (rise (fun _ => 1)) js = - Z.of_nat (length js)) as E.
  { clear. induction js as [|j js IH]; [reflexivity|].
    change (rise (fun _ => 1) j + sum (rise (fun _ => 1)) js = - Z.of_nat (S (length js))).
    rewrite IH. unfold rise. lia. }
  lia.
Qed.

Lemma pegs_of_nonneg b p : 0 <= pegs_of b p.
Proof. rewrite <- count_value. lia. Qed.

Lemma plays_jumps b p js q : plays b p js q -> forall j, In j js -> is_jump b j.
Proof.
  induction 1 as [p|p j js q J C _ IH]; simpl; [easy|]. intros k [<-|K]; auto.
Qed.

Lemma plays_app b p js ks r : plays b p (js ++ ks) r ->
  exists q, plays b p js q /\ plays b q ks r.
Proof.
  revert p. induction js as [|j js IH]; simpl; intros p P.
  - exists p. split; [constructor|exact P].
  - inversion P; subst. destruct (IH (make j p)) as [q [Q1 Q2]]; [assumption|].
    exists q. split; [now constructor|exact Q2].
Qed.
