(** * The jumps of a solution in layers

    A layer is a set of jumps that share no hole. The jumps of a solution are put into layers one
    after the other, each into the first one after those of the jumps before it that share a hole
    with it. So hole by hole the layers come in the order of the jumps, and n jumps have n layers
    at most. *)

From Coq Require Import ZArith NArith PArith List Bool Lia.
From Pegs Require Import Puzzle Board Sums Finals.
Import ListNotations.

(** ** Into layers *)

Definition touch (j : jump) (h : hole) : bool := N.eqb (from j) h || N.eqb (over j) h || N.eqb (to j) h.

(** What a jump leaves in a hole that it touches; before it that is the other way. *)
Definition leaves_peg (j : jump) (h : hole) : bool := N.eqb (to j) h.

Definition layer_of (level : hole -> nat) (j : jump) : nat :=
  Nat.max (level (from j)) (Nat.max (level (over j)) (level (to j))).

Definition raise (level : hole -> nat) (j : jump) : hole -> nat :=
  fun h => if touch j h then S (layer_of level j) else level h.

Fixpoint layered (level : hole -> nat) (js : list jump) : list (jump * nat) :=
  match js with
  | [] => []
  | j :: js => (j, layer_of level j) :: layered (raise level j) js
  end.

(** What is in a hole after all layers before [l]. *)
Definition pegs_at (p : position) (L : list (jump * nat)) (l : nat) (h : hole) : bool :=
  fold_left (fun v jk => if Nat.ltb (snd jk) l && touch (fst jk) h then leaves_peg (fst jk) h else v) L (p h).

Lemma touch_level level j h : touch j h = true -> level h <= layer_of level j.
Proof.
  unfold touch, layer_of. rewrite !orb_true_iff, !N.eqb_eq. intros [[<-|<-]|<-]; lia.
Qed.

Lemma raise_more level j h : level h <= raise level j h.
Proof.
  unfold raise. destruct (touch j h) eqn:T; [|lia]. apply (touch_level level) in T. lia.
Qed.

Lemma layered_above js : forall level j k h, In (j, k) (layered level js) -> touch j h = true -> level h <= k.
Proof.
  induction js as [|i js IH]; intros level j k h I T; simpl in I; [easy|]. destruct I as [I|I].
  - inversion I; subst. now apply touch_level.
  - specialize (IH _ _ _ _ I T). pose proof (raise_more level i h). lia.
Qed.

Lemma layered_below js : forall level m, (forall h, level h <= m) ->
  forall j k, In (j, k) (layered level js) -> k < m + length js.
Proof.
  induction js as [|i js IH]; intros level m B j k I; simpl in I; [easy|].
  assert (layer_of level i <= m) as Li.
  { unfold layer_of. pose proof (B (from i)). pose proof (B (over i)). pose proof (B (to i)). lia. }
  destruct I as [I|I].
  - inversion I; subst. simpl. lia.
  - apply (IH (raise level i) (S m)) in I; [simpl; lia|]. intro h. unfold raise.
    destruct (touch i h); [lia|]. specialize (B h). lia.
Qed.

Lemma layered_in js : forall level j k, In (j, k) (layered level js) -> In j js.
Proof.
  induction js as [|i js IH]; intros level j k I; simpl in I; [easy|].
  destruct I as [I|I]; [inversion I; now left|right; eauto].
Qed.

(** No two jumps of a layer share a hole. *)
Lemma layered_once js : forall level i j k h, In (i, k) (layered level js) -> In (j, k) (layered level js) ->
  touch i h = true -> touch j h = true -> i = j.
Proof.
  induction js as [|g js IH]; intros level i j k h I J Ti Tj; simpl in I, J; [easy|].
  assert (forall x, In (x, layer_of level g) (layered (raise level g) js) -> touch g h = true -> touch x h = true -> False) as N.
  { intros x X Tg Tx. apply (layered_above _ _ _ _ h X) in Tx. unfold raise in Tx. rewrite Tg in Tx. lia. }
  destruct I as [I|I], J as [J|J].
  - congruence.
  - inversion I; subst. exfalso. eauto.
  - inversion J; subst. exfalso. eauto.
  - eauto.
