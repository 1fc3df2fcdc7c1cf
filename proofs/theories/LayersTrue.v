(** * A solution makes the clauses of model D true *)

From Coq Require Import ZArith NArith PArith List Bool Lia Permutation.
From Coq Require Import FMapPositive.
From Pegs Require Import Puzzle Board Sums Finals Argument Symmetry Refutation Numbered SweepsFormula
  SweepsTrue LayersOrder LayersFormula.
Import ListNotations.

Section True.

Variables (b : board) (F : finals) (p0 q : position) (js : list jump) (J : list jump)
  (n : nat) (early : bool) (sets : list (list hole)).
Hypothesis D : distinct b = true.
Hypothesis P : plays b p0 js q.
Hypothesis A : accepts b F q.
Hypothesis Len : length js <= n.
Hypothesis Jin : forall j, is_jump b j -> In j J.
Hypothesis Jis : forall j, In j J -> is_jump b j.
Hypothesis Jnd : NoDup J.

Let H := holes b.
Let L := layered (fun _ => 0) js.

Definition peg_at (l : nat) (h : hole) : bool := pegs_at p0 L l h.
Definition is_made (l : nat) (j : jump) : bool := existsb (fun jk => jump_eqb (fst jk) j && Nat.eqb (snd jk) l) L.

Lemma is_made_in l j : is_made l j = true <-> In (j, l) L.
Proof.
  unfold is_made. rewrite existsb_exists. split.
  - intros [[i k] [I E]]. simpl in E. apply andb_true_iff in E as [E1 E2].
    apply jump_eqb_eq in E1. apply Nat.eqb_eq in E2. now subst.
  - intro I. exists (j, l). split; [exact I|]. simpl.
    now rewrite (proj2 (jump_eqb_eq j j) eq_refl), Nat.eqb_refl.
Qed.

Lemma made_is_jump l j : is_made l j = true -> is_jump b j.
Proof.
  intro M. apply is_made_in, layered_in in M. eapply plays_jumps; eauto.
Qed.

Lemma made_before l j h : is_made l j = true -> touch j h = true ->
  peg_at l h = negb (leaves_peg j h) /\ peg_at (S l) h = leaves_peg j h.
Proof. intros M T. apply is_made_in in M. eapply pegs_at_jump; eauto. Qed.

Lemma made_once l i j h : is_made l i = true -> is_made l j = true -> touch i h = true -> touch j h = true -> i = j.
Proof. rewrite !is_made_in. unfold L. intros. eapply layered_once; eauto. Qed.

Lemma peg_next l h : peg_at (S l) h = peg_at l h \/ exists j, is_made l j = true /\ touch j h = true.
Proof.
  unfold peg_at. destruct (pegs_at_next p0 L l h) as [E|[j [I T]]]; [now left|right].
  exists j. split; [now apply is_made_in|exact T].
Qed.

Lemma peg_end h : peg_at n h = q h.
Proof.
  unfold peg_at, L. eapply pegs_at_end; [exact P|]. intros j k I.
  apply (layered_below js _ 0) in I; [simpl in I; lia|]. intro; lia.
Qed.

Lemma peg_start h : peg_at 0 h = p0 h.
Proof. unfold peg_at. apply pegs_at_none. intros. lia. Qed.

Definition parity_names_of (xs : list bool) : nat -> list bool :=
  fun fuel => (fix go (fuel : nat) (xs : list bool) : list bool :=
    match fuel, xs with
    | S fuel, a :: b :: c :: ((_ :: _ :: _) as rest) =>
        xorb a (xorb b c) :: go fuel (rest ++ [xorb a (xorb b c)])
    | _, _ => []
    end) fuel xs.

Let fin : hole -> known := snd (of_layers H J early n 0 (start_known p0) None).

Definition known_value (k : known) : bool :=
  match k with Known v => v | Unknown l h => peg_at l h end.

Definition base_lit (x : dlit) : bool :=
  match fst x with DPeg l h => Bool.eqb (peg_at l h) (snd x) | _ => false end.

Definition set_lits (s : nat) : list dlit :=
  let set := nth s sets [] in signed (end_odd p0 fin set) (end_lits fin set).

Definition count_empty (lo k : nat) : Z :=
  sum (fun i => if q (nth i (unknown_holes H fin) 0%N) then 0%Z else 1%Z) (seq lo k).

Definition dvalue (x : dvar) : bool :=
  match x with
  | DMade l j => is_made l j
  | DPeg l h => peg_at l h
  | DParity s i =>
      let xs := map base_lit (set_lits s) in nth i (parity_names_of xs (length xs)) false
  | DCount lo k i => (Z.of_nat i <? count_empty lo k)%Z
  end.

Definition dtrue (c : list dlit) : Prop := exists x s, In (x, s) c /\ dvalue x = s.

Definition general_value (g : general) : bool :=
  match g with Const v => v | Lit x s => Bool.eqb (dvalue x) s end.

Lemma by_dlit c x s : In (x, s) c -> dvalue x = s -> dtrue c.
Proof. unfold dtrue. eauto. Qed.

