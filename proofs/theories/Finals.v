(** * The positions that a goal accepts *)

From Coq Require Import ZArith NArith List Bool Lia.
From Coq Require Import MSetPositive FMapPositive Mergesort.
From Pegs Require Import Puzzle Board Sums.
Import ListNotations.
Local Open Scope N_scope.

(** ** Tables, for holes by number *)

(** The holes of a list. *)
Definition member (l : list hole) : hole -> bool :=
  let s := fold_left (fun s h => PositiveSet.add (N.succ_pos h) s) l PositiveSet.empty in
  fun h => PositiveSet.mem (N.succ_pos h) s.

Lemma succ_pos_inj g h : N.succ_pos g = N.succ_pos h -> g = h.
Proof. intro E. apply N.succ_inj. now rewrite <- !N.succ_pos_spec, E. Qed.

Theorem member_spec l h : member l h = true <-> In h l.
Proof.
  unfold member.
  assert (forall s, PositiveSet.mem (N.succ_pos h)
     (fold_left (fun s h => PositiveSet.add (N.succ_pos h) s) l s) = true
     <-> In h l \/ PositiveSet.mem (N.succ_pos h) s = true) as G.
  { induction l as [|g l IH]; intro s; simpl; [tauto|].
    rewrite IH. rewrite !PositiveSet.mem_spec, PositiveSet.add_spec. split.
    - intros [I|[E|I]]; auto. apply succ_pos_inj in E. auto.
    - intros [[->|I]|I]; auto. }
  rewrite G. split; [|auto]. intros [I|I]; [exact I|]. discriminate I.
Qed.

(** The numbers of a list, by place; 0 beyond its end. *)
Definition table_of (l : list Z) : hole -> Z :=
  let t := snd (fold_left (fun kt z => (N.succ (fst kt), PositiveMap.add (N.succ_pos (fst kt)) z (snd kt)))
                          l (0, PositiveMap.empty Z)) in
  fun h => match PositiveMap.find (N.succ_pos h) t with Some z => z | None => 0%Z end.

(** ** Final positions *)

(** What a goal says of the last position, survivors aside: what holes must be, the number of
    pegs, that there is a dead end, of how many pegs at least. *)
Record finals : Type := Finals {
  marks : option (hole -> option bool);
  number : option N;
  dead : option N }.

Definition accepts (b : board) (F : finals) (q : position) : Prop :=
  (forall m, marks F = Some m ->
     forall h v, In h (holes b) -> m h = Some v -> q h = v) /\
  (forall n, number F = Some n -> count b q = n) /\
  (forall n, dead F = Some n -> n <= count b q /\ stuck b q).

(** What hole [h] is at the end, if the goal says so. *)
Definition at_end (F : finals) (h : hole) : option bool :=
  match marks F with Some m => m h | None => None end.

Lemma at_end_spec b F q h v :
  accepts b F q -> In h (holes b) -> at_end F h = Some v -> q h = v.
Proof.
  intros [M _] H E. unfold at_end in E. destruct (marks F) eqn:K; [|discriminate].
  eapply M; eauto.
Qed.

Definition possibleb (j : jump) (p : position) : bool := p (from j) && p (over j) && negb (p (to j)).

Lemma possibleb_spec j p : possibleb j p = true <-> possible j p.
Proof.
  unfold possibleb, possible. rewrite !andb_true_iff, negb_true_iff. tauto.
Qed.

(** Decides what is accepted. *)
Definition acceptb (b : board) (J : list jump) (F : finals) : position -> bool :=
  let H := holes b in
  fun q =>
    (match marks F with
     | None => true
     | Some m => forallb (fun h => match m h with
                                   | Some v => Bool.eqb (q h) v
                                   | None => true
                                   end) H
     end) &&
    (match number F with
     | None => true
     | Some n => count b q =? n
     end) &&
    (match dead F with
     | None => true
     | Some n => (n <=? count b q) && negb (existsb (fun j => possibleb j q) J)
     end).

Theorem acceptb_spec b F q :
  distinct b = true -> (acceptb b (jumps b) F q = true <-> accepts b F q).