Qed.

Lemma make_touch b j p h : is_jump b j -> make j p h = if touch j h then leaves_peg j h else p h.
Proof.
  intro J. apply jump_holes in J as (_ & _ & _ & D1 & D2 & D3). unfold make, touch, leaves_peg.
  rewrite (N.eqb_sym (from j)), (N.eqb_sym (over j)), (N.eqb_sym (to j)).
  destruct (N.eqb_spec h (to j)); [now rewrite !orb_true_r|].
  rewrite orb_false_r. now destruct (N.eqb h (from j) || N.eqb h (over j)).
Qed.

Lemma possible_touch j p h : possible j p -> touch j h = true -> from j <> to j -> over j <> to j ->
  p h = negb (leaves_peg j h).
Proof.
  intros (F & O & T) X D2 D3. unfold touch in X. unfold leaves_peg.
  rewrite !orb_true_iff, !N.eqb_eq in X. destruct X as [[<-|<-]|<-].
  - apply N.eqb_neq in D2. now rewrite N.eqb_sym, D2.
  - apply N.eqb_neq in D3. now rewrite N.eqb_sym, D3.
  - now rewrite N.eqb_refl.
Qed.

(** Later jumps that touch a hole are in later layers. *)
Lemma pegs_at_cons p j k L l h :
  pegs_at p ((j, k) :: L) l h =
  pegs_at (fun g => if Nat.ltb k l && touch j g then leaves_peg j g else p g) L l h.
Proof. reflexivity. Qed.

Lemma pegs_at_ext p q L l h : p h = q h -> pegs_at p L l h = pegs_at q L l h.
Proof. unfold pegs_at. now intros ->. Qed.

Lemma pegs_at_none p L l h : (forall j k, In (j, k) L -> touch j h = true -> l <= k) -> pegs_at p L l h = p h.
Proof.
  unfold pegs_at. generalize (p h). induction L as [|[j k] L IH]; intros v N; [reflexivity|]. simpl.
  destruct (touch j h) eqn:T; [|rewrite andb_false_r; apply IH; intros; eapply N; [right; eauto|assumption]].
  pose proof (N j k (or_introl eq_refl) T) as Le. apply Nat.ltb_ge in Le. rewrite Le. simpl.
  apply IH. intros; eapply N; [right; eauto|assumption].
Qed.

Lemma pegs_at_jump b js : forall level p q, plays b p js q ->
  forall j k h, In (j, k) (layered level js) -> touch j h = true ->
    pegs_at p (layered level js) k h = negb (leaves_peg j h) /\
    pegs_at p (layered level js) (S k) h = leaves_peg j h.
