(** * A solution of few sweeps makes the clauses true

    All of them but those of symmetry, of which one that is not true leads to another solution. *)

From Coq Require Import ZArith NArith List Bool Lia.
From Pegs Require Import Puzzle Board Sums Finals Symmetry Refutation Numbered Sweep SweepsFormula.
Import ListNotations.

Local Open Scope nat_scope.

Section True.

Variables (b : board) (F : finals) (p0 q : position) (runs : list (list jump)) (S : shape).
Hypothesis D : distinct b = true.
Hypothesis Lattice : on_a_lattice b = true.
Hypothesis P : plays b p0 (concat runs) q.
Hypothesis A : accepts b F q.
Hypothesis Runs : forall r, In r runs -> is_run r = true /\ r <> [].
Hypothesis Sh : is_shape b (jumps b) F p0 S = true.
Hypothesis Hs : s_holes S = holes b.

Let K := length runs.

Definition at_sweep (l : nat) : position := fold_left (fun p j => make j p) (concat (firstn l runs)) p0.
Definition sweep (l : nat) : list jump := nth l runs [].

Definition full_at (l r : nat) : bool :=
  match nth_error (s_regions S) r with Some R => is_full (at_sweep l) R | None => false end.

Definition count_full (l : nat) (fam : list nat) (lo n : nat) : Z :=
  sum (fun k => if full_at l (nth k fam 0) then 1%Z else 0%Z) (seq lo n).

Definition value_of (x : var) : bool :=
  match x with
  | VPeg l h => at_sweep l h
  | VLine l e => existsb (same_line e) (sweep l)
  | VFrom l h => N.eqb (begin (sweep l)) h
  | VTo l h => N.eqb (finish_of (sweep l)) h
  | VTrack l k => match nth_error (s_tracks S) k with
                  | Some T => existsb (N.eqb (begin (sweep l))) T
                  | None => false
                  end
  | VFull l r => full_at l r
  | VCount l f lo n i => (Z.of_nat i <? count_full l (nth f (s_families S) []) lo n)%Z
  end.

Definition holds_lits (c : list lit) : Prop := exists x s, In (x, s) c /\ value_of x = s.

Lemma by_lit c x s : In (x, s) c -> value_of x = s -> holds_lits c.
Proof. unfold holds_lits. eauto. Qed.

Lemma holds_app_l c d : holds_lits c -> holds_lits (c ++ d).
Proof. intros (x & s & I & E). exists x, s. split; [apply in_app_iff; now left|exact E]. Qed.

Lemma holds_app_r c d : holds_lits d -> holds_lits (c ++ d).
Proof. intros (x & s & I & E). exists x, s. split; [apply in_app_iff; now right|exact E]. Qed.

(** *** The parts of the shape *)

Lemma shape_parts :
  forallb (fun j => existsb (fun e => same_line e j) (s_lines S)) (jumps b) = true /\
  forallb (fun e => existsb (jump_eqb e) (jumps b)) (s_lines S) = true /\
  distinct_lines (s_lines S) = true /\
  forallb (fun j => Nat.eqb (length (filter (fun T => existsb (N.eqb (from j)) T) (s_tracks S))) 1) (jumps b) = true /\
  forallb (fun j => forallb (fun T => Bool.eqb (existsb (N.eqb (from j)) T) (existsb (N.eqb (to j)) T)) (s_tracks S)) (jumps b) = true /\
  forallb (forallb (fun e => existsb (jump_eqb e) (s_lines S))) (s_closed S) = true /\
  forallb (fun w => negb (match w with [] => true | _ => false end)) (s_closed S) = true /\
  forallb (is_region (jumps b)) (s_regions S) = true /\
  forallb (fun R => forallb (member (holes b)) R && negb (match R with [] => true | _ => false end)) (s_regions S) = true /\
  forallb (fun fam => forallb (fun r => Nat.ltb r (length (s_regions S))) fam &&
                      disjoint_holes [] (flat_map (region_of (s_regions S)) fam)) (s_families S) = true.
Proof. unfold is_shape in Sh. rewrite !andb_true_iff in Sh. tauto. Qed.

(** *** Sweeps *)

Lemma plays_fold p js r : plays b p js r -> r = fold_left (fun p j => make j p) js p.
Proof. induction 1; [reflexivity|assumption]. Qed.

Lemma sweep_plays l : l < K -> plays b (at_sweep l) (sweep l) (at_sweep (1 + l)).
Proof.
  intro L. unfold K in L.
  assert (runs = firstn l runs ++ sweep l :: skipn (1 + l) runs) as E.
  { unfold sweep. clear - L. revert runs L. induction l as [|l IH]; intros [|r rs] L; simpl in *; try lia.
    - reflexivity.
    - f_equal. apply IH. lia. }
  assert (firstn (1 + l) runs = firstn l runs ++ [sweep l]) as E1.
  { unfold sweep. clear - L. revert runs L. induction l as [|l IH]; intros [|r rs] L; simpl in *; try lia.
    - reflexivity.
    - f_equal. apply IH. lia. }
  pose proof P as Q. rewrite E, concat_app in Q. simpl in Q.
  apply plays_app in Q as [r1 [Q1 Q2]]. apply plays_app in Q2 as [r2 [Q2 _]].
  unfold at_sweep. rewrite E1, concat_app, fold_left_app. simpl. rewrite app_nil_r.
  rewrite <- (plays_fold _ _ _ Q1). now rewrite <- (plays_fold _ _ _ Q2).
Qed.

Lemma sweep_run l : l < K -> is_run (sweep l) = true /\ sweep l <> [].
Proof. intro L. apply Runs. unfold sweep. apply nth_In. exact L. Qed.

Lemma sweep_swept l : l < K -> swept (at_sweep l) (sweep l) (at_sweep (1 + l)).
Proof.
  intro L. destruct (sweep_run l L). eapply run_swept; eauto. now apply sweep_plays.
Qed.

Lemma at_end_of_all : at_sweep K = q.
Proof. unfold at_sweep, K. rewrite firstn_all. symmetry. eapply plays_fold; eauto. Qed.

Lemma sweep_jump l j : l < K -> In j (sweep l) -> is_jump b j.
Proof. intros L I. eapply plays_jumps; [|exact I]. now apply sweep_plays. Qed.

Lemma begin_in l : l < K -> exists j r, sweep l = j :: r /\ begin (sweep l) = from j.
Proof.
  intro L. destruct (sweep_run l L) as [_ N]. destruct (sweep l) as [|j r]; [congruence|]. eauto.
Qed.

Lemma begin_hole l : l < K -> In (begin (sweep l)) (holes b).
Proof.
  intro L. destruct (begin_in l L) as (j & r & E & ->).
  assert (In j (sweep l)) as I by (rewrite E; now left).
  apply (sweep_jump l j L) in I. now apply jump_holes in I.
Qed.

Lemma finish_hole l : l < K -> In (finish_of (sweep l)) (holes b).
Proof.
  intro L. destruct (sweep_run l L) as [_ N]. destruct (finish_in (sweep l) N) as [j [I <-]].
  apply (sweep_jump l j L) in I. now apply jump_holes in I.
Qed.

(** *** Lines *)

Lemma same_line_spec e j : same_line e j = true <-> e = j \/ reverse e = j.
Proof. unfold same_line. rewrite orb_true_iff, !jump_eqb_eq. tauto. Qed.

Lemma reverse_reverse e : reverse (reverse e) = e.
Proof. now destruct e. Qed.

Lemma line_of j : is_jump b j -> exists e, In e (s_lines S) /\ same_line e j = true.
Proof.
  intro J. destruct shape_parts as (X & _). rewrite forallb_forall in X.
  apply (in_jumps b j D), X, existsb_exists in J. exact J.
Qed.

Lemma line_unique e f j : In e (s_lines S) -> In f (s_lines S) ->
  same_line e j = true -> same_line f j = true -> e = f.
Proof.
  destruct shape_parts as (_ & _ & X & _). intros E Fi Se Sf.
  assert (same_line e f = true) as EF.
  { apply same_line_spec in Se, Sf. apply same_line_spec.
    destruct Se as [->|<-], Sf as [->|Sf]; auto.
    - right. rewrite <- Sf. now rewrite reverse_reverse.
    - left. apply (f_equal reverse) in Sf. now rewrite !reverse_reverse in Sf. }
  assert (same_line f e = true) as FE.
  { apply same_line_spec in EF. apply same_line_spec. destruct EF as [->|<-]; [now left|right; apply reverse_reverse]. }
  revert X E Fi. clear - EF FE. induction (s_lines S) as [|g l IH]; simpl; [easy|].
  rewrite andb_true_iff, negb_true_iff. intros [Ng X] [->|E] [->|Fi]; auto.
  - exfalso. enough (existsb (same_line e) l = true) by congruence. apply existsb_exists. eauto.
  - exfalso. enough (existsb (same_line f) l = true) by congruence. apply existsb_exists. eauto.
Qed.

