(** * What one sweep does

    A run of jumps by one peg begins in a hole [a] and ends in a hole [z]. The peg stays among
    holes whose coordinates are even or odd as those of [a]; what it jumps over lies elsewhere. So
    no hole is jumped over twice, and of all holes the sweep changes only [a], [z] and those jumped
    over. *)

From Coq Require Import ZArith NArith List Bool Lia.
From Pegs Require Import Puzzle Board Sums.
Import ListNotations.

(** Each jump begins where the one before it ended. *)
Fixpoint is_run (js : list jump) : bool :=
  match js with
  | [] => true
  | j :: l => match l with [] => true | k :: _ => N.eqb (to j) (from k) && is_run l end
  end.

Definition begin (r : list jump) : hole := match r with j :: _ => from j | [] => 0%N end.

Fixpoint finish_of (r : list jump) : hole :=
  match r with
  | [] => 0%N
  | j :: l => match l with [] => to j | _ => finish_of l end
  end.

(** ** Even and odd *)

Definition class_of (b : board) (h : hole) : option (bool * bool) :=
  match cell_of b h with Some (x, y) => Some (Z.even x, Z.even y) | None => None end.

Lemma jump_class b j : on_a_lattice b = true -> is_jump b j ->
  class_of b (to j) = class_of b (from j) /\ class_of b (over j) <> class_of b (from j).
Proof.
  intros L [([x y] & d & D & F & O & T)|(l & K & _)].
  2: { unfold on_a_lattice in L. rewrite K in L. discriminate. }
  unfold class_of. rewrite F, O, T. unfold plus. simpl.
  assert (In d [(1, 0); (-1, 0); (0, 1); (0, -1); (1, 1); (-1, -1); (1, -1); (-1, 1)]%Z) as D'.
  { destruct (kind b); simpl in *; tauto. }
  clear D. simpl in D'.
  repeat (destruct D' as [<-|D']; [simpl; split;
    [now rewrite <- !Z.add_assoc, !Z.even_add; simpl; destruct (Z.even x), (Z.even y)
    |rewrite !Z.even_add; simpl; destruct (Z.even x), (Z.even y); simpl; congruence]|]).
  destruct D'.
Qed.

(** ** The run *)

Lemma begin_app j l : is_run (j :: l) = true -> l <> [] -> begin l = to j /\ is_run l = true.
Proof.
  destruct l as [|k l]; [congruence|]. intros R _. cbn [is_run] in R.
  apply andb_true_iff in R as [E R]. apply N.eqb_eq in E. split; [simpl; congruence|exact R].
Qed.

Lemma finish_cons j l : l <> [] -> finish_of (j :: l) = finish_of l.
Proof. now destruct l. Qed.

Section Run.

Variable b : board.
Hypothesis Lattice : on_a_lattice b = true.

(** All holes of the peg are of one class. *)
Lemma run_class r : is_run r = true -> (forall j, In j r -> is_jump b j) ->
  forall j, In j r -> class_of b (from j) = class_of b (begin r) /\
                      class_of b (to j) = class_of b (begin r) /\
                      class_of b (over j) <> class_of b (begin r).
Proof.
  induction r as [|j r IH]; intros R A k K; [easy|].
  destruct (jump_class b j Lattice (A j (or_introl eq_refl))) as [C1 C2]. simpl begin.
  destruct K as [->|K]; [auto|].
  assert (r <> []) as N by (destruct r; easy).
  destruct (begin_app j r R N) as [B R']. specialize (IH R' (fun i I => A i (or_intror I)) k K).
  rewrite B, C1 in IH. exact IH.
Qed.

Lemma finish_in r : r <> [] -> exists j, In j r /\ to j = finish_of r.
Proof.
  induction r as [|j r IH]; intro N; [congruence|]. destruct r as [|k r].
  - exists j. split; [now left|reflexivity].
  - destruct (IH ltac:(discriminate)) as [i [I E]]. exists i. split; [now right|exact E].