Proof.
  induction js as [|i js IH]; intros level p q P j k h I T; simpl in I; [easy|].
  inversion P as [|? ? ? ? Ji Po P']; subst. simpl layered.
  pose proof (jump_holes b i Ji) as (_ & _ & _ & _ & D2 & D3).
  destruct I as [I|I].
  - inversion I; subst j k. rewrite !pegs_at_cons. split.
    + rewrite pegs_at_none.
      * rewrite Nat.ltb_irrefl. simpl. now apply possible_touch.
      * intros j k Ij Tj. apply (layered_above _ _ _ _ h Ij) in Tj. unfold raise in Tj. rewrite T in Tj. lia.
    + rewrite pegs_at_none.
      * rewrite (proj2 (Nat.ltb_lt _ _)) by lia. now rewrite T.
      * intros j k Ij Tj. apply (layered_above _ _ _ _ h Ij) in Tj. unfold raise in Tj. rewrite T in Tj. lia.
  - destruct (IH _ _ _ P' j k h I T) as [E1 E2]. rewrite !pegs_at_cons.
    assert (forall l, (touch i h = true -> layer_of level i < l) ->
      pegs_at (fun g => if Nat.ltb (layer_of level i) l && touch i g then leaves_peg i g else p g) (layered (raise level i) js) l h
      = pegs_at (make i p) (layered (raise level i) js) l h) as Q.
    { intros l Lt. apply pegs_at_ext. rewrite (make_touch b i p h Ji). destruct (touch i h); [|now rewrite andb_false_r].
      rewrite (proj2 (Nat.ltb_lt _ _)); [reflexivity|]. now apply Lt. }
    assert (touch i h = true -> layer_of level i < k) as Lt.
    { intro Ti. apply (layered_above _ _ _ _ h I) in T. unfold raise in T. rewrite Ti in T. lia. }
    rewrite !Q; [auto|intro Ti; specialize (Lt Ti); lia|exact Lt].
Qed.

Lemma pegs_at_end b js : forall level p q l, plays b p js q ->
  (forall j k, In (j, k) (layered level js) -> k < l) ->
  forall h, pegs_at p (layered level js) l h = q h.
Proof.
  induction js as [|i js IH]; intros level p q l P B h; inversion P as [|? ? ? ? Ji Po P']; subst.
  - reflexivity.
  - simpl layered. rewrite pegs_at_cons. rewrite <- (IH (raise level i) _ _ l P').
    + apply pegs_at_ext. rewrite (make_touch b i p h Ji).
      rewrite (proj2 (Nat.ltb_lt _ _)); [reflexivity|]. eapply B. now left.
    + intros j k I. eapply B. right. exact I.
Qed.

Lemma pegs_at_next p L l h :
  pegs_at p L (S l) h = pegs_at p L l h \/ exists j, In (j, l) L /\ touch j h = true.
Proof.
  unfold pegs_at. generalize (p h). induction L as [|[j k] L IH]; intro v; [now left|]. simpl.
  destruct (touch j h) eqn:T.
  - rewrite !andb_true_r. destruct (Nat.ltb_spec k (S l)), (Nat.ltb_spec k l); try lia.
    + destruct (IH (leaves_peg j h)) as [E|[i [I E]]]; [now left|right; eauto].
    + right. exists j. split; [left; f_equal; lia|exact T].
    + destruct (IH v) as [E|[i [I E]]]; [now left|right; eauto].
  - rewrite !andb_false_r. destruct (IH v) as [E|[i [I E]]]; [now left|right; eauto].
Qed.

(** A jump in a layer after the first shares a hole with one of the layer before. *)
Lemma layered_early js : forall level done,
  (forall h m, level h = S m -> exists j, In (j, m) done /\ touch j h = true) ->
  forall j m, In (j, S m) (layered level js) ->
  exists i h, In (i, m) (done ++ layered level js) /\ touch i h = true /\ touch j h = true.
Proof.
  induction js as [|i js IH]; intros level done B j m I; simpl in I; [easy|]. destruct I as [I|I].
  - inversion I as [[E L]]. subst i.
    assert (exists h, touch j h = true /\ level h = S m) as [h [T E]].
    { assert (level (from j) = S m \/ level (over j) = S m \/ level (to j) = S m) as [X|[X|X]]
        by (unfold layer_of in L; lia); unfold touch.
      - exists (from j). split; [rewrite !orb_true_iff, !N.eqb_eq; auto|exact X].
      - exists (over j). split; [rewrite !orb_true_iff, !N.eqb_eq; auto|exact X].
      - exists (to j). split; [rewrite !orb_true_iff, !N.eqb_eq; auto|exact X]. }
    destruct (B h m E) as [i [Ii Ti]]. exists i, h. split; [apply in_app_iff; now left|auto].
  - destruct (IH (raise level i) (done ++ [(i, layer_of level i)])) with (j := j) (m := m) as (g & h & G & T1 & T2).
    + intros h k E. unfold raise in E. destruct (touch i h) eqn:T.
      * exists i. split; [|exact T]. apply in_app_iff. right. left. f_equal. congruence.
      * destruct (B h k E) as [g [G Tg]]. exists g. split; [apply in_app_iff; now left|exact Tg].
    + exact I.
    + exists g, h. rewrite <- app_assoc in G. auto.
Qed.