Proof.
  intro D. unfold acceptb, accepts. rewrite !andb_true_iff. split.
  - intros [[M C] E]. repeat split.
    + intros m K h v H V. rewrite K in M. rewrite forallb_forall in M. apply M in H.
      rewrite V in H. now apply eqb_prop.
    + intros n K. rewrite K in C. now apply N.eqb_eq.
    + rewrite H in E. apply andb_true_iff in E as [E _]. now apply N.leb_le.
    + rewrite H in E. apply andb_true_iff in E as [_ E]. intros j I P.
      apply negb_true_iff in E. apply in_jumps in I; [|exact D].
      apply possibleb_spec in P.
      assert (existsb (fun j => possibleb j q) (jumps b) = true); [|congruence].
      apply existsb_exists. eauto.
  - intros (M & C & E). repeat split.
    + destruct (marks F) as [m|]; [|reflexivity]. apply forallb_forall. intros h H.
      destruct (m h) eqn:V; [|reflexivity]. rewrite (M m eq_refl h b0 H V). apply eqb_reflx.
    + destruct (number F) as [n|]; [|reflexivity]. apply N.eqb_eq. auto.
    + destruct (dead F) as [n|]; [|reflexivity]. destruct (E n eq_refl) as [L S].
      apply andb_true_iff. split; [now apply N.leb_le|]. apply negb_true_iff.
      destruct (existsb _ _) eqn:X; [|reflexivity]. apply existsb_exists in X as [j [I P]].
      apply in_jumps in I; [|exact D]. apply possibleb_spec in P. destruct (S j I P).
Qed.

(** ** Of a goal *)

Definition marks_of (filled either : list hole) : hole -> option bool :=
  let f := member filled in
  let e := member either in
  fun h => if f h then Some true else if e h then None else Some false.

(** Where the survivors end, if it is said of all. *)
Fixpoint ends (l : list (hole * option hole)) : option (list hole) :=
  match l with
  | [] => Some []
  | (_, Some a) :: l => match ends l with Some e => Some (a :: e) | None => None end
  | (_, None) :: _ => None
  end.

(** Survivors are so many pegs, at certain places if they are named. *)
Definition finals_of (g : goal) : finals :=
  Finals
    (match picture g, survivors g with
     | Some (filled, either), _ => Some (marks_of filled either)
     | None, [] => None
     | None, l => match ends l with Some e => Some (marks_of e []) | None => None end
     end)
    (match survivors g with [] => pegs g | l => Some (N.of_nat (length l)) end)
    (dead_end g).

(** The peg that is followed is there. *)
Lemma follow_there b p js q h last :
  plays b p js q -> p h = true -> follow js h = Some last -> q last = true.
Proof.
  intro P. revert h. induction P as [p|p j js q J C _ IH]; intros h T; simpl.
  - now intros [= <-].
  - destruct (over j =? h) eqn:O; [discriminate|]. apply N.eqb_neq in O.
    apply IH. destruct (from j =? h) eqn:F.
    + apply make_to.
    + apply N.eqb_neq in F. unfold make. destruct (h =? to j); [reflexivity|].
      destruct ((h =? from j) || (h =? over j)) eqn:X; [|exact T].
      apply orb_true_iff in X as [X|X]; apply N.eqb_eq in X; subst h; contradiction.
Qed.

Lemma plays_holes b p js q :
  plays b p js q -> (forall h, p h = true -> In h (holes b)) ->
  forall h, q h = true -> In h (holes b).
Proof.
  induction 1 as [p|p j js q J C _ IH]; intro I; [exact I|]. apply IH.
  intros h H. unfold make in H. destruct (h =? to j) eqn:T.
  - apply N.eqb_eq in T. subst. now apply jump_holes in J.
  - destruct ((h =? from j) || (h =? over j)); [discriminate|auto].
Qed.

Lemma count_one b q g h :
  count b q = 1 -> In g (holes b) -> In h (holes b) -> q g = true -> q h = true -> g = h.
Proof.
  unfold count. intros C G H Qg Qh.
  assert (In g (filter q (holes b))) as Fg by (apply filter_In; auto).
  assert (In h (filter q (holes b))) as Fh by (apply filter_In; auto).
  destruct (filter q (holes b)) as [|x [|y l]]; simpl in *; lia.
Qed.

Lemma ends_length l e : ends l = Some e -> length e = length l.
Proof.
  revert e. induction l as [|[h [a|]] l IH]; intros e E; simpl in E; try discriminate.
  - now inversion E.
  - destruct (ends l) as [e'|]; [|discriminate]. inversion E; subst e. simpl. now rewrite (IH e').
Qed.

