(** * The jumps of a board, as a list *)

From Coq Require Import ZArith NArith List Bool Lia.
From Coq Require Import FMapAVL FMapFacts OrderedTypeEx FinFun.
From Pegs Require Import Puzzle.
Import ListNotations.
Local Open Scope N_scope.

Module Cell_as_OT := PairOrderedType Z_as_OT Z_as_OT.
Module Cells := FMapAVL.Make Cell_as_OT.
Module CellsFacts := FMapFacts.Facts Cells.

(** ** Jumps can be told apart *)

Lemma jump_ext j k : from j = from k -> over j = over k -> to j = to k -> j = k.
Proof. destruct j, k; simpl; congruence. Qed.

Definition jump_eqb (j k : jump) : bool :=
  (from j =? from k) && (over j =? over k) && (to j =? to k).

Lemma jump_eqb_eq j k : jump_eqb j k = true <-> j = k.
Proof.
  unfold jump_eqb. rewrite !andb_true_iff, !N.eqb_eq. split.
  - intros [[F O] T]. now apply jump_ext.
  - now intros ->.
Qed.

Lemma jump_dec (j k : jump) : {j = k} + {j <> k}.
Proof.
  destruct (jump_eqb j k) eqn:E; [left|right].
  - now apply jump_eqb_eq.
  - intro H. apply jump_eqb_eq in H. congruence.
Defined.

(** The hole of every cell. *)
Definition numbered (b : board) : list (hole * cell) := combine (holes b) (cells b).

Definition table (b : board) : Cells.t hole :=
  fold_right (fun hx m => Cells.add (snd hx) (fst hx) m) (Cells.empty hole) (numbered b).

Definition jumps_from (m : Cells.t hole) (l : lattice) (hx : hole * cell) : list jump :=
  flat_map (fun d =>
      let y := plus (snd hx) d in
      match Cells.find y m, Cells.find (plus y d) m with
      | Some o, Some t => [Jump (fst hx) o t]
      | _, _ => []
      end)
    (directions l).

Definition row_jumps (b : board) : list jump :=
  let m := table b in flat_map (jumps_from m (kind b)) (numbered b).

(** Both jumps along a line. *)
Definition both_ways (x : hole * hole * hole) : list jump :=
  let '(a, o, c) := x in [Jump a o c; Jump c o a].

Definition is_sound (b : board) (j : jump) : bool :=
  forallb (fun h => existsb (N.eqb h) (holes b)) [from j; over j; to j] &&
  negb (from j =? over j) && negb (from j =? to j) && negb (over j =? to j).

Definition line_jumps (b : board) : list jump :=
  match kind b with
  | Lines l => nodup jump_dec (filter (is_sound b) (flat_map both_ways l))
  | _ => []
  end.

Definition jumps (b : board) : list jump := row_jumps b ++ line_jumps b.

(** No cell is named twice. *)
Definition distinct (b : board) : bool :=
  let m := table b in
  forallb (fun hx => match Cells.find (snd hx) m with
                     | Some h => h =? fst hx
                     | None => false
                     end) (numbered b).

(** ** What they are *)

Lemma holes_seq b : holes b = map N.of_nat (seq 0 (length (cells b))).
Proof.
  unfold holes. change 0 with (N.of_nat 0). generalize 0%nat as k.
  induction (cells b) as [|x l IH]; intro k; simpl; [reflexivity|].
  rewrite <- IH. f_equal. f_equal. now rewrite Nat2N.inj_succ.
Qed.

Lemma in_combine_seq (A : Type) (l : list A) k h x :
  In (h, x) (combine (map N.of_nat (seq k (length l))) l) <->
  (N.of_nat k <= h /\ nth_error l (N.to_nat h - k) = Some x).
Proof.
  revert k. induction l as [|y l IH]; intro k; simpl.
  - split; [easy|]. intros [_ H]. now destruct (N.to_nat h - k)%nat.
  - rewrite IH. split.
    + intros [E|[L E]].
      * inversion E; subst. split; [lia|].
        replace (N.to_nat (N.of_nat k) - k)%nat with 0%nat by lia. reflexivity.
      * split; [lia|]. replace (N.to_nat h - k)%nat with (S (N.to_nat h - S k)) by lia. exact E.
    + intros [L E]. destruct (N.eq_dec h (N.of_nat k)) as [->|D].
      * left. replace (N.to_nat (N.of_nat k) - k)%nat with 0%nat in E by lia.
        simpl in E. congruence.
      * right. split; [lia|].
        replace (N.to_nat h - k)%nat with (S (N.to_nat h - S k)) in E by lia. exact E.
Qed.

Lemma in_numbered b h x : In (h, x) (numbered b) <-> cell_of b h = Some x.
Proof.
  unfold numbered, cell_of. rewrite holes_seq, in_combine_seq. rewrite Nat.sub_0_r.
  split; [tauto|]. intro H. split; [lia|exact H].
Qed.