Lemma lines_nodup : NoDup (s_lines S).
Proof.
  destruct shape_parts as (_ & _ & X & _). revert X. clear. induction (s_lines S) as [|e l IH]; simpl; [constructor|].
  rewrite andb_true_iff, negb_true_iff. intros [Ng X]. constructor; [|auto].
  intro I. enough (existsb (same_line e) l = true) by congruence. apply existsb_exists.
  exists e. split; [exact I|]. apply same_line_spec. now left.
Qed.

Lemma line_used l e : value_of (VLine l e) = true -> exists j, In j (sweep l) /\ same_line e j = true.
Proof. apply existsb_exists. Qed.

Lemma used_line l e j : In j (sweep l) -> same_line e j = true -> value_of (VLine l e) = true.
Proof. intros. apply existsb_exists. eauto. Qed.

Lemma same_line_over e j : same_line e j = true -> over e = over j.
Proof. intro E. apply same_line_spec in E as [->|<-]; reflexivity. Qed.

Lemma same_line_meets h e j : same_line e j = true -> meets h e = meets h j.
Proof.
  intro E. apply same_line_spec in E as [->|<-]; [reflexivity|]. unfold meets. simpl. apply orb_comm.
Qed.

Definition used (r : list jump) (e : jump) : Z := if existsb (same_line e) r then 1%Z else 0%Z.

Lemma degrees h r : NoDup (overs r) -> (forall j, In j r -> is_jump b j) ->
  sum (fun e => if meets h e then used r e else 0%Z) (s_lines S) = sum (ends_at h) r.
Proof.
  induction r as [|j r IH]; intros N J.
  - simpl. rewrite (sum_ext _ (fun _ => (0 * 0)%Z)); [rewrite sum_scale; lia|]. intros e _. now destruct (meets h e).
  - inversion N as [|? ? Nj N']; subst. specialize (IH N' (fun i I => J i (or_intror I))).
    destruct (line_of j (J j (or_introl eq_refl))) as [e0 [I0 E0]].
    rewrite (sum_change (fun e => if meets h e then used r e else 0%Z) _ _ e0 lines_nodup I0).
    + rewrite IH. change (sum (ends_at h) (j :: r)) with (ends_at h j + sum (ends_at h) r)%Z.
      assert (used r e0 = 0%Z) as U0.
      { unfold used. destruct (existsb (same_line e0) r) eqn:X; [|reflexivity].
        apply existsb_exists in X as [k [Ik X]]. destruct Nj. apply in_map_iff. exists k.
        split; [|exact Ik]. now rewrite <- (same_line_over _ _ X), <- (same_line_over _ _ E0). }
      assert (used (j :: r) e0 = 1%Z) as U1 by (unfold used; simpl; now rewrite E0).
      rewrite U0, U1, (same_line_meets h _ _ E0). generalize (sum (ends_at h) r) as s. intro s. unfold meets, ends_at.
      destruct (jump_holes b j (J j (or_introl eq_refl))) as (_ & _ & _ & _ & D2 & _).
      destruct (N.eqb_spec (from j) h), (N.eqb_spec (to j) h); cbn [orb]; first [lia|congruence].
    + intros e Ie Ne. destruct (meets h e); [|reflexivity]. unfold used. simpl.
      destruct (same_line e j) eqn:X; [|reflexivity]. destruct Ne. eapply line_unique; eauto.
Qed.

(** *** Small formulas *)

Lemma pairs_true xs : forall before, NoDup (before ++ xs) ->
  (forall x y, In x (before ++ xs) -> In y (before ++ xs) -> value_of x = true -> value_of y = true -> x = y) ->
  forall c, In c (pairs before xs) -> holds_lits c.
Proof.
  induction xs as [|x xs IH]; intros before N U c I; simpl in I; [easy|].
  apply in_app_iff in I as [I|I].
  - apply in_map_iff in I as [y [<- I]].
    destruct (value_of y) eqn:Y; [|apply (by_lit _ y false); [now left|exact Y]].
    destruct (value_of x) eqn:X; [|apply (by_lit _ x false); [right; now left|exact X]].
    exfalso. assert (y = x) as E by (apply U; auto; apply in_app_iff; simpl; auto). subst y.
    apply NoDup_remove_2 in N. apply N. apply in_app_iff. now left.
  - apply (IH (before ++ [x])); [now rewrite <- app_assoc| |exact I].
    intros y z Iy Iz. rewrite <- app_assoc in Iy, Iz. now apply U.
Qed.

Lemma exactly_one_true xs : NoDup xs -> (exists x, In x xs /\ value_of x = true) ->
  (forall x y, In x xs -> In y xs -> value_of x = true -> value_of y = true -> x = y) ->
  forall c, In c (exactly_one xs) -> holds_lits c.
Proof.
  intros N [x [I E]] U c [<-|C].
  - apply (by_lit _ x true); [|exact E]. now apply (in_map is).
  - exact (pairs_true xs [] N U c C).
Qed.

Lemma choice_or_true xs : forall c, length c = length xs ->
  holds_lits (map (fun xv => (fst xv, negb (snd xv))) (combine xs c)) \/ map value_of xs = c.
Proof.
  induction xs as [|x xs IH]; intros [|v c] L; simpl in *; try discriminate; [now right|].
  destruct (Bool.bool_dec (value_of x) v) as [E|E].
  - destruct (IH c) as [T|T]; [lia| |right; congruence]. left.
    destruct T as (y & s & I & Y). exists y, s. split; [now right|exact Y].
  - left. apply (by_lit _ x (negb v)); [now left|]. destruct (value_of x), v; simpl; congruence.
Qed.

Lemma choices_length n : forall c, In c (choices n) -> length c = n.
Proof.
  induction n as [|n IH]; intros c I; simpl in I.
  - destruct I as [<-|[]]. reflexivity.
  - apply in_flat_map in I as [d [I J]]. apply IH in I. destruct J as [<-|[<-|[]]]; simpl; lia.
Qed.

Lemma odd_sum xs : is_odd (map value_of xs) =
  negb (Z.even (sum (fun x => if value_of x then 1%Z else 0%Z) xs)).
Proof.
  induction xs as [|x xs IH]; [reflexivity|]. simpl map. simpl sum.
  change (is_odd (value_of x :: map value_of xs)) with (xorb (value_of x) (is_odd (map value_of xs))).
  rewrite IH, Z.even_add. destruct (value_of x), (Z.even (sum _ xs)); reflexivity.
Qed.

Lemma even_true xs : Z.even (sum (fun x => if value_of x then 1%Z else 0%Z) xs) = true ->
  forall c, In c (even xs) -> holds_lits c.
Proof.
  intros E c I. unfold even in I. apply in_map_iff in I as [d [<- I]]. apply filter_In in I as [I O].
  destruct (choice_or_true xs d (choices_length _ d I)) as [T|T]; [exact T|].
  rewrite <- T, odd_sum, E in O. discriminate.
Qed.

(** *** One sweep *)

Section One.

Variable l : nat.
Hypothesis Ll : l < K.

Let a := begin (sweep l).
Let z := finish_of (sweep l).

Lemma vfrom h : value_of (VFrom l h) = N.eqb a h. Proof. reflexivity. Qed.
Lemma vto h : value_of (VTo l h) = N.eqb z h. Proof. reflexivity. Qed.

Lemma ends_true (f : nat -> hole -> var) (e : hole) :
  (forall h, value_of (f l h) = N.eqb e h) -> (forall g h, f l g = f l h -> g = h) -> In e (holes b) ->
  forall c, In c (exactly_one (map (f l) (s_holes S))) -> holds_lits c.
Proof.
  intros V Inj I. apply exactly_one_true.
  - rewrite Hs. apply FinFun.Injective_map_NoDup; [exact (Inj)|apply holes_nodup].
  - exists (f l e). split; [rewrite Hs; now apply in_map|]. rewrite V. apply N.eqb_refl.
  - intros x y Ix Iy. apply in_map_iff in Ix as [g [<- _]], Iy as [h [<- _]]. rewrite !V.
    intros G Hh. apply N.eqb_eq in G, Hh. congruence.
Qed.

Lemma track_unique (f : list hole -> bool) (T : list (list hole)) : length (filter f T) = 1 ->
  (exists k X, nth_error T k = Some X /\ f X = true) /\
  forall i j X Y, nth_error T i = Some X -> nth_error T j = Some Y -> f X = true -> f Y = true -> i = j.
Proof.
  induction T as [|X T IH]; simpl; [discriminate|]. destruct (f X) eqn:E; simpl; intro L.
  - assert (forall k Y, nth_error T k = Some Y -> f Y = true -> False) as N.
    { intros k Y NY FY. apply nth_error_In in NY. assert (In Y (filter f T)) as I by (apply filter_In; auto).
      destruct (filter f T); [easy|discriminate]. }
    split; [exists 0, X; auto|]. intros [|i] [|j] U V; simpl; intros; auto; exfalso; eauto.
  - destruct (IH L) as [[k [Y [NY FY]]] U]. split; [exists (Datatypes.S k), Y; auto|].
    intros [|i] [|j] V W; simpl; intros A1 A2 A3 A4; try congruence. f_equal. eapply U; eauto.
Qed.