Lemma ends_in l e a : ends l = Some e -> In a e -> exists h, In (h, Some a) l.
Proof.
  revert e. induction l as [|[h [x|]] l IH]; intros e E I; simpl in E; try discriminate.
  - inversion E; subst. destruct I.
  - destruct (ends l) as [e'|]; [|discriminate]. inversion E; subst e. destruct I as [->|I].
    + exists h. now left.
    + destruct (IH e' eq_refl I) as [g G]. exists g. now right.
Qed.

(** So many holes with a peg as there are pegs: the others are empty. *)
Lemma others_empty b q e h :
  NoDup e -> (forall a, In a e -> In a (holes b) /\ q a = true) ->
  count b q = N.of_nat (length e) -> In h (holes b) -> ~ In h e -> q h = false.
Proof.
  intros Nd E C H X. destruct (q h) eqn:Q; [|reflexivity].
  assert (length (h :: e) <= length (filter q (holes b)))%nat as L.
  { apply NoDup_incl_length; [now constructor|]. intros g [<-|G]; apply filter_In; auto. }
  unfold count in C. simpl in L. lia.
Qed.

Fixpoint no_repeat (l : list hole) : bool :=
  match l with
  | [] => true
  | h :: l => negb (member l h) && no_repeat l
  end.

Lemma no_repeat_spec l : no_repeat l = true -> NoDup l.
Proof.
  induction l as [|h l IH]; simpl; [constructor|]. rewrite andb_true_iff, negb_true_iff.
  intros [M R]. constructor; [|auto]. intro I. apply member_spec in I. congruence.
Qed.

(** The start is on the board, the pegs that must survive are pegs of it, and no two of them end in
    the same hole. *)
Definition starts (P : problem) : bool :=
  let s := member (start P) in
  let H := member (holes (on P)) in
  forallb H (start P) &&
  forallb (fun x => s (fst x)) (survivors (wanted P)) &&
  match ends (survivors (wanted P)) with Some e => no_repeat e | None => true end.

Lemma pegs_in_spec l h : pegs_in l h = true <-> In h l.
Proof.
  unfold pegs_in. rewrite existsb_exists. split.
  - intros [x [I E]]. apply N.eqb_eq in E. now subst.
  - intro I. exists h. split; [exact I|apply N.eqb_refl].
Qed.

Lemma starts_spec P : starts P = true ->
  (forall h, pegs_in (start P) h = true -> In h (holes (on P))) /\
  (forall h a, In (h, a) (survivors (wanted P)) -> pegs_in (start P) h = true) /\
  (forall e, ends (survivors (wanted P)) = Some e -> NoDup e).
Proof.
  unfold starts. rewrite !andb_true_iff, !forallb_forall. intros [[A B] C]. repeat split.
  - intros h H. apply pegs_in_spec in H. now apply member_spec, A.
  - intros h a E. apply B in E. apply pegs_in_spec. now apply member_spec.
  - intros e E. rewrite E in C. now apply no_repeat_spec.
Qed.

Theorem solution_accepts P js q :
  starts P = true ->
  plays (on P) (pegs_in (start P)) js q -> final (on P) (wanted P) q -> survives (wanted P) js ->
  accepts (on P) (finals_of (wanted P)) q.
Proof.
  intros S R (Fp & Fn & Fd & Fs) V. apply starts_spec in S as (S1 & S2 & S3).
  repeat split.
  - intros m M h v H E. unfold finals_of in M. cbn [marks] in M.
    destruct (picture (wanted P)) as [[filled either]|].
    + inversion M; subst m. destruct (Fp filled either eq_refl h H) as [A B].
      unfold marks_of in E. destruct (member filled h) eqn:X.
      * apply member_spec in X. rewrite A; congruence.
      * destruct (member either h) eqn:Y; [discriminate|]. rewrite B; [congruence| |];
          intro Z; apply member_spec in Z; congruence.
    + destruct (survivors (wanted P)) as [|x l] eqn:K; [discriminate|].
      destruct (ends (x :: l)) as [e|] eqn:Ee; [|discriminate]. inversion M; subst m. clear M.
      assert (forall a, In a e -> In a (holes (on P)) /\ q a = true) as Ia.
      { intros a I. destruct (ends_in _ e a Ee I) as [s G].
        assert (In (s, Some a) (survivors (wanted P))) as G' by (rewrite K; exact G).
        destruct (V s (Some a) G') as [last [L A]]. rewrite (A a eq_refl) in L.
        assert (q a = true) as Qa
          by (eapply follow_there; [exact R|exact (S2 s (Some a) G)|exact L]).
        split; [eapply plays_holes; eauto|exact Qa]. }
      assert (count (on P) q = N.of_nat (length e)) as C1.
      { rewrite (ends_length _ e Ee). apply Fs. intro Z. congruence. }
      unfold marks_of in E. destruct (member e h) eqn:X.
      * apply member_spec in X. apply Ia in X as [_ Qh]. congruence.
      * destruct (member [] h) eqn:Y; [discriminate|]. inversion E; subst v.
        apply (others_empty (on P) q e h); auto.
        intro I. apply member_spec in I. congruence.
  - intros n N. unfold finals_of in N. cbn [number] in N.
    destruct (survivors (wanted P)) as [|x l] eqn:K; [auto|]. inversion N.
    apply Fs. intro Z. congruence.
  - intros. now apply (Fd n).
  - intros. now apply (Fd n).
Qed.

(** ** The least value of a final position *)

Local Open Scope Z_scope.

(** Where a mark says what a hole is, its peg counts; where none does, only a negative one. *)
Definition by_marks (b : board) (m : hole -> option bool) (w : hole -> Z) : Z :=
  sum (fun h => match m h with
                | Some true => w h
                | Some false => 0
                | None => Z.min (w h) 0
                end) (holes b).

Lemma by_marks_le b F m w q :
  marks F = Some m -> accepts b F q -> by_marks b m w <= value b w q.
Proof.
  intros M [A _]. apply sum_le. intros h H. destruct (m h) as [v|] eqn:E.
  - rewrite (A m M h v H E). destruct v; lia.
  - destruct (q h); lia.
Qed.

(** For any [t], n pegs are worth n t, and what the weights below t fall short of it. *)
Definition by_number (b : board) (n : N) (w : hole -> Z) (t : Z) : Z :=
  Z.of_N n * t + sum (fun h => Z.min (w h - t) 0) (holes b).

Lemma by_number_le b n w q t : count b q = n -> by_number b n w t <= value b w q.
Proof.
  intros <-. unfold by_number. rewrite count_value. unfold pegs_of.
  unfold value. rewrite Z.mul_comm, <- sum_scale, <- sum_plus. apply sum_le.
  intros h _. destruct (q h); lia.
Qed.

Module ZOrder <: Orders.TotalLeBool'.
  Definition t := Z.
  Definition leb := Z.leb.
  Infix "<=?" := leb (at level 70, no associativity).
  Lemma leb_total x y : (x <=? y) = true \/ (y <=? x) = true.
  Proof. unfold leb. rewrite !Z.leb_le. lia. Qed.
End ZOrder.
Module ZSort := Sort ZOrder.

(** The best [t] is the n-th weight in rising order. *)
Definition nth_weight (b : board) (n : N) (w : hole -> Z) : Z :=
  nth (N.to_nat (N.pred n)) (ZSort.sort (map w (holes b))) 0.

(** [None]: no position is final. *)
Definition least (b : board) (F : finals) (w : hole -> Z) : option Z :=
  let pictured := match marks F with
                  | Some m => by_marks b m w
                  | None => sum (fun h => Z.min (w h) 0) (holes b)
                  end in
  match number F with
  | None => Some pictured
  | Some n =>
      if (Z.of_N n >? Z.of_nat (length (cells b))) then None
      else Some (Z.max pictured (by_number b n w (nth_weight b n w)))
  end.

Lemma filter_most (A : Type) (f : A -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [|x l IH]; simpl; [lia|]. destruct (f x); simpl; lia. Qed.

Lemma count_most b q : Z.of_N (count b q) <= Z.of_nat (length (cells b)).
Proof.
  unfold count. rewrite nat_N_Z. apply Nat2Z.inj_le.
  transitivity (length (holes b)); [apply filter_most|].
  now rewrite holes_seq, map_length, seq_length.
Qed.

Theorem least_spec b F w q : accepts b F q ->
  exists v, least b F w = Some v /\ v <= value b w q.
Proof.
  intro A. unfold least.
  set (pictured := match marks F with Some m => _ | None => _ end).
  assert (pictured <= value b w q) as P.
  { unfold pictured. destruct (marks F) eqn:M; [eapply by_marks_le; eauto|].
    apply sum_le. intros h _. destruct (q h); lia. }
  destruct (number F) as [n|] eqn:N; [|eauto].
  assert (count b q = n) as C by (now apply A).
  pose proof (count_most b q) as L. rewrite C in L.
  destruct (Z.gtb_spec (Z.of_N n) (Z.of_nat (length (cells b)))); [lia|].
  eexists. split; [reflexivity|]. apply Z.max_lub; [exact P|]. now apply by_number_le.
Qed.

(** The fewest pegs of a final position. *)
Definition fewest (b : board) (F : finals) : Z :=
  let filled := match marks F with
                | Some m => sum (fun h => match m h with Some true => 1 | _ => 0 end) (holes b)
                | None => 0
                end in
  let of o := match o with Some n => Z.of_N n | None => 0 end in
  Z.max filled (Z.max (of (number F)) (of (dead F))).

Theorem fewest_spec b F q : accepts b F q -> fewest b F <= pegs_of b q.
Proof.
  intro A. unfold fewest. repeat apply Z.max_lub.
  - destruct (marks F) as [m|] eqn:M; [|apply pegs_of_nonneg].
    apply sum_le. intros h H. destruct (m h) as [[|]|] eqn:E; try (destruct (q h); lia).
    destruct A as [A _]. rewrite (A m M h true H E). lia.
  - destruct (number F) as [n|] eqn:N; [|apply pegs_of_nonneg].
    rewrite <- count_value. destruct A as (_ & A & _). rewrite (A n N). lia.
  - destruct (dead F) as [n|] eqn:N; [|apply pegs_of_nonneg].
    rewrite <- count_value. destruct A as (_ & _ & A). destruct (A n N). lia.
Qed.