(** What is required is true if one of it is. *)
Lemma require_true gs : (exists g, In g gs /\ general_value g = true) -> forall c, In c (require gs) -> dtrue c.
Proof.
  intros [g [I V]] c C. unfold require in C.
  destruct (existsb _ gs) eqn:E; [easy|]. destruct C as [<-|[]].
  destruct g as [v|x s].
  - simpl in V. subst v. exfalso. enough (existsb (fun g => match g with Const v => v | _ => false end) gs = true) by congruence.
    apply existsb_exists. exists (Const true). auto.
  - simpl in V. apply eqb_prop in V. apply (by_dlit _ x s); [|exact V].
    unfold lits_of. apply in_flat_map. exists (Lit x s). split; [exact I|now left].
Qed.

Lemma general_of_value k s : general_value (general_of k s) = Bool.eqb (known_value k) s.
Proof. destruct k; reflexivity. Qed.

(** What is known is right. *)
Definition sound (l : nat) (before : hole -> known) : Prop :=
  forall h, In h H -> known_value (before h) = peg_at l h.

Lemma is_known_spec k v : is_known k v = true -> known_value k = v.
Proof. destruct k; simpl; [|discriminate]. apply eqb_prop. Qed.

Lemma made_open l before j : sound l before -> is_made l j = true -> In j (open_jumps J before).
Proof.
  intros So M. pose proof (made_is_jump l j M) as Jj. apply filter_In. split; [now apply Jin|].
  pose proof (jump_holes b j Jj) as (If & Io & It & D1 & D2 & D3).
  assert (forall h, touch j h = true -> In h H -> is_known (before h) (leaves_peg j h) = false) as N.
  { intros h T I. destruct (is_known (before h) (leaves_peg j h)) eqn:E; [|reflexivity].
    apply is_known_spec in E. rewrite (So h I) in E. destruct (made_before l j h M T) as [B _].
    rewrite B in E. now destruct (leaves_peg j h). }
  assert (touch j (from j) = true /\ touch j (over j) = true /\ touch j (to j) = true) as (T1 & T2 & T3).
  { unfold touch. rewrite !N.eqb_refl, !orb_true_r. auto. }
  pose proof (N _ T1 If) as N1. pose proof (N _ T2 Io) as N2. pose proof (N _ T3 It) as N3.
  unfold leaves_peg in *. apply N.eqb_neq in D2, D3. rewrite N.eqb_sym in D2, D3.
  rewrite D2 in N1. rewrite D3 in N2. rewrite N.eqb_refl in N3. now rewrite N1, N2, N3.
Qed.

Lemma next_sound l before : sound l before -> sound (S l) (next H l before (open_jumps J before)).
Proof.
  intros So h I. unfold next. rewrite known_table_spec by exact I.
  destruct (is_changed (open_jumps J before) h) eqn:C; [reflexivity|].
  rewrite (So h I). destruct (peg_next l h) as [E|[j [M T]]]; [now symmetry|]. exfalso.
  enough (is_changed (open_jumps J before) h = true) by congruence. apply existsb_exists.
  exists j. split; [eapply made_open; eauto|exact T].
Qed.

(** *** One layer *)

Lemma made_value l s j : general_value (made l s j) = Bool.eqb (is_made l j) s.
Proof. reflexivity. Qed.