Lemma begin_jump : exists j, In j (sweep l) /\ from j = a /\ is_jump b j.
Proof.
  destruct (begin_in l Ll) as (j & r & E & B). exists j.
  assert (In j (sweep l)) as I by (rewrite E; now left).
  split; [exact I|]. split; [symmetry; exact B|]. now apply (sweep_jump l j Ll).
Qed.

Lemma a_track : (exists k T, nth_error (s_tracks S) k = Some T /\ existsb (N.eqb a) T = true) /\
  forall i j X Y, nth_error (s_tracks S) i = Some X -> nth_error (s_tracks S) j = Some Y ->
    existsb (N.eqb a) X = true -> existsb (N.eqb a) Y = true -> i = j.
Proof.
  destruct begin_jump as (j & _ & E & J). apply (track_unique (fun T => existsb (N.eqb a) T)).
  destruct shape_parts as (_ & _ & _ & X & _). rewrite forallb_forall in X.
  apply (in_jumps b j D), X, Nat.eqb_eq in J. now rewrite E in J.
Qed.

(** All holes of the sweep are on the track where it begins. *)
Lemma on_track T : In T (s_tracks S) -> forall j, In j (sweep l) ->
  existsb (N.eqb (from j)) T = existsb (N.eqb a) T /\ existsb (N.eqb (to j)) T = existsb (N.eqb a) T.