Lemma in_holes b h : In h (holes b) <-> exists x, cell_of b h = Some x.
Proof.
  unfold cell_of. rewrite holes_seq, in_map_iff. split.
  - intros [k [<- K]]. apply in_seq in K. rewrite Nat2N.id.
    destruct (nth_error (cells b) k) eqn:E; [eauto|]. apply nth_error_None in E. lia.
  - intros [x E]. exists (N.to_nat h). split; [lia|]. apply in_seq.
    assert (nth_error (cells b) (N.to_nat h) <> None) as D by congruence.
    apply nth_error_Some in D. lia.
Qed.

Lemma holes_nodup b : NoDup (holes b).
Proof.
  rewrite holes_seq. apply FinFun.Injective_map_NoDup; [|apply seq_NoDup].
  intros x y. apply Nat2N.inj.
Qed.

Lemma table_sound b x h : Cells.find x (table b) = Some h -> cell_of b h = Some x.
Proof.
  rewrite <- in_numbered. unfold table.
  induction (numbered b) as [|[g y] l IH]; simpl.
  - rewrite CellsFacts.empty_o. discriminate.
  - rewrite CellsFacts.add_o. destruct (CellsFacts.eq_dec y x) as [E|E].
    + intro H. inversion H; subst. left. f_equal. destruct E. destruct x, y; simpl in *.
      f_equal; assumption.
    + auto.
Qed.

Lemma table_complete b x h :
  distinct b = true -> cell_of b h = Some x -> Cells.find x (table b) = Some h.
Proof.
  unfold distinct. rewrite forallb_forall. intros D H. apply in_numbered in H.
  apply D in H. simpl in H. destruct (Cells.find x (table b)); [|discriminate].
  apply N.eqb_eq in H. congruence.
Qed.

Lemma cell_of_inj b x g h :
  distinct b = true -> cell_of b g = Some x -> cell_of b h = Some x -> g = h.
Proof.
  intros D G H. apply (table_complete _ _ _ D) in G, H. congruence.
Qed.

Lemma in_row_jumps b j : distinct b = true -> (In j (row_jumps b) <-> in_a_row b j).
Proof.
  intro D. unfold row_jumps. rewrite in_flat_map. split.
  - intros [[h x] [H J]]. apply in_numbered in H. unfold jumps_from in J.
    apply in_flat_map in J. destruct J as [d [Id J]]. simpl in J.
    destruct (Cells.find (plus x d) (table b)) eqn:O; [|easy].
    destruct (Cells.find (plus (plus x d) d) (table b)) eqn:T; [|easy].
    destruct J as [<-|[]]. exists x, d. simpl.
    apply table_sound in O, T. auto.
  - intros (x & d & Id & F & O & T). exists (from j, x). split; [now apply in_numbered|].
    unfold jumps_from. apply in_flat_map. exists d. split; [exact Id|]. simpl.
    rewrite (table_complete _ _ _ D O), (table_complete _ _ _ D T).
    left. now destruct j.
Qed.

Lemma is_sound_spec b j : is_sound b j = true <->
  In (from j) (holes b) /\ In (over j) (holes b) /\ In (to j) (holes b) /\
  from j <> over j /\ from j <> to j /\ over j <> to j.
Proof.
  assert (forall h, existsb (N.eqb h) (holes b) = true <-> In h (holes b)) as X.
  { intro h. rewrite existsb_exists. split.
    - intros [g [I E]]. apply N.eqb_eq in E. now subst.
    - intro I. exists h. split; [exact I|apply N.eqb_refl]. }
  unfold is_sound. simpl. rewrite !andb_true_iff, !negb_true_iff, !N.eqb_neq, !X. tauto.
Qed.

Lemma in_line_jumps b j : In j (line_jumps b) <-> along_a_line b j.
Proof.
  unfold line_jumps, along_a_line. destruct (kind b) as [| | |l] eqn:K;
    try (split; [easy|intros [m [E _]]; discriminate]).
  rewrite nodup_In, filter_In, in_flat_map, is_sound_spec. split.
  - intros [[[[a o] c] [I E]] S]. exists l. split; [reflexivity|]. split; [|exact S].
    simpl in E. destruct E as [<-|[<-|[]]]; simpl; auto.
  - intros (m & E & I & S). inversion E; subst m. split; [|exact S].
    destruct I as [I|I]; eexists; (split; [exact I|]); simpl; destruct j; auto.
Qed.

Theorem in_jumps b j : distinct b = true -> (In j (jumps b) <-> is_jump b j).
Proof.
  intro D. unfold jumps, is_jump. rewrite in_app_iff, in_row_jumps by exact D.
  now rewrite in_line_jumps.
Qed.

Lemma flat_map_nodup (A B : Type) (f : A -> list B) l :
  NoDup l ->
  (forall x, In x l -> NoDup (f x)) ->
  (forall x y z, In x l -> In y l -> In z (f x) -> In z (f y) -> x = y) ->
  NoDup (flat_map f l).