Qed.

(** Every hole where a jump begins is the first one, or one where a jump ended. *)
Lemma from_begin r j : is_run r = true -> In j r -> from j = begin r \/ exists k, In k r /\ to k = from j.
Proof.
  induction r as [|i r IH]; intros R I; [easy|]. destruct I as [->|I]; [now left|].
  assert (r <> []) as N by (destruct r; easy). destruct (begin_app i r R N) as [B R'].
  destruct (IH R' I) as [E|[k [K E]]].
  - right. exists i. split; [now left|congruence].
  - right. exists k. split; [now right|exact E].
Qed.

Definition overs (r : list jump) : list hole := map over r.

(** What a run needs and does. *)
Record swept (p : position) (r : list jump) (q : position) : Prop := Swept {
  swept_begin : p (begin r) = true;
  swept_overs : forall j, In j r -> p (over j) = true;
  swept_tos : forall j, In j r -> to j = begin r \/ p (to j) = false;
  swept_once : NoDup (overs r);
  swept_after : forall h, q h =
    if N.eqb h (finish_of r) then true
    else if N.eqb h (begin r) then false
    else if existsb (N.eqb h) (overs r) then false
    else p h }.

Theorem run_swept p r q : plays b p r q -> is_run r = true -> r <> [] -> swept p r q.
Proof.
  intro P. induction P as [p|p j r q J (Pf & Po & Pt) P IH]; intros R N; [congruence|].
  pose proof (jump_holes b j J) as (If & Io & It & D1 & D2 & D3).
  destruct r as [|k r].
  - inversion P; subst. constructor; simpl; auto.
    + intros i [<-|[]]. exact Po.
    + intros i [<-|[]]. now right.
    + repeat constructor. easy.
    + intro h. unfold make. destruct (N.eqb h (to j)), (N.eqb h (from j)), (N.eqb h (over j)); reflexivity.
  - destruct (begin_app j (k :: r) R ltac:(discriminate)) as [B R'].
    specialize (IH R' ltac:(discriminate)). destruct IH as [S1 S2 S3 S4 S5].
    rewrite B in *. assert (k :: r <> []) as Nl by discriminate. set (l := k :: r) in *. clearbody l.
    assert (forall i, In i (j :: l) -> is_jump b i) as A.
    { intros i [<-|I]; [exact J|]. eapply plays_jumps; eauto. }
    pose proof (run_class (j :: l) R A) as C. change (begin (j :: l)) with (from j) in *.
    assert (forall i, In i l -> p (over i) = true) as Ov.
    { intros i I. specialize (S2 i I). destruct (C i (or_intror I)) as (_ & _ & C3).
      destruct (C j (or_introl eq_refl)) as (_ & Cj & _).
      unfold make in S2. destruct (N.eqb_spec (over i) (to j)) as [E|_]; [rewrite E in C3; congruence|].
      destruct (N.eqb_spec (over i) (from j)) as [E|_]; [rewrite E in C3; congruence|].
      destruct (N.eqb (over i) (over j)); [discriminate|exact S2]. }
    assert (~ In (over j) (overs l)) as Nj.
    { intro I. apply in_map_iff in I as [i [E I]]. specialize (S2 i I). rewrite E in S2.
      rewrite (make_over b j p J) in S2. discriminate. }
    constructor.
    + exact Pf.
    + intros i [<-|I]; [exact Po|auto].
    + intros i [<-|I]; [now right|]. destruct (S3 i I) as [E|E].
      * right. now rewrite E.
      * unfold make in E. destruct (N.eqb_spec (to i) (to j)) as [X|_]; [discriminate|].
        destruct (N.eqb_spec (to i) (from j)) as [X|_]; [now left|]. right.
        destruct (N.eqb_spec (to i) (over j)) as [X|_]; [|exact E].
        destruct (C i (or_intror I)) as (_ & Ci & _). destruct (C j (or_introl eq_refl)) as (_ & _ & Cj).
        rewrite X in Ci. congruence.
    + simpl. constructor; assumption.
    + intro h. rewrite finish_cons by exact Nl. rewrite S5.
      destruct (N.eqb_spec h (finish_of l)) as [E|E]; [reflexivity|].
      change (existsb (N.eqb h) (overs (j :: l))) with (N.eqb h (over j) || existsb (N.eqb h) (overs l)).
      change (begin (j :: l)) with (from j).
      destruct (N.eqb_spec h (to j)) as [->|E2].
      * rewrite Pt. repeat match goal with |- context [if ?c then _ else _] => destruct c end; reflexivity.
      * destruct (N.eqb_spec h (from j)) as [->|E3].
        -- assert (existsb (N.eqb (from j)) (overs l) = false) as X.
           { apply not_true_is_false. intro X. apply existsb_exists in X as [x [Ix X]].
             apply N.eqb_eq in X. subst x. apply in_map_iff in Ix as [i [Ei Ii]].
             destruct (C i (or_intror Ii)) as (_ & _ & C3). rewrite Ei in C3.
             now apply C3. }
           rewrite X. unfold make. apply N.eqb_neq in E2. rewrite E2, N.eqb_refl. reflexivity.
        -- destruct (existsb (N.eqb h) (overs l)); [now rewrite orb_true_r|]. rewrite orb_false_r.
           unfold make. apply N.eqb_neq in E2, E3. rewrite E2, E3. simpl.
           destruct (N.eqb h (over j)); reflexivity.
Qed.

(** ** Ends of jumps at a hole *)

Local Open Scope Z_scope.

Definition ends_at (h : hole) (j : jump) : Z :=
  (if N.eqb (from j) h then 1 else 0) + (if N.eqb (to j) h then 1 else 0).

Definition is_hole (g h : hole) : Z := if N.eqb g h then 1 else 0.

Lemma run_even r h : is_run r = true -> r <> [] ->
  Z.even (sum (ends_at h) r + is_hole (begin r) h + is_hole (finish_of r) h) = true.
Proof.
  induction r as [|j r IH]; intros R N; [congruence|]. destruct r as [|k r].
  - simpl. unfold ends_at, is_hole. destruct (N.eqb (from j) h), (N.eqb (to j) h); reflexivity.
  - destruct (begin_app j (k :: r) R ltac:(discriminate)) as [B R'].
    specialize (IH R' ltac:(discriminate)). rewrite B in IH.
    rewrite finish_cons by discriminate. set (l := k :: r) in *.
    change (sum (ends_at h) (j :: l)) with (ends_at h j + sum (ends_at h) l).
    change (begin (j :: l)) with (from j).
    replace (ends_at h j + sum (ends_at h) l + is_hole (from j) h + is_hole (finish_of l) h)
      with (2 * is_hole (from j) h + (sum (ends_at h) l + is_hole (to j) h + is_hole (finish_of l) h))
      by (unfold ends_at, is_hole; destruct (N.eqb (from j) h); lia).
    rewrite Z.even_add, IH, Z.even_mul. reflexivity.
Qed.

(** ** Regions: a full one stays full unless the sweep begins there *)

Definition is_full (p : position) (R : list hole) : bool := forallb p R.

Definition is_region (J : list jump) (R : list hole) : bool :=
  forallb (fun j => negb (existsb (N.eqb (over j)) R)
                    || existsb (N.eqb (from j)) R || existsb (N.eqb (to j)) R) J.

Lemma in_eqb h l : existsb (N.eqb h) l = true <-> In h l.
Proof.
  rewrite existsb_exists. split.
  - intros [x [I E]]. apply N.eqb_eq in E. now subst.
  - intro I. exists h. split; [exact I|apply N.eqb_refl].
Qed.

Theorem region_kept p r q R : distinct b = true -> is_region (jumps b) R = true ->
  plays b p r q -> is_run r = true -> r <> [] ->
  is_full p R = true -> ~ In (begin r) R -> is_full q R = true.
Proof.
  intros D G P. induction P as [p|p j r q J (Pf & Po & Pt) P IH]; intros Ru N Fu B; [congruence|].
  simpl in B. unfold is_full in *. rewrite forallb_forall in Fu.
  assert (~ In (to j) R) as T by (intro I; apply Fu in I; congruence).
  assert (~ In (over j) R) as O.
  { intro I. unfold is_region in G. rewrite forallb_forall in G.
    specialize (G j (proj2 (in_jumps b j D) J)).
    rewrite (proj2 (in_eqb (over j) R) I) in G. simpl in G.
    apply orb_true_iff in G as [G|G]; apply in_eqb in G; contradiction. }
  assert (forallb (make j p) R = true) as M.
  { apply forallb_forall. intros h H. rewrite make_other; [auto| | |]; intros ->; contradiction. }
  destruct r as [|k r].
  - inversion P; subst. exact M.
  - destruct (begin_app j (k :: r) Ru ltac:(discriminate)) as [E R'].
    apply IH; [exact R'|discriminate|exact M|]. now rewrite E.
Qed.

End Run.

(** ** Cutting a sequence into sweeps *)

Lemma sweeps_pos j l : (1 <= sweeps (j :: l))%nat.
Proof.
  revert j. induction l as [|k l IH]; intro j; [simpl; lia|].
  change (sweeps (j :: k :: l)) with (if N.eqb (to j) (from k) then sweeps (k :: l) else S (sweeps (k :: l))).
  specialize (IH k). destruct (N.eqb (to j) (from k)); lia.
Qed.

Theorem cut_into js : forall n, (sweeps js <= n <= length js)%nat ->
  exists runs, concat runs = js /\ length runs = n /\
    (forall r, In r runs -> is_run r = true /\ r <> []).
Proof.
  induction js as [|j js IH]; intros n [L U].
  - exists []. simpl in U. split; [reflexivity|]. split; [simpl; lia|]. intros r [].
  - destruct (Nat.eq_dec n (length (j :: js))) as [->|X].
    { exists (map (fun j => [j]) (j :: js)). split; [|split].
      - clear. induction (j :: js) as [|i l IH]; simpl; [reflexivity|now rewrite IH].
      - now rewrite map_length.
      - intros r H. apply in_map_iff in H as [i [<- _]]. split; [reflexivity|discriminate]. }
    destruct js as [|k js].
    { simpl in *. lia. }
    change (sweeps (j :: k :: js)) with (if N.eqb (to j) (from k) then sweeps (k :: js) else S (sweeps (k :: js))) in L.
    pose proof (sweeps_pos k js) as Ps. cbn [length] in *.
    destruct (N.eqb_spec (to j) (from k)) as [E|E].
    + destruct (IH n) as (runs & C & Ln & R); [cbn [length] in *; lia|].
      destruct runs as [|r runs]; [cbn [length] in *; lia|].
      destruct (R r (or_introl eq_refl)) as [Rr Nr].
      exists ((j :: r) :: runs). simpl in *. split; [now rewrite <- C|]. split; [exact Ln|].
      intros s [<-|H]; [|now apply R; right]. split; [|discriminate].
      destruct r as [|i r]; [congruence|]. simpl in C. inversion C; subst i.
      change (N.eqb (to j) (from k) && is_run (k :: r) = true).
      rewrite Rr, E, N.eqb_refl. reflexivity.
    + destruct (IH (pred n)) as (runs & C & Ln & R); [cbn [length] in *; lia|].
      exists ([j] :: runs). split; [simpl; now rewrite C|]. split; [cbn [length] in *; lia|].
      intros s [<-|H]; [split; [reflexivity|discriminate]|now apply R].
Qed.