Proof.
  intros IT. destruct shape_parts as (_ & _ & _ & _ & X & _). rewrite forallb_forall in X.
  assert (forall j, is_jump b j -> existsb (N.eqb (from j)) T = existsb (N.eqb (to j)) T) as C.
  { intros j J. apply (in_jumps b j D), X in J. rewrite forallb_forall in J. now apply eqb_prop, J. }
  destruct (sweep_run l Ll) as [R _].
  assert (forall j, In j (sweep l) -> is_jump b j) as J by (intros; eapply sweep_jump; eauto).
  unfold a. revert R J. generalize (sweep l) as rs. clear - C. intro rs.
  induction rs as [|i r IH]; intros R J j I; [easy|]. simpl begin.
  destruct I as [->|I].
  - split; [reflexivity|]. symmetry. apply C, J. now left.
  - assert (r <> []) as N by (destruct r; easy). destruct (begin_app i r R N) as [B R'].
    destruct (IH R' (fun k Ik => J k (or_intror Ik)) j I) as [E1 E2].
    rewrite B, <- (C i (J i (or_introl eq_refl))) in E1, E2. auto.
Qed.

Lemma of_tracks_true c : In c (of_tracks S l) -> holds_lits c.
Proof.
  unfold of_tracks. rewrite in_flat_map. intros [[k T] [I C]]. cbv zeta in C. cbn [fst snd] in C.
  pose proof (in_numbers _ _ _ _ I) as Nk.
  assert (In T (s_tracks S)) as IT by (eapply nth_error_In; eauto).
  assert (value_of (VTrack l k) = existsb (N.eqb a) T) as V by (simpl; now rewrite Nk).
  apply in_app_iff in C as [C|C].
  - apply in_map_iff in C as [e [<- C]]. apply filter_In in C as [Ie Me].
    destruct (value_of (VLine l e)) eqn:U; [|apply (by_lit _ (VLine l e) false); [now left|exact U]].
    apply (by_lit _ (VTrack l k) true); [right; now left|]. rewrite V.
    apply line_used in U as [j [Ij Sj]]. destruct (on_track T IT j Ij) as [E1 E2].
    apply member_spec in Me. apply same_line_spec in Sj as [->|<-]; simpl in *.
    + rewrite <- E1. now apply in_eqb.
    + rewrite <- E2. now apply in_eqb.
  - apply in_flat_map in C as [ends [Ie C]].
    assert (exists e, (forall h, value_of (ends h) = N.eqb e h) /\ existsb (N.eqb e) T = existsb (N.eqb a) T) as (e & Ve & Te).
    { destruct Ie as [<-|[<-|[]]].
      - exists a. split; [reflexivity|reflexivity].
      - exists z. split; [reflexivity|]. destruct (sweep_run l Ll) as [_ N].
        destruct (finish_in (sweep l) N) as [j [Ij Ej]]. unfold z. rewrite <- Ej. now apply on_track. }
    apply in_app_iff in C as [C|[<-|[]]].
    + apply in_map_iff in C as [h [<- Ih]].
      destruct (value_of (ends h)) eqn:U; [|apply (by_lit _ (ends h) false); [now left|exact U]].
      apply (by_lit _ (VTrack l k) true); [right; now left|]. rewrite V, <- Te.
      rewrite Ve in U. apply N.eqb_eq in U. subst h. now apply in_eqb.
    + destruct (value_of (VTrack l k)) eqn:U; [|apply (by_lit _ (VTrack l k) false); [now left|exact U]].
      assert (existsb (N.eqb e) T = true) as W by congruence. apply in_eqb in W.
      apply (by_lit _ (ends e) true); [right; exact (in_map (fun h => is (ends h)) _ _ W)|]. rewrite Ve. apply N.eqb_refl.
Qed.

Lemma line_meets_used h j : In j (sweep l) -> meets h j = true ->
  exists e, In e (filter (meets h) (s_lines S)) /\ value_of (VLine l e) = true.
Proof.
  intros I M. destruct (line_of j (sweep_jump l j Ll I)) as [e [Ie E]]. exists e. split.
  - apply filter_In. split; [exact Ie|]. now rewrite (same_line_meets h e j E).
  - eapply used_line; eauto.
Qed.

Lemma of_degrees_true c : In c (of_degrees S l) -> holds_lits c.
Proof.
  unfold of_degrees. rewrite in_flat_map. intros [h [Ih C]].
  destruct (sweep_swept l Ll) as [S1 S2 S3 S4 S5]. destruct (sweep_run l Ll) as [R N].
  apply in_app_iff in C as [[<-|[<-|[]]]|C].
  - destruct (value_of (VFrom l h)) eqn:U; [|apply holds_app_r, (by_lit _ (VFrom l h) false); [now left|exact U]].
    apply N.eqb_eq in U. destruct begin_jump as (j & Ij & Ej & _).
    destruct (line_meets_used h j Ij) as [e [Ie Ue]].
    { unfold meets. fold a in U. rewrite Ej, U, N.eqb_refl. reflexivity. }
    apply holds_app_l, (by_lit _ (VLine l e) true); [|exact Ue]. now apply (in_map is), (in_map (VLine l)).
  - destruct (value_of (VTo l h)) eqn:U; [|apply holds_app_r, (by_lit _ (VTo l h) false); [now left|exact U]].
    apply N.eqb_eq in U. destruct (finish_in (sweep l) N) as [j [Ij Ej]].
    destruct (line_meets_used h j Ij) as [e [Ie Ue]].
    { unfold meets. rewrite Ej, U, N.eqb_refl. apply orb_true_r. }
    apply holds_app_l, (by_lit _ (VLine l e) true); [|exact Ue]. now apply (in_map is), (in_map (VLine l)).
  - apply even_true with (2 := C). rewrite sum_app.
    assert (forall j, In j (sweep l) -> is_jump b j) as J by (intros; eapply sweep_jump; eauto).
    pose proof (run_even (sweep l) h R N) as E. rewrite <- (degrees h (sweep l) S4 J) in E.
    replace (sum _ (map (VLine l) (filter (meets h) (s_lines S))))
      with (sum (fun e => if meets h e then used (sweep l) e else 0%Z) (s_lines S)).
    + simpl. unfold is_hole in E. rewrite <- E. f_equal. lia.
    + clear. induction (s_lines S) as [|e L IH]; [reflexivity|]. simpl.
      destruct (meets h e); simpl; [|exact IH]. rewrite IH. reflexivity.
Qed.

(** A hole where the sweep comes by. *)
Lemma visited h j : In j (sweep l) -> meets h j = true -> h = a \/ exists k, In k (sweep l) /\ to k = h.
Proof.
  intros I M. unfold meets in M. apply orb_true_iff in M as [M|M]; apply N.eqb_eq in M; subst h.
  - apply from_begin; [now apply sweep_run|exact I].
  - right. eauto.
Qed.

Lemma visited_before h j : In j (sweep l) -> meets h j = true -> at_sweep l h = true -> a = h.
Proof.
  intros I M B. destruct (sweep_swept l Ll) as [S1 S2 S3 S4 S5].
  destruct (visited h j I M) as [->|[k [Ik Ek]]]; [reflexivity|].
  destruct (S3 k Ik) as [E|E]; [unfold a; congruence|]. rewrite Ek in E. congruence.
Qed.

Lemma visited_after h j : In j (sweep l) -> meets h j = true -> at_sweep (1 + l) h = true -> z = h.
Proof.
  intros I M B. destruct (sweep_swept l Ll) as [S1 S2 S3 S4 S5]. rewrite S5 in B.
  destruct (N.eqb_spec h (finish_of (sweep l))) as [->|X]; [reflexivity|].
  destruct (N.eqb_spec h (begin (sweep l))) as [E|Y]; [discriminate|].
  destruct (existsb (N.eqb h) (overs (sweep l))); [discriminate|].
  destruct (visited h j I M) as [E|[k [Ik Ek]]]; [unfold a in E; congruence|].
  destruct (S3 k Ik) as [E|E]; [congruence|]. rewrite Ek in E. congruence.
Qed.

Lemma over_after j : In j (sweep l) -> at_sweep (1 + l) (over j) = false.
Proof.
  intro I. destruct (sweep_swept l Ll) as [S1 S2 S3 S4 S5]. rewrite S5.
  destruct (sweep_run l Ll) as [R N].
  assert (forall j, In j (sweep l) -> is_jump b j) as J by (intros; eapply sweep_jump; eauto).
  pose proof (run_class b Lattice (sweep l) R J) as C. destruct (C j I) as (_ & _ & C3).
  destruct (N.eqb_spec (over j) (finish_of (sweep l))) as [E|_].
  - destruct (finish_in (sweep l) N) as [k [Ik Ek]]. destruct (C k Ik) as (_ & C2 & _).
    rewrite Ek, <- E in C2. congruence.
  - destruct (N.eqb_spec (over j) (begin (sweep l))) as [E|_]; [congruence|].
    rewrite (proj2 (in_eqb (over j) (overs (sweep l)))); [reflexivity|]. now apply in_map.
Qed.

Lemma of_lines_true c : In c (of_lines S l) -> holds_lits c.
Proof.
  unfold of_lines. rewrite in_flat_map. intros [e [Ie C]].
  destruct (value_of (VLine l e)) eqn:U.
  - apply line_used in U as [j [Ij Sj]]. destruct (sweep_swept l Ll) as [S1 S2 S3 S4 S5].
    apply in_app_iff in C as [[<-|[<-|[]]]|C].
    + apply (by_lit _ (VPeg l (over e)) true); [right; now left|]. rewrite (same_line_over e j Sj). now apply S2.
    + apply (by_lit _ (VPeg (1 + l) (over e)) false); [right; now left|]. rewrite (same_line_over e j Sj). now apply over_after.
    + apply in_flat_map in C as [h [Ih C]].
      assert (meets h j = true) as M.
      { rewrite <- (same_line_meets h e j Sj). unfold meets.
        destruct Ih as [<-|[<-|[]]]; rewrite N.eqb_refl; [reflexivity|apply orb_true_r]. }
      destruct C as [<-|[<-|[]]].
      * destruct (value_of (VPeg l h)) eqn:B; [|apply (by_lit _ (VPeg l h) false); [right; now left|exact B]].
        apply (by_lit _ (VFrom l h) true); [right; right; now left|]. rewrite vfrom.
        apply N.eqb_eq. eapply visited_before; eauto.
      * destruct (value_of (VPeg (1 + l) h)) eqn:B; [|apply (by_lit _ (VPeg (1 + l) h) false); [right; now left|exact B]].
        apply (by_lit _ (VTo l h) true); [right; right; now left|]. rewrite vto.
        apply N.eqb_eq. eapply visited_after; eauto.
  - apply (by_lit _ (VLine l e) false); [|exact U].
    apply in_app_iff in C as [[<-|[<-|[]]]|C]; try now left.
    apply in_flat_map in C as [h [_ [<-|[<-|[]]]]]; now left.
Qed.

(** Each hole is jumped over once. *)
Lemma of_crossings_true c : In c (of_crossings S l) -> holds_lits c.
Proof.
  unfold of_crossings.
  assert (forall es, incl es (s_lines S) -> NoDup es -> In c (crossings S l es) -> holds_lits c) as G.
  2: { apply G; [apply incl_refl|apply lines_nodup]. }
  induction es as [|e es IH]; intros Inc Nd C; [easy|]. inversion Nd; subst.
  simpl in C. apply in_app_iff in C as [C|C]; [|apply IH; auto; intros x Ix; apply Inc; now right].
  apply in_map_iff in C as [f [<- If]]. apply filter_In in If as [If Cr].
  unfold cross in Cr. apply andb_true_iff in Cr as [Eo _]. apply N.eqb_eq in Eo.
  destruct (value_of (VLine l e)) eqn:U; [|apply (by_lit _ (VLine l e) false); [now left|exact U]].
  destruct (value_of (VLine l f)) eqn:V; [|apply (by_lit _ (VLine l f) false); [right; now left|exact V]].
  exfalso. apply line_used in U as [j [Ij Sj]], V as [k [Ik Sk]].
  pose proof (swept_once _ _ _ (sweep_swept l Ll)) as Once.
  assert (over j = over k) as O.
  { rewrite <- (same_line_over e j Sj), <- (same_line_over f k Sk). exact Eo. }
  assert (j = k) as X.
  { revert Once Ij Ik O. clear. induction (sweep l) as [|i r IHr]; simpl; [easy|].
    intros Once. inversion Once; subst. intros [->|Ij] [->|Ik] O; auto.
    - exfalso. apply H1. rewrite O. now apply in_map.
    - exfalso. apply H1. rewrite <- O. now apply in_map. }
  subst k. assert (e = f) as Y.
  { apply (line_unique e f j); auto; apply Inc; [now left|now right]. }
  subst f. contradiction.
Qed.

Lemma of_holes_true c : In c (of_holes S l) -> holds_lits c.
Proof.
  unfold of_holes. rewrite in_flat_map. intros [h [Ih C]].
  destruct (sweep_swept l Ll) as [S1 S2 S3 S4 S5]. fold a in S1, S5. fold z in S5.
  assert (at_sweep (1 + l) z = true) as Z1 by (now rewrite S5, N.eqb_refl).
  cbv zeta in C. destruct C as [<-|[<-|[<-|[<-|[<-|[<-|[]]]]]]].
  - destruct (value_of (VFrom l h)) eqn:U; [|apply (by_lit _ (VFrom l h) false); [now left|exact U]].
    apply N.eqb_eq in U. apply (by_lit _ (VPeg l h) true); [right; now left|]. simpl. now rewrite <- U.
  - destruct (value_of (VTo l h)) eqn:U; [|apply (by_lit _ (VTo l h) false); [now left|exact U]].
    apply N.eqb_eq in U. apply (by_lit _ (VPeg (1 + l) h) true); [right; now left|]. simpl. now rewrite <- U.
  - destruct (value_of (VFrom l h)) eqn:U; [|apply (by_lit _ (VFrom l h) false); [now left|exact U]].
    apply N.eqb_eq in U. fold a in U. subst h.
    destruct (value_of (VTo l a)) eqn:V; [apply (by_lit _ (VTo l a) true); [right; now left|exact V]|].
    apply (by_lit _ (VPeg (1 + l) a) false); [right; right; now left|]. simpl.
    rewrite S5, N.eqb_refl. rewrite vto in V. now rewrite N.eqb_sym, V.
  - destruct (value_of (VTo l h)) eqn:U; [|apply (by_lit _ (VTo l h) false); [now left|exact U]].
    apply N.eqb_eq in U. fold z in U. subst h.
    destruct (value_of (VFrom l z)) eqn:V; [apply (by_lit _ (VFrom l z) true); [right; now left|exact V]|].
    apply (by_lit _ (VPeg l z) false); [right; right; now left|]. simpl.
    destruct (sweep_run l Ll) as [_ N]. destruct (finish_in (sweep l) N) as [j [Ij Ej]]. fold z in Ej.
    rewrite vfrom in V. apply N.eqb_neq in V. destruct (S3 j Ij) as [E|E]; [fold a in E; congruence|]. now rewrite Ej in E.
  - destruct (value_of (VPeg l h)) eqn:B; [|apply holds_app_l, (by_lit _ (VPeg l h) false); [now left|exact B]].
    destruct (value_of (VPeg (1 + l) h)) eqn:Af; [apply holds_app_l, (by_lit _ (VPeg (1 + l) h) true); [right; now left|exact Af]|].
    destruct (value_of (VFrom l h)) eqn:U; [apply holds_app_l, (by_lit _ (VFrom l h) true); [right; right; now left|exact U]|].
    apply holds_app_r. rewrite vfrom in U. simpl in Af, B. rewrite S5 in Af.
    destruct (N.eqb h z); [discriminate|]. rewrite N.eqb_sym, U in Af.
    destruct (existsb (N.eqb h) (overs (sweep l))) eqn:X; [|congruence].
    apply in_eqb, in_map_iff in X as [j [Ej Ij]]. destruct (line_of j (sweep_jump l j Ll Ij)) as [e [Ie Se]].
    apply (by_lit _ (VLine l e) true); [|eapply used_line; eauto].
    apply (in_map (fun e => is (VLine l e))), filter_In. split; [exact Ie|].
    apply N.eqb_eq. now rewrite (same_line_over e j Se).
  - destruct (value_of (VPeg l h)) eqn:B; [apply (by_lit _ (VPeg l h) true); [now left|exact B]|].
    destruct (value_of (VPeg (1 + l) h)) eqn:Af; [|apply (by_lit _ (VPeg (1 + l) h) false); [right; now left|exact Af]].
    apply (by_lit _ (VTo l h) true); [right; right; now left|]. rewrite vto. simpl in Af, B. rewrite S5 in Af.
    destruct (N.eqb_spec h z) as [->|]; [apply N.eqb_refl|].
    destruct (N.eqb h a); [discriminate|]. destruct (existsb _ _); [discriminate|congruence].
Qed.

(** The first jump along a way begins in one of its holes: there the sweep begins, or comes
    from elsewhere. *)
Lemma way_entered w r : is_run r = true -> (forall j, In j r -> is_jump b j) ->
  (forall e, In e w -> In e (s_lines S)) ->
  (exists j e, In j r /\ In e w /\ same_line e j = true) ->
  In (begin r) (ends_of_way w) \/
  exists j e, In j r /\ In e (s_lines S) /\ same_line e j = true /\ leaves w e = true.
Proof.
  intros R J W. induction r as [|j r IH]; intros (i & e & Ii & Ie & Se); [easy|].
  destruct (existsb (fun e => same_line e j) w) eqn:X.
  - left. apply existsb_exists in X as [f [If Sf]]. simpl. unfold ends_of_way. apply in_flat_map.
    exists f. split; [exact If|]. apply same_line_spec in Sf as [->|<-]; simpl; auto.
  - assert (In i r) as Ir.
    { destruct Ii as [->|Ii]; [|exact Ii]. exfalso.
      enough (existsb (fun e => same_line e i) w = true) by congruence. apply existsb_exists. eauto. }
    assert (r <> []) as N by (destruct r; easy). destruct (begin_app j r R N) as [B R'].
    destruct IH as [E|(j' & e' & I1 & I2 & I3 & I4)]; auto.
    + intros k Ik. apply J. now right.
    + eauto.
    + right. destruct (line_of j (J j (or_introl eq_refl))) as [f [If Sf]].
      exists j, f. split; [now left|]. split; [exact If|]. split; [exact Sf|]. unfold leaves.
      apply andb_true_iff. split.
      * rewrite B in E. apply member_spec in E. rewrite orb_true_iff.
        apply same_line_spec in Sf as [->|<-]; simpl in *; auto.
      * apply negb_true_iff, not_true_is_false. intro Y. apply existsb_exists in Y as [g [Ig Y]].
        apply jump_eqb_eq in Y. subst g.
        enough (existsb (fun e => same_line e j) w = true) by congruence. apply existsb_exists. eauto.
    + right. exists j', e'. split; [now right|]. auto.
Qed.

Lemma of_ways_true c : In c (of_ways S l) -> holds_lits c.
Proof.
  unfold of_ways. rewrite in_map_iff. intros [w [<- Iw]].
  destruct shape_parts as (_ & _ & _ & _ & _ & X & Y & _). rewrite forallb_forall in X, Y.
  specialize (X w Iw). specialize (Y w Iw). rewrite forallb_forall in X.
  destruct w as [|e w']; [discriminate|]. set (w := e :: w') in *.
  destruct (value_of (VLine l e)) eqn:U.
  - apply holds_app_r. apply line_used in U as [j [Ij Sj]].
    destruct (way_entered w (sweep l)) as [E|(i & f & I1 & I2 & I3 & I4)].
    + now apply sweep_run.
    + intros; eapply sweep_jump; eauto.
    + intros f If. apply X, existsb_exists in If as [g [Ig Y']]. apply jump_eqb_eq in Y'. now subst.
    + exists j, e. split; [exact Ij|]. split; [now left|exact Sj].
    + apply holds_app_r, (by_lit _ (VFrom l (begin (sweep l))) true).
      * now apply (in_map (fun h => is (VFrom l h))).
      * simpl. apply N.eqb_refl.
    + apply holds_app_l, (by_lit _ (VLine l f) true); [|eapply used_line; eauto].
      apply (in_map (fun e => is (VLine l e))), filter_In. auto.
  - apply holds_app_l, (by_lit _ (VLine l e) false); [now left|exact U].
Qed.

Theorem of_sweep_true c : In c (of_sweep S l) -> holds_lits c.
Proof.
  unfold of_sweep. rewrite !in_app_iff. intros [C|[C|[C|[C|[C|[C|[C|[C|C]]]]]]]].
  - revert C. apply (ends_true VFrom a); [reflexivity|congruence|now apply begin_hole].
  - revert C. apply (ends_true VTo z); [reflexivity|congruence|now apply finish_hole].
  - revert C. destruct a_track as [(k & T & Nk & Tk) U]. apply exactly_one_true.
    + apply FinFun.Injective_map_NoDup; [intros x y; congruence|apply seq_NoDup].
    + exists (VTrack l k). split; [apply in_map, in_seq|simpl; now rewrite Nk].
      assert (nth_error (s_tracks S) k <> None) as Q by congruence. apply nth_error_Some in Q. lia.
    + intros x y Ix Iy. apply in_map_iff in Ix as [i [<- _]], Iy as [j [<- _]]. simpl.
      destruct (nth_error (s_tracks S) i) eqn:Ei; [|discriminate].
      destruct (nth_error (s_tracks S) j) eqn:Ej; [|discriminate].
      intros. f_equal. eapply U; eauto.
  - now apply of_tracks_true.
  - now apply of_degrees_true.
  - now apply of_lines_true.
  - now apply of_crossings_true.
  - now apply of_holes_true.
  - now apply of_ways_true.
Qed.

End One.

(** *** Regions and how many are full *)

Local Open Scope Z_scope.

Lemma region_var_value l r : (r < length (s_regions S))%nat -> value_of (region_var S l r) = full_at l r.
Proof.
  intro L. unfold region_var, full_at. apply nth_error_Some in L.
  destruct (nth_error (s_regions S) r) as [[|h [|g R]]|] eqn:E; [|simpl; now rewrite andb_true_r| |congruence].
  - simpl. unfold full_at. now rewrite E.
  - simpl. unfold full_at. now rewrite E.
Qed.

Lemma of_regions_true l c : In c (of_regions S l) -> holds_lits c.
Proof.
  unfold of_regions. rewrite in_flat_map. intros [[r R] [I C]]. cbn [fst snd] in C.
  apply in_numbers in I.
  assert (value_of (VFull l r) = is_full (at_sweep l) R) as V by (simpl; unfold full_at; now rewrite I).
  assert (In c (map (fun h => [no (VFull l r); is (VPeg l h)]) R ++
                [is (VFull l r) :: map (fun h => no (VPeg l h)) R]) -> holds_lits c) as G.
  { intro C'. destruct (value_of (VFull l r)) eqn:U.
    - apply in_app_iff in C' as [C'|[<-|[]]]; [|apply (by_lit _ (VFull l r) true); [now left|exact U]].
      apply in_map_iff in C' as [h [<- Ih]]. apply (by_lit _ (VPeg l h) true); [right; now left|].
      symmetry in V. unfold is_full in V. rewrite forallb_forall in V. exact (V h Ih).
    - apply in_app_iff in C' as [C'|[<-|[]]].
      + apply in_map_iff in C' as [h [<- Ih]]. apply (by_lit _ (VFull l r) false); [now left|exact U].
      + assert (exists h, In h R /\ at_sweep l h = false) as [h [Ih E]].
        { unfold is_full in V. clear - V. induction R as [|h R IH]; simpl in V; [discriminate|].
          destruct (at_sweep l h) eqn:E; [destruct (IH V) as [g [G1 G2]]; exists g; split; [now right|exact G2]|].
          exists h. split; [now left|exact E]. }
        apply (by_lit _ (VPeg l h) false); [right; now apply (in_map (fun h => no (VPeg l h)))|exact E]. }
  destruct R as [|h [|g R]]; [exact (G C)|easy|exact (G C)].
Qed.

(** A family, with its place. *)
Section Family.

Variables (f : nat) (fam : list nat).
Hypothesis Fam : nth_error (s_families S) f = Some fam.

Lemma family_ok : forallb (fun r => Nat.ltb r (length (s_regions S))) fam = true /\
  disjoint_holes [] (flat_map (region_of (s_regions S)) fam) = true.
Proof.
  destruct shape_parts as (_ & _ & _ & _ & _ & _ & _ & _ & _ & X). rewrite forallb_forall in X.
  apply nth_error_In, X, andb_true_iff in Fam. exact Fam.
Qed.

Lemma region_there r : In r fam -> (r < length (s_regions S))%nat.
Proof.
  intro I. destruct family_ok as [X _]. rewrite forallb_forall in X. now apply Nat.ltb_lt, X.
Qed.

Lemma count_bounds l lo n : 0 <= count_full l fam lo n <= Z.of_nat n.
Proof.
  unfold count_full. revert lo. induction n as [|n IH]; intro lo; [simpl; lia|].
  cbn [seq sum fold_right]. specialize (IH (Datatypes.S lo)). fold (sum (fun k => if full_at l (nth k fam 0%nat) then 1 else 0) (seq (Datatypes.S lo) n)).
  destruct (full_at l (nth lo fam 0%nat)); lia.
Qed.

Lemma count_split l lo m n : (m <= n)%nat ->
  count_full l fam lo n = count_full l fam lo m + count_full l fam (lo + m) (n - m).
Proof.
  intro L. unfold count_full. rewrite <- sum_app, <- seq_app. do 2 f_equal. lia.
Qed.

Lemma more_than_value l lo n i : (n = 1 -> i = 0 /\ lo < length fam)%nat ->
  value_of (more_than S l f fam lo n i) = (Z.of_nat i <? count_full l fam lo n).
Proof.
  intro E. destruct n as [|[|n]].
  - simpl. now rewrite (nth_error_nth _ _ _ Fam).
  - destruct (E eq_refl) as [-> Lo]. unfold more_than.
    rewrite region_var_value by (apply region_there, nth_In; exact Lo).
    unfold count_full. simpl. destruct (full_at l (nth lo fam 0%nat)); reflexivity.
  - simpl. now rewrite (nth_error_nth _ _ _ Fam).
Qed.

Lemma sums_true l lo n c : (2 <= n)%nat -> (lo + n <= length fam)%nat ->
  In c (sums S l f fam lo n) -> holds_lits c.
Proof.
  intros N Lo C. unfold sums in C. set (m := Nat.div2 n) in *.
  assert (1 <= m /\ m < n)%nat as [M1 M2].
  { unfold m. pose proof (Nat.div2_odd n). destruct (Nat.odd n); simpl in *; lia. }
  pose proof (count_split l lo m n ltac:(lia)) as Sp.
  pose proof (count_bounds l lo m) as B1. pose proof (count_bounds l (lo + m) (n - m)) as B2.
  apply in_flat_map in C as [i [Ii C]]. apply in_flat_map in C as [j [Ij C]].
  apply in_seq in Ii, Ij. apply in_app_iff in C as [C|C].
  - destruct ((1 <=? i + j)%nat && (i + j <=? n)%nat) eqn:Q; [|easy]. destruct C as [<-|[]].
    apply andb_true_iff in Q as [Q1 Q2]. apply Nat.leb_le in Q1, Q2.
    destruct (value_of (more_than S l f fam lo n (i + j - 1))) eqn:V.
    { apply (by_lit _ (more_than S l f fam lo n (i + j - 1)) true); [now left|exact V]. }
    rewrite more_than_value in V by lia. apply Z.ltb_ge in V.
    destruct (1 <=? i)%nat eqn:Qi; [|apply Nat.leb_gt in Qi].
    + apply Nat.leb_le in Qi. destruct (value_of (more_than S l f fam lo m (i - 1))) eqn:Vl.
      * rewrite more_than_value in Vl by lia. apply Z.ltb_lt in Vl.
        destruct (1 <=? j)%nat eqn:Qj; [|apply Nat.leb_gt in Qj; lia]. apply Nat.leb_le in Qj.
        apply (by_lit _ (more_than S l f fam (lo + m) (n - m) (j - 1)) false).
        -- right. apply in_app_iff. right. now left.
        -- rewrite more_than_value by lia. apply Z.ltb_ge. lia.
      * apply (by_lit _ (more_than S l f fam lo m (i - 1)) false); [right; now left|exact Vl].
    + destruct (1 <=? j)%nat eqn:Qj; [|apply Nat.leb_gt in Qj; lia]. apply Nat.leb_le in Qj.
      apply (by_lit _ (more_than S l f fam (lo + m) (n - m) (j - 1)) false).
      * right. now left.
      * rewrite more_than_value by lia. apply Z.ltb_ge. lia.
  - destruct (i + j <? n)%nat eqn:Q; [|easy]. destruct C as [<-|[]]. apply Nat.ltb_lt in Q.
    destruct (value_of (more_than S l f fam lo n (i + j))) eqn:V.
    2:{ apply (by_lit _ (more_than S l f fam lo n (i + j)) false); [now left|exact V]. }
    rewrite more_than_value in V by lia. apply Z.ltb_lt in V.
    destruct (i <? m)%nat eqn:Qi; [apply Nat.ltb_lt in Qi|apply Nat.ltb_ge in Qi].
    + destruct (value_of (more_than S l f fam lo m i)) eqn:Vl.
      { apply (by_lit _ (more_than S l f fam lo m i) true); [right; now left|exact Vl]. }
      rewrite more_than_value in Vl by lia. apply Z.ltb_ge in Vl.
      destruct (j <? n - m)%nat eqn:Qj; [apply Nat.ltb_lt in Qj|apply Nat.ltb_ge in Qj; lia].
      apply (by_lit _ (more_than S l f fam (lo + m) (n - m) j) true).
      * right. apply in_app_iff. right. now left.
      * rewrite more_than_value by lia. apply Z.ltb_lt. lia.
    + destruct (j <? n - m)%nat eqn:Qj; [apply Nat.ltb_lt in Qj|apply Nat.ltb_ge in Qj; lia].
      apply (by_lit _ (more_than S l f fam (lo + m) (n - m) j) true).
      * right. now left.
      * rewrite more_than_value by lia. apply Z.ltb_lt. lia.
Qed.

Lemma totals_true fuel l : forall lo n c, (lo + n <= length fam)%nat ->
  In c (totals S fuel l f fam lo n) -> holds_lits c.
Proof.
  induction fuel as [|fuel IH]; intros lo n c Lo C; simpl in C; [easy|].
  destruct (n <=? 1)%nat eqn:Q; [easy|]. apply Nat.leb_gt in Q.
  assert (Nat.div2 n <= n)%nat by (apply Nat.lt_le_incl, Nat.lt_div2; lia).
  rewrite !in_app_iff in C. destruct C as [C|[C|C]].
  - eapply IH; [|exact C]. lia.
  - eapply IH; [|exact C]. lia.
  - eapply sums_true; [| |exact C]; lia.
Qed.

Definition begins (l r : nat) : bool := existsb (N.eqb (begin (sweep l))) (region_of (s_regions S) r).

Lemma full_at_region l r : (r < length (s_regions S))%nat ->
  full_at l r = is_full (at_sweep l) (region_of (s_regions S) r).
Proof.
  intro L. unfold full_at, region_of. destruct (nth_error (s_regions S) r) eqn:E.
  - now rewrite (nth_error_nth _ _ _ E).
  - apply nth_error_None in E. lia.
Qed.

Lemma region_in r : (r < length (s_regions S))%nat -> In (region_of (s_regions S) r) (s_regions S).
Proof. intro L. now apply nth_In. Qed.

Lemma kept l r : (l < K)%nat -> (r < length (s_regions S))%nat ->
  full_at l r = true -> begins l r = false -> full_at (1 + l) r = true.
Proof.
  intros Ll Lr Fu B. rewrite full_at_region in * by exact Lr.
  destruct shape_parts as (_ & _ & _ & _ & _ & _ & _ & X & _). rewrite forallb_forall in X.
  destruct (sweep_run l Ll) as [Ru Nr].
  apply (region_kept b (at_sweep l) (sweep l)); auto.
  - now apply X, region_in.
  - now apply sweep_plays.
  - intro I. apply in_eqb in I. unfold begins in B. congruence.
Qed.

Hypothesis Closed : match marks F with
  | Some m => forall h, In h (holes b) -> m h <> None
  | None => number F = Some 1%N
  end.

Lemma end_peg m h : marks F = Some m -> In h (holes b) -> m h = Some (q h).
Proof.
  intros M I. pose proof Closed as Cl. rewrite M in Cl. specialize (Cl h I).
  destruct (m h) as [v|] eqn:E; [|congruence]. destruct A as [X _]. now rewrite (X m M h v I E).
Qed.

Lemma one_filled g h : many_left S F = false -> In g (holes b) -> In h (holes b) ->
  q g = true -> q h = true -> g = h.
Proof.
  intros M G Hh Qg Qh. pose proof Closed as Cl. pose proof end_peg as EP. unfold many_left in M. destruct (marks F) as [m|] eqn:E.
  - rewrite Hs in M. apply Z.ltb_ge in M.
    assert (sum (fun h => match m h with Some true => 1 | _ => 0 end) (holes b) = pegs_of b q) as X.
    { apply sum_ext. intros x Ix. rewrite (EP m x eq_refl Ix). now destruct (q x). }
    rewrite X, <- count_value in M.
    assert (In g (filter q (holes b))) as Fg by (apply filter_In; auto).
    assert (In h (filter q (holes b))) as Fh by (apply filter_In; auto).
    unfold count in M. destruct (filter q (holes b)) as [|x [|y t]]; simpl in *; try easy; try lia.
  - apply (count_one b q); auto. apply A. exact Cl.
Qed.

Lemma emptied_or_stays l r : (l < K)%nat -> In r fam -> full_at l r = true ->
  (many_left S F && stays S F r = true) \/ exists k, (l <= k < K)%nat /\ begins k r = true.
Proof.
  intros Ll Ir Fu. pose proof (region_there r Ir) as Lr. pose proof end_peg as EP.
  remember (K - 1 - l)%nat as d eqn:Ed. revert l Ll Fu Ed. induction d as [|d IH]; intros l Ll Fu Ed.
  - destruct (begins l r) eqn:B; [right; exists l; split; [lia|exact B]|].
    pose proof (kept l r Ll Lr Fu B) as Fe. replace (1 + l)%nat with K in Fe by lia.
    rewrite full_at_region in Fe, Fu by exact Lr. rewrite at_end_of_all in Fe.
    unfold is_full in Fe, Fu. rewrite forallb_forall in Fe, Fu.
    destruct shape_parts as (_ & _ & _ & _ & _ & _ & _ & _ & X & _). rewrite forallb_forall in X.
    specialize (X _ (region_in r Lr)). apply andb_true_iff in X as [On Ne]. rewrite forallb_forall in On.
    assert (forall h, In h (region_of (s_regions S) r) -> In h (holes b)) as Oh.
    { intros h Hh. apply On in Hh. now apply member_spec in Hh. }
    destruct (many_left S F) eqn:M; simpl.
    + left. unfold stays. pose proof M as M'. unfold many_left in M'. destruct (marks F) as [m|] eqn:E; [|discriminate].
      assert (nth_error (s_regions S) r = Some (region_of (s_regions S) r)) as Er.
      { unfold region_of. now apply nth_error_nth'. }
      rewrite Er. apply forallb_forall. intros h Hh. rewrite (EP m h eq_refl (Oh h Hh)), (Fe h Hh). reflexivity.
    + exfalso. destruct (region_of (s_regions S) r) as [|h R] eqn:Er; [discriminate|].
      assert (h = finish_of (sweep l)) as ->.
      { apply one_filled; auto; [apply Oh; now left|now apply finish_hole|apply Fe; now left|].
        rewrite <- at_end_of_all. replace K with (1 + l)%nat by lia.
        destruct (sweep_swept l Ll) as [_ _ _ _ S5]. now rewrite S5, N.eqb_refl. }
      destruct (sweep_run l Ll) as [Ru Nr]. destruct (finish_in (sweep l) Nr) as [j [Ij Ej]].
      destruct (sweep_swept l Ll) as [_ _ S3 _ _]. destruct (S3 j Ij) as [E|E].
      * unfold begins in B. rewrite Er in B. simpl in B. rewrite <- Ej, E, N.eqb_refl in B. discriminate.
      * rewrite Ej, (Fu _ (or_introl eq_refl)) in E. discriminate.
  - destruct (begins l r) eqn:B; [right; exists l; split; [lia|exact B]|].
    pose proof (kept l r Ll Lr Fu B) as Fe.
    destruct (IH (1 + l)%nat) as [St|[k [Lk Bk]]]; [lia|exact Fe|lia|now left|].
    right. exists k. split; [lia|exact Bk].
Qed.

Lemma one_region h : sum (fun r => if existsb (N.eqb h) (region_of (s_regions S) r) then 1 else 0) fam <= 1.
Proof.
  destruct family_ok as [_ X]. apply disjoint_nodup in X as [X _]. revert X. clear.
  induction fam as [|r l IH]; simpl; intro N; [lia|].
  assert (NoDup (flat_map (region_of (s_regions S)) l)) as N'.
  { clear IH. induction (region_of (s_regions S) r) as [|x R IH]; simpl in N; [exact N|].
    apply IH. now inversion N. }
  specialize (IH N'). destruct (existsb (N.eqb h) (region_of (s_regions S) r)) eqn:E; [|lia].
  apply in_eqb in E.
  assert (sum (fun r => if existsb (N.eqb h) (region_of (s_regions S) r) then 1 else 0) l = 0) as ->; [|lia].
  rewrite (sum_ext _ (fun _ => 0 * 0)); [rewrite sum_scale; lia|]. intros k Ik.
  destruct (existsb (N.eqb h) (region_of (s_regions S) k)) eqn:Y; [|reflexivity]. exfalso.
  apply in_eqb in Y. apply in_split in E as (u & v & E). rewrite E in N.
  rewrite <- app_assoc in N. simpl in N. apply NoDup_remove_2 in N. apply N.
  rewrite !in_app_iff. right. right. apply in_flat_map. eauto.
Qed.

Lemma count_family l : count_full l fam 0 (length fam) = sum (fun r => if full_at l r then 1 else 0) fam.
Proof.
  unfold count_full. assert (forall s, sum (fun k => if full_at l (nth k (firstn s fam ++ skipn s fam) 0%nat) then 1 else 0)
    (seq s (length (skipn s fam))) = sum (fun r => if full_at l r then 1 else 0) (skipn s fam)) as G.
  { intro s. rewrite (firstn_skipn s fam). remember (skipn s fam) as t eqn:E. revert s E.
    induction t as [|x t IH]; intros s E; [reflexivity|]. cbn [length seq sum fold_right].
    assert (nth s fam 0%nat = x /\ skipn (Datatypes.S s) fam = t) as [N T].
    { clear - E. revert s E. induction fam as [|y l IH]; intros [|s] E; simpl in *; try discriminate.
      - inversion E. auto.
      - apply IH in E. exact E. }
    rewrite N. f_equal. apply IH. now symmetry. }
  specialize (G 0%nat). simpl in G. exact G.
Qed.

Lemma sum_swap {X Y : Type} (g : X -> Y -> Z) (xs : list X) (ys : list Y) :
  sum (fun x => sum (fun y => g x y) ys) xs = sum (fun y => sum (fun x => g x y) xs) ys.
Proof.
  induction xs as [|x xs IH].
  - simpl. rewrite (sum_ext _ (fun _ => 0 * 0)); [rewrite sum_scale; lia|]. reflexivity.
  - cbn [sum fold_right]. fold (sum (fun x => sum (fun y => g x y) ys) xs). rewrite IH, <- sum_plus. reflexivity.
Qed.

Lemma sum_const {X : Type} k (xs : list X) : sum (fun _ => k) xs = k * Z.of_nat (length xs).
Proof. induction xs as [|x xs IH]; [simpl; lia|]. cbn [sum fold_right length]. fold (sum (fun _ : X => k) xs). rewrite IH, Nat2Z.inj_succ. ring. Qed.

Lemma sum_filter {X : Type} (f' : X -> bool) xs : Z.of_nat (length (filter f' xs)) = sum (fun x => if f' x then 1 else 0) xs.
Proof. induction xs as [|x xs IH]; [reflexivity|]. cbn [filter sum fold_right]. fold (sum (fun x => if f' x then 1 else 0) xs). destruct (f' x); cbn [length]; lia. Qed.

Lemma sum_nonneg {X : Type} (g : X -> Z) xs : (forall x, 0 <= g x) -> 0 <= sum g xs.
Proof. intro N. induction xs as [|x xs IH]; simpl; [lia|]. specialize (N x). lia. Qed.

Lemma sum_member {X : Type} (g : X -> Z) xs x : (forall x, 0 <= g x) -> In x xs -> g x <= sum g xs.
Proof.
  intros N. induction xs as [|y xs IH]; simpl; [easy|]. pose proof (sum_nonneg g xs N). pose proof (N y).
  intros [->|I]; [lia|]. specialize (IH I). lia.
Qed.

Lemma count_most_left l : (l < K)%nat ->
  count_full l fam 0 (length fam) <= Z.of_nat (K - l + may_stay S F fam).
Proof.
  intro Ll. rewrite count_family.
  assert (sum (fun r => if full_at l r then 1 else 0) fam <=
    sum (fun r => (if many_left S F && stays S F r then 1 else 0) +
                  sum (fun k => if begins k r then 1 else 0) (seq l (K - l))) fam) as B1.
  { apply sum_le. intros r Ir.
    assert (forall x, 0 <= (fun k => if begins k r then 1 else 0) x) as Nn by (intro; destruct (begins _ _); lia).
    pose proof (sum_nonneg _ (seq l (K - l)) Nn).
    destruct (full_at l r) eqn:Fu; [|destruct (_ && _); lia].
    destruct (emptied_or_stays l r Ll Ir Fu) as [->|[k [Lk Bk]]]; [lia|].
    pose proof (sum_member _ (seq l (K - l)) k Nn ltac:(apply in_seq; lia)) as M. simpl in M. rewrite Bk in M.
    destruct (_ && _); lia. }
  rewrite sum_plus, sum_swap in B1.
  assert (sum (fun k => sum (fun r => if begins k r then 1 else 0) fam) (seq l (K - l)) <= sum (fun _ => 1) (seq l (K - l))) as B2.
  { apply sum_le. intros k _. apply one_region. }
  rewrite sum_const, seq_length in B2.
  assert (sum (fun r => if many_left S F && stays S F r then 1 else 0) fam = Z.of_nat (may_stay S F fam)) as B3.
  { unfold may_stay. destruct (many_left S F).
    - rewrite sum_filter. reflexivity.
    - simpl. now rewrite (sum_const 0). }
  lia.
Qed.

Lemma count_next l : (l < K)%nat ->
  count_full l fam 0 (length fam) <= count_full (1 + l) fam 0 (length fam) + 1.
Proof.
  intro Ll. rewrite !count_family. pose proof (one_region (begin (sweep l))) as O.
  enough (sum (fun r => if full_at l r then 1 else 0) fam <=
    sum (fun r => (if full_at (1 + l) r then 1 else 0) + (if begins l r then 1 else 0)) fam) as X.
  { rewrite sum_plus in X. unfold begins in X. lia. }
  apply sum_le. intros r Ir. destruct (full_at l r) eqn:Fu; [|destruct (full_at (1 + l) r), (begins l r); lia].
  destruct (begins l r) eqn:B; [destruct (full_at (1 + l) r); lia|].
  rewrite (kept l r Ll (region_there r Ir) Fu B). lia.
Qed.

End Family.

Hypothesis Closed : match marks F with
  | Some m => forall h, In h (holes b) -> m h <> None
  | None => number F = Some 1%N
  end.

Lemma in_skipn_seq k n i : In i (skipn k (seq 0 n)) -> (k <= i < n)%nat.
Proof.
  assert (forall k n s, In i (skipn k (seq s n)) -> (s + k <= i < s + n)%nat) as G.
  { clear. induction k as [|k IH]; intros n s I.
    - simpl in I. apply in_seq in I. lia.
    - destruct n as [|n]; simpl in I; [easy|]. apply IH in I. lia. }
  intro I. apply G in I. lia.
Qed.

Lemma of_counts_true l c : (l < K)%nat -> In c (of_counts S F K l) -> holds_lits c.
Proof.
  intro Ll. unfold of_counts. rewrite in_flat_map. intros [[f fam] [I C]]. cbv zeta in C. cbn [fst snd] in C.
  apply in_numbers in I. apply in_app_iff in C as [C|C].
  - eapply totals_true; [exact I| |exact C]. lia.
  - apply in_map_iff in C as [i [<- Ii]]. apply in_skipn_seq in Ii.
    apply (by_lit _ (more_than S l f fam 0 (length fam) i) false); [now left|].
    rewrite (more_than_value f fam I) by lia. apply Z.ltb_ge.
    pose proof (count_most_left f fam I Closed l Ll). lia.
Qed.

Lemma of_emptied_true l c : (l < K)%nat -> In c (of_emptied S l) -> holds_lits c.
Proof.
  intro Ll. unfold of_emptied. rewrite in_app_iff, !in_flat_map. intros [[[r R] [I C]]|[[f fam] [I C]]].
  - cbn [fst snd] in C. pose proof I as I0. apply in_numbers in I.
    assert (r < length (s_regions S))%nat as Lr by (apply nth_error_Some; congruence).
    assert (region_of (s_regions S) r = R) as Er by (unfold region_of; now apply nth_error_nth).
    assert (c = [no (VFull l r); is (VFull (1 + l) r)] ++ map (fun h => is (VFrom l h)) R -> holds_lits c) as G.
    { intros ->. destruct (full_at l r) eqn:Fu; [|apply holds_app_l, (by_lit _ (VFull l r) false); [now left|exact Fu]].
      destruct (begins l r) eqn:B.
      - apply holds_app_r, (by_lit _ (VFrom l (begin (sweep l))) true); [|simpl; apply N.eqb_refl].
        apply (in_map (fun h => is (VFrom l h))). unfold begins in B. rewrite Er in B. now apply in_eqb.
      - apply holds_app_l, (by_lit _ (VFull (1 + l) r) true); [right; now left|]. simpl.
        now apply kept. }
    destruct R as [|h [|g R]]; [easy|easy|]. destruct C as [<-|[]]. now apply G.
  - cbv zeta in C. cbn [fst snd] in C. apply in_numbers in I. apply in_map_iff in C as [i [<- Ii]]. apply in_seq in Ii.
    destruct (value_of (more_than S (1 + l) f fam 0 (length fam) i)) eqn:V.
    { apply (by_lit _ (more_than S (1 + l) f fam 0 (length fam) i) true); [right; now left|exact V]. }
    apply (by_lit _ (more_than S l f fam 0 (length fam) (1 + i)) false); [now left|].
    rewrite (more_than_value f fam I) in * by lia. apply Z.ltb_ge in V. apply Z.ltb_ge.
    pose proof (count_next f fam I l Ll). lia.
Qed.

Lemma of_start_true c : In c (of_start S p0) -> holds_lits c.
Proof.
  unfold of_start. rewrite in_map_iff. intros [h [<- _]]. apply (by_lit _ (VPeg 0 h) (p0 h)); [now left|]. reflexivity.
Qed.

Lemma of_end_true c : In c (of_end S F K) -> holds_lits c.
Proof.
  unfold of_end. destruct (marks F) as [m|] eqn:M.
  - rewrite in_map_iff. intros [h [<- Ih]]. rewrite Hs in Ih.
    assert (m h = Some (q h)) as E.
    { specialize (Closed h Ih). destruct (m h) as [v|] eqn:E; [|congruence].
      destruct A as [X _]. now rewrite (X m M h v Ih E). }
    apply (by_lit _ (VPeg K h) (q h)); [rewrite E; now left|]. simpl. now rewrite at_end_of_all.
  - assert (count b q = 1%N) as C1 by (now apply A). rewrite Hs. apply exactly_one_true.
    + apply FinFun.Injective_map_NoDup; [intros x y; congruence|apply holes_nodup].
    + unfold count in C1. destruct (filter q (holes b)) as [|h t] eqn:E; [discriminate|].
      assert (In h (filter q (holes b))) as I by (rewrite E; now left). apply filter_In in I as [I Q].
      exists (VPeg K h). split; [now apply (in_map (VPeg K))|]. simpl. now rewrite at_end_of_all.
    + intros x y Ix Iy. apply in_map_iff in Ix as [g [<- G]], Iy as [h [<- Ih]]. simpl.
      rewrite at_end_of_all. intros. f_equal. eapply count_one; eauto.
Qed.

(** *** Symmetry *)

(** A symmetry leads to a solution that begins in a lesser hole, or as it did and then in a
    lesser one. *)
Definition is_less (s : hole -> hole) : Prop :=
  (s (begin (sweep 0)) < begin (sweep 0))%N \/
  ((1 < K)%nat /\ s (begin (sweep 0)) = begin (sweep 0) /\ (s (begin (sweep 1)) < begin (sweep 1))%N).

Lemma first_true c : In c (first_in_orbit S) ->
  holds_lits c \/ exists s, In s (s_symmetries S) /\ is_less s.
Proof.
  unfold first_in_orbit. rewrite in_flat_map. intros [h [_ C]].
  match type of C with context [existsb ?g ?l] => destruct (existsb g l) eqn:X end; [|easy]. destruct C as [<-|[]].
  destruct (value_of (VFrom 0 h)) eqn:V.
  - right. apply existsb_exists in X as [s [Is X]]. exists s. split; [exact Is|]. left.
    apply N.eqb_eq in V. rewrite V. now apply N.ltb_lt.
  - left. apply (by_lit _ (VFrom 0 h) false); [now left|exact V].
Qed.

Lemma second_true c : (1 < K)%nat -> In c (second_in_orbit S) ->
  holds_lits c \/ exists s, In s (s_symmetries S) /\ is_less s.
Proof.
  intro L1. unfold second_in_orbit. rewrite in_flat_map. intros [e [_ C]].
  apply in_flat_map in C as [[f t] [_ C]]. cbv zeta in C. apply in_flat_map in C as [h [_ C]].
  match type of C with context [existsb ?g ?l] => destruct (existsb g l) eqn:X end; [|easy]. destruct C as [<-|[]].
  destruct (value_of (VFrom 0 f)) eqn:Vf.
  - destruct (value_of (VFrom 1 h)) eqn:V.
    + right. apply existsb_exists in X as [s [Is X]]. apply filter_In in Is as [Is Kp].
      exists s. split; [exact Is|]. right. split; [exact L1|].
      apply N.eqb_eq in Vf, V. apply andb_true_iff in Kp as [Kf _]. apply N.eqb_eq in Kf.
      rewrite Vf, V. split; [exact Kf|now apply N.ltb_lt].
    + left. apply holds_app_r, (by_lit _ (VFrom 1 h) false); [now left|exact V].
  - left. apply holds_app_l, holds_app_l, (by_lit _ (VFrom 0 f) false); [right; now left|exact Vf].
Qed.

Theorem formula_true : (forall c, In c (formula_of S F p0 K) -> holds_lits c) \/
  exists s, In s (s_symmetries S) /\ is_less s.
Proof.
  assert (forall c, In c (formula_of S F p0 K) ->
    holds_lits c \/ exists s, In s (s_symmetries S) /\ is_less s) as G.
  { intros c C. unfold formula_of in C. rewrite !in_app_iff in C. destruct C as [C|[C|C]].
    - left. now apply of_start_true.
    - apply in_flat_map in C as [l [Il C]]. apply in_seq in Il. unfold of_number in C.
      rewrite !in_app_iff in C. destruct C as [C|[C|[C|[C|C]]]].
      + left. apply (of_sweep_true l); [lia|exact C].
      + destruct l as [|[|l]]; [now apply first_true|apply second_true; [lia|exact C]|easy].
      + left. eapply of_regions_true; eauto.
      + left. apply (of_counts_true l); [lia|exact C].
      + destruct l as [|l]; [easy|]. left. apply (of_emptied_true l); [lia|exact C].
    - left. now apply of_end_true. }
  induction (formula_of S F p0 K) as [|c l IH]; [left; easy|].
  destruct (G c (or_introl eq_refl)) as [T|T]; [|now right].
  destruct IH as [T'|T']; [intros d Id; apply G; now right| |now right].
  left. intros d [<-|Id]; auto.
Qed.

End True.