Proof.
  intros N. induction N as [|x l X N IH]; intros E D; simpl; [constructor|].
  assert (NoDup (flat_map f l)) as R.
  { apply IH; intros; [apply E; now right|].
    eapply (D x0 y z); try (right; assumption); assumption. }
  assert (NoDup (f x)) as S by (apply E; now left).
  assert (forall z, In z (f x) -> ~ In z (flat_map f l)) as T.
  { intros z Z1 Z2. apply in_flat_map in Z2. destruct Z2 as [y [Y Z2]].
    apply X. replace x with y; [exact Y|].
    symmetry. apply (D x y z); simpl; auto. }
  clear IH E D. induction S as [|z m Z S IH]; simpl; [exact R|].
  constructor.
  - rewrite in_app_iff. intros [H|H]; [easy|]. apply (T z); [now left|exact H].
  - apply IH. intros y Y. apply T. now right.
Qed.

Lemma numbered_nodup b : NoDup (numbered b).
Proof.
  unfold numbered. assert (NoDup (holes b)) as N by apply holes_nodup.
  revert N. generalize (cells b). induction (holes b) as [|h l IH]; intros [|x m] N; simpl;
    try constructor.
  - inversion N; subst. intro H. apply in_combine_l in H. contradiction.
  - inversion N; subst. auto.
Qed.

Lemma directions_nodup l : NoDup (directions l).
Proof.
  destruct l; repeat constructor; simpl; intuition congruence.
Qed.

Lemma row_jumps_nodup b : NoDup (row_jumps b).
Proof.
  unfold row_jumps. apply flat_map_nodup.
  - apply numbered_nodup.
  - intros [h x] H. unfold jumps_from. apply flat_map_nodup.
    + apply directions_nodup.
    + intros d _. destruct Cells.find; [destruct Cells.find|]; repeat constructor. easy.
    + intros d e j _ _. simpl.
      destruct (Cells.find (plus x d) (table b)) eqn:E1; [|easy].
      destruct (Cells.find (plus (plus x d) d) (table b)) eqn:E2; [|easy].
      destruct (Cells.find (plus x e) (table b)) eqn:E3; [|easy].
      destruct (Cells.find (plus (plus x e) e) (table b)) eqn:E4; [|easy].
      intros [<-|[]] [E|[]]. inversion E; subst.
      apply table_sound in E1, E3. rewrite E1 in E3. inversion E3.
      destruct d, e. simpl in *. f_equal; lia.
  - intros [g x] [h y] j G H J K. apply in_numbered in G, H.
    assert (forall h x, In j (jumps_from (table b) (kind b) (h, x)) -> from j = h) as F.
    { clear. intros h x J. apply in_flat_map in J. destruct J as [d [_ J]]. simpl in J.
      destruct Cells.find; [|easy]. destruct Cells.find; [|easy].
      destruct J as [<-|[]]. reflexivity. }
    apply F in J, K. subst. subst. rewrite G in H. congruence.
Qed.

Lemma jumps_nodup b : NoDup (jumps b).
Proof.
  unfold jumps, line_jumps. pose proof (row_jumps_nodup b) as N.
  destruct (kind b) as [| | |l] eqn:K; try (now rewrite app_nil_r).
  assert (row_jumps b = []) as ->.
  { unfold row_jumps. rewrite K. induction (numbered b); [reflexivity|exact IHl0]. }
  apply NoDup_nodup.
Qed.

(** The three holes of a jump are on the board, and no two of them are the same. *)
Lemma row_holes b j : in_a_row b j ->
  In (from j) (holes b) /\ In (over j) (holes b) /\ In (to j) (holes b) /\
  from j <> over j /\ from j <> to j /\ over j <> to j.
Proof.
  intros (x & d & D & F & O & T).
  repeat split; try (apply in_holes; eauto); intro E; rewrite E in *.
  - rewrite F in O. inversion O as [X]. destruct x as [x y]. unfold plus in X. simpl in X.
    inversion X. destruct (kind b); simpl in D; intuition (subst; simpl in *; lia).
  - rewrite F in T. inversion T as [X]. destruct x as [x y]. unfold plus in X. simpl in X.
    inversion X. destruct (kind b); simpl in D; intuition (subst; simpl in *; lia).
  - rewrite O in T. inversion T as [X]. destruct x as [x y]. unfold plus in X. simpl in X.
    inversion X. destruct (kind b); simpl in D; intuition (subst; simpl in *; lia).
Qed.

Lemma jump_holes b j : is_jump b j ->
  In (from j) (holes b) /\ In (over j) (holes b) /\ In (to j) (holes b) /\
  from j <> over j /\ from j <> to j /\ over j <> to j.
Proof. intros [R|(l & _ & _ & S)]; [now apply row_holes|exact S]. Qed.

(** Whether jumps follow a lattice. *)
Definition on_a_lattice (b : board) : bool := match kind b with Lines _ => false | _ => true end.