Lemma change_jumps_true l before after js' : forall done,
  (forall j, In j js' -> is_made l j = true -> general_value before = true /\ general_value after = true) ->
  NoDup (done ++ js') ->
  (forall i j, In i (done ++ js') -> In j (done ++ js') -> is_made l i = true -> is_made l j = true -> i = j) ->
  forall c, In c (change_jumps l done js' before after) -> dtrue c.
Proof.
  induction js' as [|j js' IH]; intros done B N U c C; [easy|].
  cbn [change_jumps] in C. rewrite !in_app_iff in C.
  assert (In j (done ++ j :: js')) as Ij by (apply in_app_iff; right; now left).
  destruct C as [C|[C|[C|C]]].
  - revert C. apply require_true. destruct (is_made l j) eqn:M.
    + exists before. split; [right; now left|]. now apply (B j (or_introl eq_refl) M).
    + exists (made l false j). split; [now left|]. now rewrite made_value, M.
  - revert C. apply require_true. destruct (is_made l j) eqn:M.
    + exists after. split; [right; now left|]. now apply (B j (or_introl eq_refl) M).
    + exists (made l false j). split; [now left|]. now rewrite made_value, M.
  - apply in_flat_map in C as [i [Ii C]]. revert C. apply require_true.
    destruct (is_made l j) eqn:M.
    + exists (made l false i). split; [now left|]. rewrite made_value.
      destruct (is_made l i) eqn:Mi; [|reflexivity]. exfalso.
      assert (i = j) as -> by (apply U; auto; apply in_app_iff; now left).
      apply NoDup_remove_2 in N. apply N. apply in_app_iff. now left.
    + exists (made l false j). split; [right; now left|]. now rewrite made_value, M.
  - apply (IH (done ++ [j])) with (c := c); try exact C.
    + intros i Ii. apply B. now right.
    + now rewrite <- app_assoc.
    + intros x y Ix Iy. rewrite <- app_assoc in Ix, Iy. apply U; assumption.
Qed.

Lemma of_hole_true l before h c : sound l before -> In h H ->
  In c (of_hole l before (next H l before (open_jumps J before)) (open_jumps J before) h) -> dtrue c.
Proof.
  intros So I C. set (open := open_jumps J before) in *. set (after := next H l before open) in *.
  pose proof (next_sound l before So h I) as Sn. fold open in Sn. fold after in Sn. specialize (So h I) as Sb.
  assert (NoDup open) as No by (apply NoDup_filter; exact Jnd).
  unfold of_hole in C. cbv zeta in C. unfold change in C. rewrite !in_app_iff in C.
  assert (forall j f, In j (filter f open) -> is_made l j = true -> is_jump b j) as Jj.
  { intros j f _ M. eapply made_is_jump; eauto. }
  assert (forall f, (forall j, f j = true -> touch j h = true) ->
     forall i j, In i ([] ++ filter f open) -> In j ([] ++ filter f open) -> is_made l i = true -> is_made l j = true -> i = j) as Un.
  { intros f Tf i j Ii Ij Mi Mj. apply filter_In in Ii as [_ Ii], Ij as [_ Ij]. eapply made_once; eauto. }
  assert (forall j, N.eqb (from j) h || N.eqb (over j) h = true -> touch j h = true) as T1.
  { intros j E. unfold touch. now rewrite E. }
  assert (forall j, N.eqb (to j) h = true -> touch j h = true) as T2.
  { intros j E. unfold touch. now rewrite E, orb_true_r. }
  destruct C as [[C|C]|[C|C]].
  - revert c C. apply change_jumps_true with (done := []).
    + intros j Ij M. apply filter_In in Ij as [_ Ij]. destruct (made_before l j h M (T1 j Ij)) as [B1 B2].
      rewrite !general_of_value, Sb, Sn, B1, B2. unfold leaves_peg.
      pose proof (jump_holes b j (made_is_jump l j M)) as (_ & _ & _ & _ & D2 & D3).
      destruct (N.eqb_spec (to j) h) as [E|E]; [|auto]. exfalso. subst h.
      apply orb_true_iff in Ij as [E|E]; apply N.eqb_eq in E; congruence.
    + apply NoDup_filter, No.
    + apply Un, T1.
  - destruct (is_changed open h) eqn:Ch; [|easy]. revert C. apply require_true.
    destruct (peg_at l h) eqn:B; [|exists (general_of (before h) false); split; [now left|rewrite general_of_value, Sb; try rewrite B; reflexivity]].
    destruct (peg_at (S l) h) eqn:Af; [exists (general_of (after h) true); split; [right; now left|rewrite general_of_value, Sn; try rewrite Af; reflexivity]|].
    destruct (peg_next l h) as [E|[j [M T]]]; [congruence|].
    exists (made l true j). split; [|now rewrite made_value, M].
    right. right. apply in_map, filter_In. split; [eapply made_open; eauto|].
    destruct (made_before l j h M T) as [_ B2]. rewrite Af in B2. unfold leaves_peg in B2.
    unfold touch in T. rewrite <- B2, orb_false_r in T. exact T.
  - revert c C. apply change_jumps_true with (done := []).
    + intros j Ij M. apply filter_In in Ij as [_ Ij]. destruct (made_before l j h M (T2 j Ij)) as [B1 B2].
      rewrite !general_of_value, Sb, Sn, B1, B2. unfold leaves_peg. now rewrite Ij.
    + apply NoDup_filter, No.
    + apply Un, T2.
  - destruct (is_changed open h) eqn:Ch; [|easy]. revert C. apply require_true.
    destruct (peg_at l h) eqn:B; [exists (general_of (before h) true); split; [now left|rewrite general_of_value, Sb; try rewrite B; reflexivity]|].
    destruct (peg_at (S l) h) eqn:Af; [|exists (general_of (after h) false); split; [right; now left|rewrite general_of_value, Sn; try rewrite Af; reflexivity]].
    destruct (peg_next l h) as [E|[j [M T]]]; [congruence|].
    exists (made l true j). split; [|now rewrite made_value, M].
    right. right. apply in_map, filter_In. split; [eapply made_open; eauto|].
    destruct (made_before l j h M T) as [_ B2]. rewrite Af in B2. unfold leaves_peg in B2. now symmetry.
Qed.

Lemma of_early_true l open earlier c : (forall j, is_made l j = true -> In j earlier) ->
  In c (of_early (S l) open earlier) -> dtrue c.
Proof.
  intros Ea C. unfold of_early in C. apply in_flat_map in C as [j [_ C]].
  destruct (existsb (jump_eqb j) earlier); [|easy]. revert C. apply require_true.
  destruct (is_made (S l) j) eqn:M; [|exists (made (S l) false j); split; [now left|now rewrite made_value, M]].
  apply is_made_in in M. unfold L in M.
  destruct (layered_early js (fun _ => 0) [] ltac:(discriminate) j l M) as (i & h & I & T1 & T2).
  simpl in I. fold L in I. apply is_made_in in I. exists (made l true i). split; [|now rewrite made_value, I].
  right. simpl pred. apply in_map, filter_In. split; [auto|]. unfold touch in T2.
  rewrite !orb_true_iff, !N.eqb_eq in T2. rewrite !orb_true_iff.
  destruct T2 as [[<-|<-]|<-]; auto.
Qed.

Lemma of_layers_true k : forall l before earlier, sound l before ->
  match earlier with Some e => exists m, l = S m /\ (forall j, is_made m j = true -> In j e) | None => True end ->
  (forall c, In c (fst (of_layers H J early k l before earlier)) -> dtrue c) /\
  sound (l + k) (snd (of_layers H J early k l before earlier)).
Proof.
  induction k as [|k IH]; intros l before earlier So Ea; simpl.
  - split; [easy|]. now rewrite Nat.add_0_r.
  - destruct (IH (S l) (next H l before (open_jumps J before)) (Some (open_jumps J before))) as [T Sn].
    + now apply next_sound.
    + exists l. split; [reflexivity|]. intros j M. eapply made_open; eauto.
    + split; [|now rewrite Nat.add_succ_r; exact Sn].
      intros c C. apply in_app_iff in C as [C|C]; [|auto]. unfold of_layer in C.
      apply in_app_iff in C as [C|C].
      * apply in_flat_map in C as [h [I C]]. exact (of_hole_true l before h c So I C).
      * destruct earlier as [e|]; [|easy]. destruct Ea as [m [-> Em]].
        assert (forall (x : bool) (y : list (list dlit)), In c (if x then y else []) -> In c y) as Ie
          by (intros [|] y Iy; [exact Iy|destruct Iy]). apply Ie in C.
        eapply of_early_true; eauto.
Qed.

Lemma start_sound : sound 0 (start_known p0).
Proof. intros h _. simpl. symmetry. apply peg_start. Qed.

Lemma layers_true : (forall c, In c (fst (of_layers H J early n 0 (start_known p0) None)) -> dtrue c) /\
  forall h, In h H -> known_value (fin h) = q h.
Proof.
  destruct (of_layers_true n 0 (start_known p0) None start_sound I) as [T So]. split; [exact T|].
  intros h Ih. unfold fin. rewrite (So h Ih). simpl. apply peg_end.
Qed.

(** *** Parity *)

Hypothesis Sets : forall set, In set sets ->
  is_parity_set (jumps b) (member set) = true /\ NoDup set /\ forall h, In h set -> In h H.

Definition lit_true (x : dlit) : bool := Bool.eqb (dvalue (fst x)) (snd x).

Lemma even_lits_true xs : fold_right xorb false (map lit_true xs) = false ->
  forall c, In c (even_lits xs) -> dtrue c.
Proof.
  intros E c C. unfold even_lits in C. apply in_map_iff in C as [d [<- I]]. apply filter_In in I as [I O].
  apply (choices_length []) in I.
  assert (forall xs d, length d = length xs ->
    dtrue (map (fun xv : dlit * bool => (fst (fst xv), xorb (snd (fst xv)) (snd xv))) (combine xs d)) \/
    map lit_true xs = d) as G.
  { clear. induction xs as [|[x s] xs IH]; intros [|v d] Le; simpl in *; try discriminate; [now right|].
    destruct (Bool.bool_dec (lit_true (x, s)) v) as [Eq|Ne].
    - destruct (IH d) as [T|T]; [lia| |right; congruence]. left.
      destruct T as (y & t & I & Y). exists y, t. split; [now right|exact Y].
    - left. apply (by_dlit _ x (xorb s v)); [now left|]. unfold lit_true in Ne. simpl in Ne.
      destruct (dvalue x), s, v; simpl in *; congruence. }
  destruct (G xs d I) as [T|T]; [exact T|]. exfalso. rewrite <- T in O. unfold is_odd in O. congruence.
Qed.

Lemma xor_app l m : fold_right xorb false (l ++ m) = xorb (fold_right xorb false l) (fold_right xorb false m).
Proof.
  induction l as [|x l IH]; simpl; [now destruct (fold_right xorb false m)|].
  rewrite IH. now rewrite xorb_assoc.
Qed.

(** The names have the values that their definitions give. *)
Lemma even_of_many_true s fuel : forall i xs,
  (forall k, nth k (parity_names_of (map lit_true xs) fuel) false = dvalue (DParity s (i + k)) \/
             length (parity_names_of (map lit_true xs) fuel) <= k) ->
  fold_right xorb false (map lit_true xs) = false ->
  forall c, In c (even_of_many fuel s i xs) -> dtrue c.
Proof.
  induction fuel as [|fuel IH]; intros i xs N E c C.
  - simpl in C. eapply even_lits_true; eauto.
  - destruct xs as [|x1 [|x2 [|x3 [|x4 [|x5 xs]]]]]; try (simpl in C; eapply even_lits_true; eauto; fail).
    set (rest := x4 :: x5 :: xs) in *.
    assert (dvalue (DParity s i) = xorb (lit_true x1) (xorb (lit_true x2) (lit_true x3))) as V.
    { destruct (N 0) as [X|X]; [|simpl in X; lia]. rewrite Nat.add_0_r in X. rewrite <- X. reflexivity. }
    change (In c (even_lits [x1; x2; x3; (DParity s i, true)] ++ even_of_many fuel s (S i) (rest ++ [(DParity s i, true)]))) in C.
    assert (lit_true (DParity s i, true) = dvalue (DParity s i)) as Lt.
    { unfold lit_true. simpl fst. simpl snd. now destruct (dvalue (DParity s i)). }
    apply in_app_iff in C as [C|C].
    + apply even_lits_true with (2 := C). cbn [map fold_right]. rewrite Lt, V.
      destruct (lit_true x1), (lit_true x2), (lit_true x3); reflexivity.
    + apply IH with (3 := C).
      * intro k. rewrite map_app. cbn [map]. rewrite Lt, V.
        destruct (N (S k)) as [X|X].
        -- left. rewrite Nat.add_succ_r in X. change (S i + k) with (S (i + k)). rewrite <- X. reflexivity.
        -- right. simpl in X. simpl. unfold parity_names_of in *. lia.
      * rewrite map_app, xor_app. cbn [map fold_right] in E |- *. rewrite Lt, V. fold rest in E.
        revert E. set (r := fold_right xorb false (map lit_true rest)).
        change (fold_right xorb false (map lit_true rest)) with r.
        destruct (lit_true x1), (lit_true x2), (lit_true x3), r; simpl; auto.
Qed.

Lemma signed_xor odd xs : xs <> [] ->
  fold_right xorb false (map lit_true (signed odd xs)) = xorb odd (fold_right xorb false (map lit_true xs)).
Proof.
  destruct xs as [|[x s] xs]; [congruence|]. intros _. cbn [signed map fold_right]. unfold lit_true at 1 3. simpl.
  destruct (dvalue x), s, odd, (fold_right xorb false (map lit_true xs)); reflexivity.
Qed.

Lemma end_lits_xor set : (forall h, In h set -> In h H) ->
  fold_right xorb false (map lit_true (end_lits fin set)) =
  fold_right xorb false (map (fun h => match fin h with Known _ => false | _ => q h end) set).
Proof.
  destruct layers_true as [_ So]. induction set as [|h set IH]; intro I; [reflexivity|].
  change (end_lits fin (h :: set)) with
    (match fin h with Unknown l g => [(DPeg l g, true)] | Known _ => [] end ++ end_lits fin set).
  cbn [map fold_right]. rewrite map_app, xor_app.
  f_equal; [|apply IH; intros; apply I; now right]. pose proof (So h (I h (or_introl eq_refl))) as E. destruct (fin h) as [v|l g]; [reflexivity|].
  simpl. unfold lit_true. simpl in *. rewrite E. now destruct (q h).
Qed.

Lemma sum_if {X : Type} (m : X -> bool) (g : X -> Z) l :
  sum (fun x => if m x then g x else 0%Z) l = sum g (filter m l).
Proof. induction l as [|x l IH]; [reflexivity|]. simpl. destruct (m x); simpl; rewrite IH; reflexivity. Qed.

Lemma xor_sum (p : position) set : negb (Z.even (sum (fun h => if p h then 1%Z else 0%Z) set)) = fold_right xorb false (map p set).
Proof.
  induction set as [|h set IH]; [reflexivity|]. cbn [map fold_right sum]. fold (sum (fun h => if p h then 1%Z else 0%Z) set).
  rewrite <- IH, Z.even_add. destruct (p h), (Z.even (sum _ set)); reflexivity.
Qed.

Lemma set_value set (p : position) : NoDup set -> (forall h, In h set -> In h H) ->
  value b (in_set (member set)) p = sum (fun h => if p h then 1%Z else 0%Z) set.
Proof.
  intros N I. unfold value.
  rewrite (sum_ext _ (fun h => if member set h then (if p h then 1%Z else 0%Z) else 0%Z)).
  2:{ intros h _. unfold in_set. destruct (p h), (member set h); reflexivity. }
  rewrite sum_if. apply sum_perm. apply NoDup_Permutation.
  - apply NoDup_filter, holes_nodup.
  - exact N.
  - intro h. rewrite filter_In, member_spec. split; [tauto|]. intro Ih. split; [now apply I|exact Ih].
Qed.

Lemma set_parity set : is_parity_set (jumps b) (member set) = true -> NoDup set -> (forall h, In h set -> In h H) ->
  fold_right xorb false (map q set) = fold_right xorb false (map p0 set).
Proof.
  intros E N I. pose proof (parity_kept b p0 js q (member set) D E P) as K.
  rewrite !(set_value set _ N I) in K. rewrite <- !xor_sum. now rewrite K.
Qed.

Lemma end_odd_xor set : (forall h, In h set -> In h H) ->
  end_odd p0 fin set = xorb (fold_right xorb false (map p0 set))
    (fold_right xorb false (map (fun h => match fin h with Known _ => q h | _ => false end) set)).
Proof.
  destruct layers_true as [_ So]. induction set as [|h set IH]; intro I; [reflexivity|].
  cbn [end_odd fold_right map]. fold (end_odd p0 fin set). rewrite IH by (intros; apply I; now right).
  pose proof (So h (I h (or_introl eq_refl))) as E. clear IH.
  repeat match goal with |- context [fold_right xorb false (map ?g set)] =>
    generalize (fold_right xorb false (map g set)) end.
  intros u v. destruct (fin h) as [w|l g]; simpl in E.
  - rewrite E. destruct (p0 h), (q h), u, v; reflexivity.
  - destruct (p0 h), u, v; reflexivity.
Qed.

Lemma xor_split set : fold_right xorb false (map q set) =
  xorb (fold_right xorb false (map (fun h => match fin h with Known _ => q h | _ => false end) set))
       (fold_right xorb false (map (fun h => match fin h with Known _ => false | _ => q h end) set)).
Proof.
  induction set as [|h set IH]; [reflexivity|]. cbn [map fold_right]. rewrite IH. clear IH.
  repeat match goal with |- context [fold_right xorb false (map ?g set)] =>
    generalize (fold_right xorb false (map g set)) end.
  intros u v. destruct (fin h), (q h), u, v; reflexivity.
Qed.

Lemma base_true xs : (forall x, In x xs -> exists l h s, x = (DPeg l h, s)) -> map base_lit xs = map lit_true xs.
Proof.
  intro B. apply map_ext_in. intros x I. destruct (B x I) as (l & h & s & ->). reflexivity.
Qed.

Lemma end_lits_pegs set odd x : In x (signed odd (end_lits fin set)) -> exists l h s, x = (DPeg l h, s).
Proof.
  assert (forall x, In x (end_lits fin set) -> exists l h s, x = (DPeg l h, s)) as G.
  { intros y I. unfold end_lits in I. apply in_flat_map in I as [h [_ I]]. destruct (fin h); [easy|].
    destruct I as [<-|[]]. eauto. }
  destruct (end_lits fin set) as [|[y s] l]; simpl; [easy|]. intros [<-|I].
  - destruct (G _ (or_introl eq_refl)) as (k & h & t & E). inversion E. eauto.
  - apply G. now right.
Qed.

Lemma signed_length odd xs : length (signed odd xs) = length xs.
Proof. now destruct xs as [|[x s] xs]. Qed.

Lemma of_set_true s set c : nth_error sets s = Some set -> In c (of_set p0 fin s set) -> dtrue c.
Proof.
  intros Ns C. destruct (Sets set (nth_error_In _ _ Ns)) as (E & N & I).
  pose proof (set_parity set E N I) as Pa. rewrite xor_split in Pa.
  pose proof (end_odd_xor set I) as Od. pose proof (end_lits_xor set I) as El. cbv beta in El.
  unfold of_set in C. cbv zeta in C. apply in_app_iff in C as [C|C].
  - destruct (end_lits fin set) as [|x xs]; [|easy]. simpl in El.
    assert (end_odd p0 fin set = false) as O; [|rewrite O in C; destruct C].
    rewrite Od. rewrite <- El, xorb_false_r in Pa. rewrite <- Pa. apply xorb_nilpotent.
  - destruct (end_lits fin set) as [|x xs] eqn:Ex.
    + simpl in C. exact (even_lits_true [] eq_refl c C).
    + apply even_of_many_true with (3 := C).
      * intro k. destruct (Nat.lt_ge_cases k (length (parity_names_of (map lit_true (signed (end_odd p0 fin set) (x :: xs))) (length (x :: xs))))) as [Lk|Gk]; [left|right; exact Gk].
        simpl Nat.add. unfold dvalue, set_lits. rewrite (nth_error_nth _ _ _ Ns), Ex. rewrite <- Ex.
        rewrite base_true by (intros y Iy; eapply end_lits_pegs; eauto).
        rewrite map_length, signed_length, Ex. reflexivity.
      * rewrite signed_xor by discriminate. rewrite <- Ex in El |- *. rewrite El, Od.
        rewrite <- Pa. repeat match goal with |- context [fold_right xorb false (map ?g set)] =>
          generalize (fold_right xorb false (map g set)) end.
        intros u v. destruct u, v; reflexivity.
Qed.

(** *** The end *)

Lemma of_picture_true c : In c (of_picture H F fin) -> dtrue c.
Proof.
  destruct layers_true as [_ So]. unfold of_picture. destruct (marks F) as [m|] eqn:M; [|easy].
  rewrite in_flat_map. intros [h [I C]]. destruct (m h) as [v|] eqn:V; [|easy]. revert C.
  apply require_true. exists (general_of (fin h) v). split; [now left|].
  rewrite general_of_value, (So h I). destruct A as [X _]. rewrite (X m M h v I V). apply eqb_reflx.
Qed.

Let U := unknown_holes H fin.

Lemma unknown_at i : i < length U -> let h := nth i U 0%N in
  In h H /\ exists l g, fin h = Unknown l g /\ dvalue (DPeg l g) = q h.
Proof.
  intros Li h. assert (In h U) as Ih by (apply nth_In; exact Li).
  apply filter_In in Ih as [Ih E]. split; [exact Ih|]. destruct layers_true as [_ So]. specialize (So h Ih).
  destruct (fin h) as [v|l g]; [discriminate|]. exists l, g. auto.
Qed.

Lemma empty_bounds lo k : (0 <= count_empty lo k <= Z.of_nat k)%Z.
Proof.
  unfold count_empty. revert lo. induction k as [|k IH]; intro lo; [simpl; lia|].
  cbn [seq sum fold_right]. specialize (IH (S lo)).
  fold (sum (fun i => if q (nth i (unknown_holes H fin) 0%N) then 0%Z else 1%Z) (seq (S lo) k)).
  destruct (q _); lia.
Qed.

Lemma empty_split lo m k : m <= k -> count_empty lo k = (count_empty lo m + count_empty (lo + m) (k - m))%Z.
Proof.
  intro Le. unfold count_empty. rewrite <- sum_app, <- seq_app. do 2 f_equal. lia.
Qed.

Lemma more_empty_value lo k i : (k = 1 -> i = 0 /\ lo < length U) ->
  lit_true (more_empty fin U lo k i) = (Z.of_nat i <? count_empty lo k)%Z.
Proof.
  intro E. assert (forall k', k' <> 1 -> lit_true (DCount lo k' i, true) = (Z.of_nat i <? count_empty lo k')%Z) as G.
  { intros k' _. unfold lit_true. simpl. now destruct (_ <? _)%Z. }
  destruct k as [|[|k]]; [exact (G 0 ltac:(lia))| |exact (G (S (S k)) ltac:(lia))].
  destruct (E eq_refl) as [-> Lo]. destruct (unknown_at lo Lo) as [_ (l & g & Eg & V)].
  unfold more_empty, hole_var. rewrite Eg. unfold lit_true. cbn [fst snd]. rewrite V.
  unfold count_empty. simpl. fold U. destruct (q (nth lo U 0%N)); reflexivity.
Qed.

Lemma opposite_true x : lit_true (opposite_of x) = negb (lit_true x).
Proof. destruct x as [y s]. unfold lit_true. simpl. destruct (dvalue y), s; reflexivity. Qed.

Lemma by_true c x : In x c -> lit_true x = true -> dtrue c.
Proof. intros I T. destruct x as [y s]. apply (by_dlit _ y s); [exact I|]. now apply eqb_prop. Qed.

Lemma sums_empty_true cap lo k c : 1 <= cap -> 2 <= k -> lo + k <= length U -> In c (sums_empty fin U cap lo k) -> dtrue c.
Proof.
  intros Cp N Lo C. unfold sums_empty in C. cbv zeta in C. set (m := Nat.div2 k) in *.
  assert (1 <= m /\ m < k) as [M1 M2].
  { unfold m. pose proof (Nat.div2_odd k). destruct (Nat.odd k); simpl in *; lia. }
  pose proof (empty_split lo m k ltac:(lia)) as Sp.
  apply in_flat_map in C as [i [Ii C]]. apply in_flat_map in C as [j [Ij C]].
  apply in_seq in Ii, Ij. unfold size_of in *.
  destruct ((1 <=? i + j) && (i + j <=? Nat.min cap k)) eqn:Q; [|easy]. destruct C as [<-|[]].
  apply andb_true_iff in Q as [Q1 Q2]. apply Nat.leb_le in Q1, Q2.
  destruct (lit_true (more_empty fin U lo k (i + j - 1))) eqn:V; [eapply by_true; [now left|exact V]|].
  rewrite more_empty_value in V by lia. apply Z.ltb_ge in V.
  destruct (1 <=? i) eqn:Qi; [apply Nat.leb_le in Qi|apply Nat.leb_gt in Qi].
  - destruct (lit_true (more_empty fin U lo m (i - 1))) eqn:Vl.
    + rewrite more_empty_value in Vl by lia. apply Z.ltb_lt in Vl.
      pose proof (empty_bounds (lo + m) (k - m)).
      destruct (1 <=? j) eqn:Qj; [apply Nat.leb_le in Qj|apply Nat.leb_gt in Qj; lia].
      eapply by_true; [right; apply in_app_iff; right; now left|].
      rewrite opposite_true, more_empty_value by lia. apply negb_true_iff, Z.ltb_ge. lia.
    + eapply by_true; [right; now left|]. now rewrite opposite_true, Vl.
  - pose proof (empty_bounds lo m).
    destruct (1 <=? j) eqn:Qj; [apply Nat.leb_le in Qj|apply Nat.leb_gt in Qj; lia].
    eapply by_true; [right; now left|].
    rewrite opposite_true, more_empty_value by lia. apply negb_true_iff, Z.ltb_ge. lia.
Qed.

Lemma totals_empty_true cap fuel : 1 <= cap -> forall lo k c, lo + k <= length U ->
  In c (totals_empty fuel fin U cap lo k) -> dtrue c.
Proof.
  intro Cp. induction fuel as [|fuel IH]; intros lo k c Lo C; simpl in C; [easy|].
  destruct (k <=? 1) eqn:Q; [easy|]. apply Nat.leb_gt in Q.
  assert (Nat.div2 k <= k) by (apply Nat.lt_le_incl, Nat.lt_div2; lia).
  rewrite !in_app_iff in C. destruct C as [C|[C|C]].
  - eapply IH; [|exact C]. lia.
  - eapply IH; [|exact C]. lia.
  - eapply sums_empty_true; [exact Cp| | |exact C]; lia.
Qed.

Lemma empty_all : count_empty 0 (length U) = sum (fun h => if q h then 0%Z else 1%Z) U.
Proof.
  unfold count_empty. fold U. clear. assert (forall (l : list hole) s, 
    sum (fun i => if q (nth (i - s) l 0%N) then 0%Z else 1%Z) (seq s (length l)) = sum (fun h => if q h then 0%Z else 1%Z) l) as G.
  { induction l as [|h l IH]; intro s; [reflexivity|].
    change ((if q (nth (s - s) (h :: l) 0%N) then 0 else 1)
      + sum (fun i => if q (nth (i - s) (h :: l) 0%N) then 0 else 1) (seq (S s) (length l))
      = (if q h then 0 else 1) + sum (fun h => if q h then 0 else 1) l)%Z.
    rewrite Nat.sub_diag. cbn [nth]. f_equal. rewrite <- (IH (S s)). apply sum_ext. intros i I. apply in_seq in I.
    replace (i - s) with (S (i - S s)) by lia. reflexivity. }
  rewrite <- (G U 0). apply sum_ext. intros i _. now rewrite Nat.sub_0_r.
Qed.

Lemma of_dead_end_true c : In c (of_dead_end H J F fin) -> dtrue c.
Proof.
  destruct layers_true as [_ So]. unfold of_dead_end. destruct (dead F) as [k|] eqn:De; [|easy]. cbv zeta. fold U.
  destruct A as (_ & _ & X). destruct (X k De) as [Ck St]. rewrite in_app_iff. intros [C|C].
  - apply in_flat_map in C as [j [Ij C]]. revert C. apply require_true. apply Jis in Ij.
    pose proof (jump_holes b j Ij) as (If & Io & It & _).
    destruct (q (from j)) eqn:Qf; [|exists (general_of (fin (from j)) false); split; [now left|now rewrite general_of_value, (So _ If), Qf]].
    destruct (q (over j)) eqn:Qo; [|exists (general_of (fin (over j)) false); split; [right; now left|now rewrite general_of_value, (So _ Io), Qo]].
    destruct (q (to j)) eqn:Qt; [exists (general_of (fin (to j)) true); split; [right; right; now left|now rewrite general_of_value, (So _ It), Qt]|].
    exfalso. apply (St j Ij). now repeat split.
  - assert (Z.of_N (count b q) = Z.of_nat (filled_known H fin) + Z.of_nat (length U) - count_empty 0 (length U))%Z as Cq.
    { rewrite count_value, empty_all. unfold pegs_of, value, filled_known, U, unknown_holes.
      unfold H in *. clearbody fin. clear - So. induction (holes b) as [|h l IH]; [reflexivity|].
      specialize (IH (fun g G => So g (or_intror G))). pose proof (So h (or_introl eq_refl)) as E.
      cbn [sum fold_right filter]. fold (sum (fun h => if q h then 1%Z else 0%Z) l). unfold is_known at 1.
      destruct (fin h) as [v|k g]; simpl in E.
      - subst v. unfold sum in *. destruct (q h); cbn [Bool.eqb length]; lia.
      - cbn [length sum fold_right]. fold (sum (fun h => if q h then 0%Z else 1%Z) (filter (fun h => match fin h with Unknown _ _ => true | Known _ => false end) l)).
        unfold sum in *. destruct (q h); lia. }
    destruct (Nat.ltb_spec (filled_known H fin + length U) (N.to_nat k)) as [Lt|Ge].
    + exfalso. pose proof (empty_bounds 0 (length U)). lia.
    + set (most := filled_known H fin + length U - N.to_nat k) in *.
      apply in_app_iff in C as [C|C].
      * eapply totals_empty_true; [| |exact C]; lia.
      * destruct (Nat.ltb_spec most (length U)) as [Lt|_]; [|easy]. destruct C as [<-|[]].
        eapply by_true; [now left|]. rewrite opposite_true, more_empty_value by lia.
        apply negb_true_iff, Z.ltb_ge. lia.
Qed.

Theorem layers_formula_true c : In c (layers_formula H J F p0 n early sets) -> dtrue c.
Proof.
  unfold layers_formula. cbv zeta. fold fin. rewrite !in_app_iff. intros [C|[C|[C|C]]].
  - now apply layers_true.
  - apply in_flat_map in C as [[s set] [I C]]. cbn [fst snd] in C.
    apply in_numbers in I. eapply of_set_true; eauto.
  - now apply of_picture_true.
  - now apply of_dead_end_true.
Qed.

End True.
