(** * Exhaustion: a set of positions that no jump leaves

    None of them is final, the start is one of them, and every jump from one leads to another, up
    to symmetry, or to a position that weights rule out. Positions are bits of machine integers:
    boards of up to 124 holes. *)

From Coq Require Import ZArith NArith List Bool Lia.
From Coq Require Import Uint63 MSetAVL Orders OrdersEx FMapPositive.
From Pegs Require Import Puzzle Board Sums Finals Rows Argument Symmetry.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Positions as bits *)

(** Two machine integers, of which each has 62 bits. *)
Definition word : Set := int * int.

Definition none : word := (0, 0)%uint63.
Definition word_or (x y : word) : word := (fst x lor fst y, snd x lor snd y)%uint63.
Definition word_xor (x y : word) : word := (fst x lxor fst y, snd x lxor snd y)%uint63.

Definition bit_of (x : word) (i : int) : bool :=
  if (i <? 62)%uint63 then bit (fst x) i else bit (snd x) (i - 62)%uint63.

Lemma word_or_spec x y i : bit_of (word_or x y) i = bit_of x i || bit_of y i.
Proof. unfold bit_of, word_or. simpl. destruct (i <? 62)%uint63; apply lor_spec. Qed.

Lemma word_xor_spec x y i : bit_of (word_xor x y) i = xorb (bit_of x i) (bit_of y i).
Proof. unfold bit_of, word_xor. simpl. destruct (i <? 62)%uint63; apply lxor_spec. Qed.

Lemma bit_of_none i : bit_of none i = false.
Proof. unfold bit_of, none. simpl. destruct (i <? 62)%uint63; apply bit_0. Qed.

Definition index (h : hole) : int := of_Z (Z.of_N h).

Definition one_bit (h : hole) : word :=
  if (h <? 62)%N then ((1 << index h)%uint63, 0%uint63)
  else (0%uint63, (1 << (index h - 62))%uint63).

(** Holes that have a bit of their own. *)
Definition small (h : hole) : Prop := (h < 124)%N.

Definition bits (x : word) : position := fun h => bit_of x (index h).

Definition agree (b : board) (x : word) (p : position) : Prop :=
  forall h, In h (holes b) -> bits x h = p h.

Lemma index_spec h : small h -> φ (index h)%uint63 = Z.of_N h.
Proof.
  unfold small, index. intro S. rewrite of_Z_spec. apply Z.mod_small.
  change wB with 9223372036854775808. lia.
Qed.

Lemma index_inj g h : small g -> small h -> index g = index h -> g = h.
Proof.
  intros G H E. apply (f_equal to_Z) in E. rewrite !index_spec in E by assumption. lia.
Qed.

(** One bit of an integer, at small places. *)
Lemma bit_shift i j : φ (i)%uint63 < 62 -> φ (j)%uint63 < 62 ->
  bit (1 << i)%uint63 j = Z.eqb (φ (i)%uint63) (φ (j)%uint63).
Proof.
  intros I J. rewrite bit_lsl.
  destruct (j <? i)%uint63 eqn:L; simpl.
  - apply ltb_spec in L. symmetry. apply Z.eqb_neq. lia.
  - destruct (digits <=? j)%uint63 eqn:M; simpl.
    + apply leb_spec in M. change (to_Z digits) with 63 in M. lia.
    + rewrite bit_1. destruct (Z.eqb_spec (to_Z i) (to_Z j)) as [E|X].
      * apply to_Z_inj in E. subst. apply eqb_spec. apply to_Z_inj.
        rewrite sub_spec, Z.sub_diag. reflexivity.
      * apply not_true_is_false. intro Y. apply eqb_spec in Y. apply X.
        apply (f_equal to_Z) in Y. rewrite sub_spec in Y.
        assert (~ φ (j)%uint63 < φ (i)%uint63).
        { intro Z. apply ltb_spec in Z. congruence. }
        pose proof (to_Z_bounded i). pose proof (to_Z_bounded j).
        rewrite Z.mod_small in Y; [change (to_Z 0) with 0 in Y; lia|].
        change wB with 9223372036854775808. lia.
Qed.

Lemma below_62 h : small h -> (index h <? 62)%uint63 = (h <? 62)%N.
Proof.
  intro S. pose proof (index_spec h S) as E. apply eq_true_iff_eq.
  rewrite ltb_spec, E, N.ltb_lt. change (to_Z 62) with 62. lia.
Qed.

Lemma index_above h : small h -> ~ (h < 62)%N -> φ (index h - 62)%uint63 = Z.of_N h - 62.
Proof.
  intros S L. rewrite sub_spec, (index_spec h S). change (to_Z 62) with 62.
  unfold small in S. apply Z.mod_small. change wB with 9223372036854775808. lia.
Qed.

Lemma bit_one g h : small g -> small h -> bit_of (one_bit g) (index h) = N.eqb g h.
Proof.
  intros G H. unfold bit_of, one_bit. rewrite (below_62 h H).
  pose proof (index_spec g G) as Eg. pose proof (index_spec h H) as Eh.
  apply eq_true_iff_eq. rewrite N.eqb_eq.
  destruct (N.ltb_spec g 62) as [Lg|Lg], (N.ltb_spec h 62) as [Lh|Lh]; simpl.
  - rewrite bit_shift, Eg, Eh by lia. rewrite Z.eqb_eq. lia.
  - rewrite bit_0. split; [discriminate|lia].
  - rewrite bit_0. split; [discriminate|lia].
  - pose proof (index_above g G ltac:(lia)) as Ag. pose proof (index_above h H ltac:(lia)) as Ah.
    unfold small in *. rewrite bit_shift, Ag, Ah by lia. rewrite Z.eqb_eq. lia.
Qed.

Definition fits (b : board) : bool := (length (cells b) <=? 124)%nat.

Lemma fits_spec b : fits b = true -> forall h, In h (holes b) -> small h.
Proof.
  unfold fits, small. rewrite holes_seq. intros L h H. apply Nat.leb_le in L.
  apply in_map_iff in H as [k [<- K]]. apply in_seq in K. lia.
Qed.

(** The bits of those whose bit is set, moved. *)
Definition gather (x : word) (l : list (int * word)) : word :=
  fold_left (fun y im => if bit_of x (fst im) then word_or y (snd im) else y) l none.

Lemma gather_spec x l k :
  bit_of (gather x l) k = existsb (fun im => bit_of x (fst im) && bit_of (snd im) k) l.
Proof.
  unfold gather. assert (forall y, bit_of (fold_left (fun y im => if bit_of x (fst im) then word_or y (snd im) else y) l y) k
    = bit_of y k || existsb (fun im => bit_of x (fst im) && bit_of (snd im) k) l) as G.
  { induction l as [|[i m] l IH]; intro y; simpl; [now rewrite orb_false_r|].
    rewrite IH. destruct (bit_of x i); simpl; [|reflexivity].
    now rewrite word_or_spec, orb_assoc. }
  rewrite G, bit_of_none. reflexivity.
Qed.

Definition moves (b : board) (s : hole -> hole) : list (int * word) :=
  map (fun h => (index h, one_bit (s h))) (holes b).

Lemma gather_moved b F s x : fits b = true -> is_symmetry b (jumps b) F s = true ->
  is_moved b s (bits x) (bits (gather x (moves b s))).
Proof.
  intros L S h H. unfold bits. rewrite gather_spec. unfold moves.
  assert (small (s h)) as Ss by (apply (fits_spec b L), (moved b F s S), H).
  destruct (bit_of x (index h)) eqn:E.
  - apply existsb_exists. exists (index h, one_bit (s h)). split.
    + apply in_map_iff. eauto.
    + simpl. rewrite E, bit_one by assumption. apply N.eqb_refl.
  - apply not_true_is_false. intro X. apply existsb_exists in X as [[i m] [I X]].
    apply in_map_iff in I as [g [Eg G]]. inversion Eg; subst i m. simpl in X.
    apply andb_true_iff in X as [X Y]. rewrite bit_one in Y; [|apply (fits_spec b L), (moved b F s S), G|exact Ss].
    apply N.eqb_eq in Y. apply (moved_inj b F s S) in Y; [|exact G|exact H]. subst. congruence.
Qed.

(** The bits of some holes. *)
Definition pack (l : list hole) : word :=
  fold_left (fun y h => word_or y (one_bit h)) l none.

Lemma pack_agree b l : fits b = true -> (forall h, In h l -> In h (holes b)) -> agree b (pack l) (pegs_in l).
Proof.
  intros L I h H. unfold bits, pack, pegs_in.
  assert (forall y, (forall h, In h l -> In h (holes b)) -> bit_of (fold_left (fun y h => word_or y (one_bit h)) l y) (index h)
    = bit_of y (index h) || existsb (N.eqb h) l) as G.
  { clear I. induction l as [|g l IH]; intros y I; simpl; [now rewrite orb_false_r|].
    rewrite IH by (intros; apply I; now right). rewrite word_or_spec, bit_one, N.eqb_sym, orb_assoc; [reflexivity| |];
    apply (fits_spec b L); [apply I; now left|exact H]. }
  rewrite (G _ I), bit_of_none. reflexivity.
Qed.

(** A jump, its holes and all three of them as bits. *)
Record bit_jump : Set := BitJump { the_jump : jump; from_bit : int; over_bit : int; to_bit : int; mask : word }.

Definition bit_jump_of (j : jump) : bit_jump :=
  BitJump j (index (from j)) (index (over j)) (index (to j))
    (word_xor (one_bit (from j)) (word_xor (one_bit (over j)) (one_bit (to j)))).

Definition is_possible (j : bit_jump) (x : word) : bool :=
  bit_of x (from_bit j) && bit_of x (over_bit j) && negb (bit_of x (to_bit j)).

Lemma make_agree b j x p : fits b = true -> is_jump b j -> agree b x p -> possible j p ->
  agree b (word_xor x (mask (bit_jump_of j))) (make j p).
Proof.
  intros L J A (Pf & Po & Pt) h H. unfold bits. cbn [mask bit_jump_of]. rewrite !word_xor_spec.
  apply jump_holes in J as (If & Io & It & D1 & D2 & D3).
  rewrite !bit_one by (apply (fits_spec b L); assumption).
  specialize (A h H). unfold bits in A. rewrite A. unfold make.
  rewrite (N.eqb_sym (from j)), (N.eqb_sym (over j)), (N.eqb_sym (to j)).
  destruct (N.eqb_spec h (to j)) as [->|]; [|destruct (N.eqb_spec h (from j)) as [->|];
    [|destruct (N.eqb_spec h (over j)) as [->|]]].
  - rewrite Pt. apply N.eqb_neq in D2, D3. rewrite N.eqb_sym in D2, D3. now rewrite D2, D3.
  - rewrite Pf. apply N.eqb_neq in D1. now rewrite D1.
  - now rewrite Po.
  - simpl. apply xorb_false_r.
Qed.

Lemma possible_agree b j x p : is_jump b j -> agree b x p ->
  is_possible (bit_jump_of j) x = true <-> possible j p.
Proof.
  intros J A. apply jump_holes in J as (If & Io & It & _).
  unfold is_possible, possible, agree, bits in *. simpl.
  rewrite !A by assumption. rewrite !andb_true_iff, negb_true_iff. tauto.
Qed.

(** ** What depends on the board's holes alone *)

Lemma count_ext b p q : (forall h, In h (holes b) -> p h = q h) -> count b p = count b q.
Proof. intro E. unfold count. now rewrite (filter_ext_in p q (holes b) E). Qed.

Lemma accepts_ext b F p q : (forall h, In h (holes b) -> p h = q h) -> accepts b F p -> accepts b F q.
Proof.
  intros E (A1 & A2 & A3). repeat split.
  - intros m M h v H V. rewrite <- (E h H). eauto.
  - intros n N. rewrite <- (count_ext b p q E). auto.
  - rewrite <- (count_ext b p q E). now apply (A3 n).
  - intros j J (F1 & O1 & T1). destruct (A3 n H) as [_ S]. apply (S j J).
    apply jump_holes in J as (If & Io & It & _). unfold possible. rewrite !E; auto.
Qed.

(** ** Weights of bits *)

Definition worth (l : list (int * Z)) (x : word) : Z :=
  fold_right (fun iw s => if bit_of x (fst iw) then snd iw + s else s) 0 l.

Definition weighed (b : board) (w : hole -> Z) : list (int * Z) :=
  map (fun h => (index h, w h)) (filter (fun h => negb (w h =? 0)) (holes b)).

Lemma worth_spec b w x p : agree b x p -> worth (weighed b w) x = value b w p.
Proof.
  unfold agree, weighed, value. induction (holes b) as [|h l IH]; intro A; [reflexivity|].
  simpl. rewrite <- IH by (intros; apply A; now right).
  rewrite <- (A h) by now left. unfold bits.
  destruct (Z.eqb_spec (w h) 0) as [E|E]; simpl.
  - rewrite E. destruct (bit_of x (index h)); lia.
  - destruct (bit_of x (index h)); lia.
Qed.

(** ** Cuts *)

(** Half of a sum, rounded up: what becomes of some holes, that a last jump is made, and rows
    before it. *)
Record half : Set := Half { row_holes : list hole; row_last : bool; row_rows : list nat }.

(** Weights whose sum, with rows, no jump raises, and every jump that can be the last lowers
    by [lowered] at least. *)
Record cut : Set := Cut {
  cut_weights : list Z;
  lowered : Z;
  cut_added : list (nat * Z);
  cut_rows : list half }.

Definition everywhere : hole -> bool := fun _ => true.

Fixpoint sum_at (acc : list (list Z)) (l : list nat) (c : list Z) : option (list Z) :=
  match l with
  | [] => Some c
  | i :: l =>
      match nth_error acc i with
      | Some d => sum_at acc l (plus_lists c d)
      | None => None
      end
  end.

Definition last_changes J F (k : Z) : list Z :=
  map (fun j => if fits_end everywhere F j then k else 0) J.

(** By how much the jumps change each row. *)
Fixpoint changes_of (J : list jump) F (l : list half) (acc : list (list Z)) : option (list (list Z)) :=
  match l with
  | [] => Some acc
  | h :: l =>
      let R := member (row_holes h) in
      let c := map (rise (in_set R)) J in
      let c := if row_last h then plus_lists c (last_changes J F 1) else c in
      match sum_at acc (row_rows h) c with
      | None => None
      | Some c => changes_of J F l (acc ++ [map (ceil 2) c])
      end
  end.

(** Of each row its holes, and its least sum apart from the pegs there. *)
Record bit_half : Set := BitHalf { half_holes : list (int * Z); apart : Z; half_rows : list nat }.

Fixpoint bit_halves (b : board) F (l : list half) : option (list bit_half) :=
  match l with
  | [] => Some []
  | h :: l =>
      let w := in_set (member (row_holes h)) in
      match least b F w, bit_halves b F l with
      | Some v, Some l => Some (BitHalf (weighed b w) (v + if row_last h then 1 else 0) (row_rows h) :: l)
      | _, _ => None
      end
  end.

Definition sum_nth (acc : list Z) (l : list nat) (s : Z) : Z :=
  fold_left (fun s i => s + nth i acc 0) l s.

(** The least sums of the rows, for a position. *)
Fixpoint leasts (x : word) (l : list bit_half) (acc : list Z) : list Z :=
  match l with
  | [] => acc
  | h :: l => leasts x l (acc ++ [ceil 2 (sum_nth acc (half_rows h) (apart h - worth (half_holes h) x))])
  end.

(** A cut that was checked: what a position has to be worth. *)
Record bit_cut : Set := BitCut {
  cut_worth : list (int * Z); base : Z; halves : list bit_half; added : list (nat * Z) }.

Inductive prepared : Set := Invalid | NoneFinal | Prepared (c : bit_cut).

Fixpoint add_scaled (acc : list (list Z)) (l : list (nat * Z)) (c : list Z) : option (list Z) :=
  match l with
  | [] => Some c
  | (i, k) :: l =>
      match nth_error acc i with
      | Some d => if 0 <=? k then add_scaled acc l (plus_lists c (map (Z.mul k) d)) else None
      | None => None
      end
  end.

Definition prepare (b : board) (J : list jump) F (c : cut) : prepared :=
  let w := table_of (cut_weights c) in
  match least b F w, bit_halves b F (cut_rows c) with
  | Some v, Some hs =>
      match changes_of J F (cut_rows c) [] with
      | None => Invalid
      | Some acc =>
          match add_scaled acc (cut_added c) (plus_lists (map (rise w) J) (last_changes J F (lowered c))) with
          | None => Invalid
          | Some total =>
              if forallb (fun z => z <=? 0) total && (0 <=? lowered c)
              then Prepared (BitCut (weighed b w) (v + lowered c) hs (cut_added c))
              else Invalid
          end
      end
  | _, _ => NoneFinal
  end.

Definition rules_out (c : bit_cut) (x : word) : bool :=
  worth (cut_worth c) x <?
  base c + (match added c with
            | [] => 0
            | l => let ls := leasts x (halves c) [] in
                   fold_left (fun s ik => s + snd ik * nth (fst ik) ls 0) l 0
            end).

(** *** Why a cut rules out *)

Definition rows_hold J js (cs : list (list Z)) (ls : list Z) : Prop :=
  Forall2 (fun c l => fulfils J js (Row c l)) cs ls.

Lemma rows_hold_nth J js cs ls i c : rows_hold J js cs ls -> nth_error cs i = Some c ->
  fulfils J js (Row c (nth i ls 0)).
Proof.
  intros H. revert i. induction H as [|d l cs ls F H IH]; intros [|i]; simpl; try discriminate.
  - intros [= <-]. exact F.
  - apply IH.
Qed.

Lemma sum_at_holds J js cs ls l : rows_hold J js cs ls -> forall c s d,
  fulfils J js (Row c s) -> sum_at cs l c = Some d -> fulfils J js (Row d (sum_nth ls l s)).
Proof.
  intro H. induction l as [|i l IH]; simpl; intros c s d F E.
  - inversion E. now subst.
  - destruct (nth_error cs i) as [e|] eqn:N; [|discriminate].
    apply (IH (plus_lists c e) (s + nth i ls 0) d); [|exact E].
    apply (fulfils_add J js (Row c s) (Row e (nth i ls 0)) F).
    eapply rows_hold_nth; eauto.
Qed.

Lemma last_row b F p js q k : run b F p js q -> js <> [] -> 0 <= k ->
  fulfils (jumps b) js (Row (last_changes (jumps b) F k) k).
Proof.
  intros R N K. apply (sum_row b F p js q); [exact R|]. destruct R as [D P A].
  assert (exists j, In j js /\ touches everywhere j = true) as T.
  { destruct js as [|j js]; [congruence|]. exists j. split; [now left|reflexivity]. }
  exact (last_touch b F everywhere p js q k P A K T).
Qed.

Lemma halves_hold b F p js q x : run b F p js q -> js <> [] -> agree b x p ->
  forall l hs cs ls acc, bit_halves b F l = Some hs ->
  rows_hold (jumps b) js cs ls -> changes_of (jumps b) F l cs = Some acc ->
  rows_hold (jumps b) js acc (leasts x hs ls).
Proof.
  intros R N Ag. induction l as [|h l IH]; simpl; intros hs cs ls acc B H E.
  - inversion B; inversion E; subst. exact H.
  - destruct (least b F (in_set (member (row_holes h)))) as [v|] eqn:V; [|discriminate].
    destruct (bit_halves b F l) as [hs'|]; [|discriminate]. inversion B; subst hs. simpl.
    destruct (sum_at cs (row_rows h) _) as [c|] eqn:S; [|discriminate].
    eapply IH; [reflexivity| |exact E].
    apply Forall2_app; [exact H|]. constructor; [|constructor].
    change (fulfils (jumps b) js (divide 2 (Row c (sum_nth ls (row_rows h)
      (v + (if row_last h then 1 else 0) - worth (weighed b (in_set (member (row_holes h)))) x))))).
    apply fulfils_divide; [lia|]. eapply sum_at_holds; [exact H| |exact S].
    rewrite (worth_spec b _ x p Ag).
    assert (fulfils (jumps b) js (Row (map (rise (in_set (member (row_holes h)))) (jumps b))
              (v - value b (in_set (member (row_holes h))) p))) as W.
    { apply (sum_row b F p js q); [exact R|].
      destruct (least_spec b F (in_set (member (row_holes h))) q (run_accepts _ _ _ _ _ R)) as [u [E' U]].
      rewrite V in E'. inversion E'; subst u.
      rewrite (value_plays b _ p js q (run_plays _ _ _ _ _ R)) in U. lia. }
    destruct (row_last h).
    + pose proof (last_row b F p js q 1 R N ltac:(lia)) as L.
      pose proof (fulfils_add _ _ _ _ W L) as A. unfold add in A. simpl in A.
      replace (v + 1 - value b (in_set (member (row_holes h))) p)
        with (v - value b (in_set (member (row_holes h))) p + 1) by lia. exact A.
    + now rewrite Z.add_0_r.
Qed.

Lemma add_scaled_holds J js cs ls l : rows_hold J js cs ls -> forall c s d,
  fulfils J js (Row c s) -> add_scaled cs l c = Some d ->
  fulfils J js (Row d (fold_left (fun s ik => s + snd ik * nth (fst ik) ls 0) l s)).
Proof.
  intro H. induction l as [|[i k] l IH]; simpl; intros c s d F E.
  - inversion E. now subst.
  - destruct (nth_error cs i) as [e|] eqn:N; [|discriminate].
    destruct (Z.leb_spec 0 k); [|discriminate].
    apply (IH (plus_lists c (map (Z.mul k) e)) (s + k * nth i ls 0) d); [|exact E].
    apply (fulfils_add J js (Row c s) (scale k (Row e (nth i ls 0))) F).
    apply fulfils_scale; [assumption|]. eapply rows_hold_nth; eauto.
Qed.

Lemma dot_nonpos c x : Forall (fun z => z <= 0) c -> Forall (fun y => 0 <= y) x -> dot c x <= 0.
Proof.
  intro C. revert x. induction C as [|a c A C IH]; intros [|y x] X; simpl; try lia.
  inversion X; subst. specialize (IH x H2). nia.
Qed.

Lemma fold_shift (ls : list Z) (l : list (nat * Z)) s :
  fold_left (fun s ik => s + snd ik * nth (fst ik) ls 0) l s
  = s + fold_left (fun s ik => s + snd ik * nth (fst ik) ls 0) l 0.
Proof.
  revert s. induction l as [|[i k] l IH]; intro s; simpl; [lia|].
  rewrite IH, (IH (k * nth i ls 0)). lia.
Qed.

Lemma bit_halves_some b F q l : accepts b F q -> exists hs, bit_halves b F l = Some hs.
Proof.
  intro A. induction l as [|h l [hs IH]]; simpl; [eauto|].
  destruct (least_spec b F (in_set (member (row_holes h))) q A) as [v [-> _]].
  rewrite IH. eauto.
Qed.

Theorem rules_out_spec b F p js q x c :
  run b F p js q -> js <> [] -> agree b x p ->
  match prepare b (jumps b) F c with
  | Invalid => True
  | NoneFinal => False
  | Prepared c => rules_out c x = false
  end.
Proof.
  intros R N Ag. unfold prepare.
  destruct (least_spec b F (table_of (cut_weights c)) q (run_accepts _ _ _ _ _ R)) as [v [-> V]].
  destruct (bit_halves_some b F q (cut_rows c) (run_accepts _ _ _ _ _ R)) as [hs Hs]. rewrite Hs.
  destruct (changes_of (jumps b) F (cut_rows c) []) as [acc|] eqn:C; [|exact I].
  destruct (add_scaled acc (cut_added c) _) as [total|] eqn:T; [|exact I].
  destruct (forallb (fun z => z <=? 0) total && (0 <=? lowered c)) eqn:O; [|exact I].
  apply andb_true_iff in O as [O Lo]. apply Z.leb_le in Lo. rewrite forallb_forall in O.
  pose proof (halves_hold b F p js q x R N Ag (cut_rows c) hs [] [] acc Hs (Forall2_nil _) C) as H.
  pose proof (last_row b F p js q (lowered c) R N Lo) as L.
  assert (fulfils (jumps b) js (Row (map (rise (table_of (cut_weights c))) (jumps b))
            (v - value b (table_of (cut_weights c)) p))) as W.
  { apply (sum_row b F p js q); [exact R|].
    rewrite (value_plays b _ p js q (run_plays _ _ _ _ _ R)) in V. lia. }
  pose proof (fulfils_add _ _ _ _ W L) as S. unfold add in S. simpl in S.
  pose proof (add_scaled_holds _ _ _ _ (cut_added c) H _ _ _ S T) as [_ G]. simpl in G.
  assert (dot total (times (jumps b) js) <= 0) as Np.
  { apply dot_nonpos; [|apply times_nonneg]. apply Forall_forall. intros z Z.
    apply O in Z. now apply Z.leb_le. }
  rewrite fold_shift in G. unfold rules_out. simpl. apply Z.ltb_ge.
  rewrite (worth_spec b _ x p Ag).
  destruct (cut_added c) as [|ik l]; simpl in G |- *; lia.
Qed.

(** ** The set *)

Module IntOT <: OrderedType.
  Definition t := int.
  Definition eq := @Logic.eq int.
  Definition eq_equiv : Equivalence eq := eq_equivalence.
  Definition lt (x y : int) : Prop := φ (x)%uint63 < φ (y)%uint63.
  Global Instance lt_strorder : StrictOrder lt.
  Proof.
    split.
    - intros x H. unfold lt in H. lia.
    - intros x y z H K. unfold lt in *. lia.
  Qed.
  Global Instance lt_compat : Proper (eq ==> eq ==> iff) lt.
  Proof. now intros x y -> u v ->. Qed.
  Definition compare (x y : int) : comparison := (x ?= y)%uint63.
  Lemma compare_spec x y : CompSpec eq lt x y (compare x y).
  Proof.
    unfold compare. rewrite compare_spec.
    destruct (Z.compare_spec (to_Z x) (to_Z y)) as [E|L|G]; constructor.
    - now apply to_Z_inj.
    - exact L.
    - exact G.
  Qed.
  Definition eq_dec (x y : int) : {x = y} + {x <> y}.
  Proof.
    destruct (x =? y)%uint63 eqn:E; [left; now apply eqb_spec|right].
    intro H. apply eqb_spec in H. congruence.
  Defined.
End IntOT.

(** A position, and the hole of the peg that must survive; 127 if none must. *)
Module WordOT := PairOrderedType IntOT IntOT.
Module StateOT := PairOrderedType WordOT IntOT.
Module States := MSetAVL.Make StateOT.

Definition state : Set := word * int.

Definition states (l : list state) : States.t :=
  fold_left (fun s x => States.add x s) l States.empty.

Lemma states_spec l x : States.mem x (states l) = true -> In x l.
Proof.
  unfold states. rewrite States.mem_spec.
  assert (forall s, States.In x (fold_left (fun s x => States.add x s) l s) ->
                    In x l \/ States.In x s) as G.
  { induction l as [|y l IH]; intro s; simpl; [auto|]. intro H. apply IH in H as [H|H]; [auto|].
    apply States.add_spec in H as [[E1 E2]|H]; [|auto].
    destruct E1 as [E0 E1]. left. left. destruct x as [[x1 x2] x3], y as [[y1 y2] y3].
    compute in E0, E1, E2. now subst. }
  intro H. apply G in H as [H|H]; [exact H|]. apply States.empty_spec in H. destruct H.
Qed.

Definition code (s : option hole) : int :=
  match s with Some h => index h | None => 127%uint63 end.

(** Where a survivor goes. *)
Definition move_code (l : list (int * int)) (c : int) : int :=
  match find (fun it => (fst it =? c)%uint63) l with
  | Some it => snd it
  | None => c
  end.

Definition code_moves (b : board) (s : hole -> hole) : list (int * int) :=
  map (fun h => (index h, index (s h))) (holes b).

Lemma move_code_spec b s h : fits b = true -> In h (holes b) ->
  move_code (code_moves b s) (index h) = index (s h).
Proof.
  intros L H. unfold move_code, code_moves. pose proof (fits_spec b L) as Sm.
  induction (holes b) as [|g l IH]; [easy|]. simpl.
  destruct (index g =? index h)%uint63 eqn:E.
  - apply eqb_spec in E. apply index_inj in E; [now subst| |]; apply Sm; auto. now left.
  - destruct H as [->|H]; [|apply IH; [exact H|intros; apply Sm; now right]].
    rewrite (proj2 (eqb_spec (index h) (index h)) eq_refl) in E. discriminate.
Qed.

Lemma move_code_none b s : fits b = true -> move_code (code_moves b s) 127%uint63 = 127%uint63.
Proof.
  intro L. unfold move_code, code_moves. pose proof (fits_spec b L) as Sm.
  induction (holes b) as [|g l IH]; [reflexivity|]. simpl.
  destruct (index g =? 127)%uint63 eqn:E.
  - apply eqb_spec in E. apply (f_equal to_Z) in E.
    assert (small g) as G by (apply Sm; now left). rewrite (index_spec g G) in E.
    change (to_Z 127) with 127 in E. unfold small in G. lia.
  - apply IH. intros; apply Sm; now right.
Qed.

(** A symmetry as it is used. *)
Record bit_symmetry : Set := BitSymmetry { bit_moves : list (int * word); survivor_moves : list (int * int) }.

Definition bit_symmetry_of (b : board) (s : hole -> hole) : bit_symmetry :=
  BitSymmetry (moves b s) (code_moves b s).

Definition image (s : bit_symmetry) (x : state) : state :=
  (gather (fst x) (bit_moves s), move_code (survivor_moves s) (snd x)).

(** Whether a position or one of its images is in the set. *)
Definition holds (S : States.t) (Y : list bit_symmetry) (x : state) : bool :=
  States.mem x S || existsb (fun s => States.mem (image s x) S) Y.

Definition after (j : bit_jump) (x : state) : state :=
  (word_xor (fst x) (mask j), if (snd x =? from_bit j)%uint63 then to_bit j else snd x).

(** A position of the set: not final, with so few pegs that no jump comes to a final one, or
    such that every jump leads into the set or to a position that is ruled out. *)
Definition is_closed (accept : word -> bool) (few : word -> bool) (JB : list bit_jump)
    (S : States.t) (Y : list bit_symmetry) (C : list bit_cut) (x : state) : bool :=
  negb (accept (fst x)) &&
  (few (fst x) ||
   forallb (fun j =>
     if is_possible j (fst x) && negb (snd x =? over_bit j)%uint63
     then let y := after j x in
          holds S Y y ||
          (existsb (fun c => rules_out c (fst y)) C && negb (accept (fst y)))
     else true) JB).

(** The same, where the cut that ruled out a position is asked first about the next one. *)

Fixpoint front {A : Type} (f : A -> bool) (l : list A) : option (list A) :=
  match l with
  | [] => None
  | x :: m =>
      if f x then Some l
      else match front f m with
           | Some (y :: k) => Some (y :: x :: k)
           | _ => None
           end
  end.

Lemma front_spec {A} (f : A -> bool) l m : front f l = Some m -> existsb f l = true /\ incl m l.
Proof.
  revert m. induction l as [|x l IH]; simpl; intros m E; [discriminate|].
  destruct (f x); simpl.
  - inversion E. split; [reflexivity|apply incl_refl].
  - destruct (front f l) as [[|y k]|]; try discriminate. inversion E; subst m.
    destruct (IH _ eq_refl) as [X I]. split; [exact X|]. intros z [<-|[<-|Z]].
    + right. apply I. now left.
    + now left.
    + right. apply I. now right.
Qed.

Section Scan.

Variables (accept few : word -> bool) (S : States.t) (Y : list bit_symmetry) (JB : list bit_jump).

Fixpoint scan_jumps (l : list bit_jump) (C : list bit_cut) (x : state) : option (list bit_cut) :=
  match l with
  | [] => Some C
  | j :: l =>
      if is_possible j (fst x) && negb (snd x =? over_bit j)%uint63
      then let y := after j x in
           if holds S Y y then scan_jumps l C x
           else match front (fun c => rules_out c (fst y)) C with
                | Some C => if accept (fst y) then None else scan_jumps l C x
                | None => None
                end
      else scan_jumps l C x
  end.

Fixpoint scan (l : list state) (C : list bit_cut) : bool :=
  match l with
  | [] => true
  | x :: l =>
      if accept (fst x) then false
      else if few (fst x) then scan l C
      else match scan_jumps JB C x with
           | Some C => scan l C
           | None => false
           end
  end.

Lemma existsb_incl {A} (f : A -> bool) l m : incl l m -> existsb f l = true -> existsb f m = true.
Proof. intros I X. apply existsb_exists in X as [x [H E]]. apply existsb_exists. eauto. Qed.

Lemma scan_jumps_spec l x C0 : forall C C', incl C C0 -> scan_jumps l C x = Some C' ->
  incl C' C0 /\
  forallb (fun j =>
     if is_possible j (fst x) && negb (snd x =? over_bit j)%uint63
     then let y := after j x in
          holds S Y y ||
          (existsb (fun c => rules_out c (fst y)) C0 && negb (accept (fst y)))
     else true) l = true.
Proof.
  induction l as [|j l IH]; intros C C' I E; cbn [scan_jumps forallb] in *.
  - inversion E; subst. auto.
  - destruct (is_possible j (fst x) && negb (snd x =? over_bit j)%uint63); [|eauto].
    cbv zeta in *. destruct (holds S Y (after j x)); [eauto|].
    destruct (front _ C) as [D|] eqn:Fr; [|discriminate].
    destruct (accept (fst (after j x))); [discriminate|].
    apply front_spec in Fr as [X In]. rewrite (existsb_incl _ _ _ I X). simpl.
    apply (IH D C'); [|exact E]. eapply incl_tran; eauto.
Qed.

Lemma scan_spec l C0 : forall C, incl C C0 -> scan l C = true ->
  forallb (is_closed accept few JB S Y C0) l = true.
Proof.
  induction l as [|x l IH]; intros C I E; cbn [scan forallb] in *; [reflexivity|].
  apply andb_true_iff. unfold is_closed at 1. destruct (accept (fst x)); [discriminate|].
  destruct (few (fst x)); [split; [reflexivity|eauto]|].
  destruct (scan_jumps JB C x) as [D|] eqn:X; [|discriminate].
  destruct (scan_jumps_spec JB x C0 C D I X) as [I' H]. split; [exact H|eauto].
Qed.

End Scan.

Record exhaustion : Set := Exhaust {
  symmetries : list (list hole);
  positions : list state;
  cuts : list cut }.

(** Where hole h goes: the h-th number. *)
Definition symmetry_of (l : list hole) : hole -> hole :=
  let t := table_of (map Z.of_N l) in fun h => Z.to_N (t h).

Fixpoint valid_cuts (l : list prepared) : option (list bit_cut) :=
  match l with
  | [] => Some []
  | Prepared c :: l => match valid_cuts l with Some l => Some (c :: l) | None => None end
  | _ => None
  end.

Definition check_exhaustion (b : board) F (start : list hole) (sv : option hole) (e : exhaustion) : bool :=
  let J := jumps b in
  let Y := map symmetry_of (symmetries e) in
  let P := map (prepare b J F) (cuts e) in
  fits b && forallb (is_symmetry b J F) Y &&
  (existsb (fun c => match c with NoneFinal => true | _ => false end) P ||
   match valid_cuts P with
   | None => false
   | Some C =>
       let S := states (positions e) in
       let YB := map (bit_symmetry_of b) Y in
       let JB := map bit_jump_of J in
       let accept := let a := acceptb b J F in fun x => a (bits x) in
       let few := let all := weighed b (fun _ => 1) in let f := fewest b F in
                  fun x => worth all x <=? f in
       holds S YB (pack start, code sv) &&
       scan accept few S YB JB (positions e) C
   end).

(** ** Why it holds *)

(** No [n] jumps lead to the goal. *)
Definition lost b F (n : nat) (p : position) (s : option hole) : Prop :=
  forall js q, length js = n -> plays b p js q -> accepts b F q ->
  (forall h, s = Some h -> follow js h <> None) -> False.

Section Closed.

Variables (b : board) (F : finals) (e : exhaustion) (C : list bit_cut).
Hypothesis D : distinct b = true.
Hypothesis L : fits b = true.
Let J := jumps b.
Let Y := map symmetry_of (symmetries e).
Let S := states (positions e).
Let YB := map (bit_symmetry_of b) Y.
Let accept x := acceptb b J F (bits x).
Let few x := worth (weighed b (fun _ => 1)) x <=? fewest b F.
Hypothesis Sym : forallb (is_symmetry b J F) Y = true.
Hypothesis Cut : valid_cuts (map (prepare b J F) (cuts e)) = Some C.
Hypothesis Closed : forallb (is_closed accept few (map bit_jump_of J) S YB C) (positions e) = true.

Definition of_state (x : state) (p : position) (s : option hole) : Prop :=
  agree b (fst x) p /\ snd x = code s /\ (forall h, s = Some h -> In h (holes b)).

Lemma valid_cuts_spec l C' : valid_cuts l = Some C' -> forall c, In c C' -> In (Prepared c) l.
Proof.
  revert C'. induction l as [|a l IH]; simpl; intros C' E c I; [inversion E; subst; easy|].
  destruct a as [| |d]; try discriminate. destruct (valid_cuts l) as [l'|] eqn:V; [|discriminate].
  inversion E; subst C'. destruct I as [->|I]; [now left|right; eapply IH; eauto].
Qed.

Lemma ruled_out_lost x p s n : agree b x p ->
  existsb (fun c => rules_out c x) C = true -> accept x = false -> lost b F n p s.
Proof.
  intros A X Na js q _ P Ac _. apply existsb_exists in X as [c [I X]].
  apply (valid_cuts_spec _ _ Cut), in_map_iff in I as [d [E _]].
  assert (js <> []) as N.
  { intros ->. inversion P; subst. enough (accept x = true) by congruence.
    apply acceptb_spec; [exact D|]. apply (accepts_ext b F q (bits x)); [|exact Ac].
    intros h H. symmetry. now apply A. }
  pose proof (rules_out_spec b F p js q x d (Run _ _ _ _ _ D P Ac) N A) as Q.
  fold J in Q. rewrite E in Q. congruence.
Qed.

Lemma holds_lost x p s n :
  (forall x p s, In x (positions e) -> of_state x p s -> lost b F n p s) ->
  holds S YB x = true -> of_state x p s -> lost b F n p s.
Proof.
  intros IH H O. unfold holds in H. apply orb_true_iff in H as [H|H].
  - apply states_spec in H. eapply IH; eauto.
  - apply existsb_exists in H as [sb [I H]]. apply in_map_iff in I as [sy [<- I]].
    rewrite forallb_forall in Sym. specialize (Sym sy I).
    apply states_spec in H. destruct O as (A & Co & Is).
    intros js q Len P Ac Fo.
    set (p' := bits (gather (fst x) (moves b sy))).
    assert (is_moved b sy p p') as M.
    { intros h Hh. unfold p'. rewrite <- (A h Hh).
      now apply (gather_moved b F sy (fst x) L Sym). }
    destruct (moved_plays b F sy D Sym p js q p' P M) as [q' [P' M']].
    apply (IH _ p' (option_map sy s) H) with (js := map (move sy) js) (q := q').
    + split; [|split].
      * intros h _. reflexivity.
      * simpl. rewrite Co. destruct s as [h|]; simpl.
        -- apply move_code_spec; auto.
        -- now apply move_code_none.
      * intros h Eh. destruct s as [g|]; [|discriminate]. inversion Eh; subst h.
        apply (moved b F sy Sym). auto.
    + now rewrite map_length.
    + exact P'.
    + now apply (moved_accepts b F sy D Sym q q').
    + intros h Eh. destruct s as [g|]; [|discriminate]. inversion Eh; subst h.
      rewrite (moved_follow b F sy Sym js g); [|eapply plays_jumps; eauto|auto].
      specialize (Fo g eq_refl). now destruct (follow js g).
Qed.

Lemma closed_lost n x p s : In x (positions e) -> of_state x p s -> lost b F n p s.
Proof.
  revert x p s. induction n as [|n IH]; intros x p s I O.
  all: rewrite forallb_forall in Closed; pose proof (Closed x I) as Cl.
  all: unfold is_closed in Cl; apply andb_true_iff in Cl as [Na Cl]; apply negb_true_iff in Na.
  all: destruct O as (A & Co & Is); intros js q Len P Ac Fo.
  - destruct js; [|discriminate]. inversion P; subst. enough (accept (fst x) = true) by congruence.
    apply acceptb_spec; [exact D|]. apply (accepts_ext b F q (bits (fst x))); [|exact Ac].
    intros h H. symmetry. now apply A.
  - apply orb_true_iff in Cl as [Cl|Cl].
    + apply Z.leb_le in Cl. rewrite (worth_spec b _ _ p A) in Cl. fold (pegs_of b p) in Cl.
      apply length_plays in P. apply fewest_spec in Ac. lia.
    + destruct js as [|j js]; [discriminate|]. inversion P as [|? ? ? ? Jj Po P']; subst.
      rewrite forallb_forall in Cl.
      assert (In (bit_jump_of j) (map bit_jump_of J)) as Ij.
      { apply in_map. now apply in_jumps. }
      specialize (Cl _ Ij). rewrite (proj2 (possible_agree b j (fst x) p Jj A) Po) in Cl.
      pose proof (jump_holes b j Jj) as (If & Io & It & _).
      pose proof (fits_spec b L) as Sm.
      assert ((snd x =? over_bit (bit_jump_of j))%uint63 = false) as No.
      { apply not_true_is_false. intro X. apply eqb_spec in X. rewrite Co in X.
        destruct s as [h|]; simpl in X.
        - apply index_inj in X; [|apply Sm; auto|apply Sm; auto]. subst h.
          apply (Fo _ eq_refl). simpl. now rewrite N.eqb_refl.
        - apply (f_equal to_Z) in X. rewrite (index_spec _ (Sm _ Io)) in X.
          pose proof (Sm _ Io) as G. unfold small in G. change (to_Z 127) with 127 in X. lia. }
      rewrite No in Cl. simpl negb in Cl. simpl andb in Cl. cbv beta iota zeta in Cl.
      set (s' := match s with Some h => Some (if N.eqb (from j) h then to j else h) | None => None end).
      assert (of_state (after (bit_jump_of j) x) (make j p) s') as O.
      { split; [|split].
        - now apply make_agree.
        - simpl. rewrite Co. destruct s as [h|]; simpl.
          + destruct (N.eqb_spec (from j) h) as [->|X].
            * now rewrite (proj2 (eqb_spec (index h) (index h)) eq_refl).
            * destruct (index h =? index (from j))%uint63 eqn:E; [|reflexivity].
              apply eqb_spec, index_inj in E; [congruence|apply Sm; auto|apply Sm; auto].
          + destruct (127 =? index (from j))%uint63 eqn:E; [|reflexivity].
            apply eqb_spec in E. apply (f_equal to_Z) in E.
            rewrite (index_spec _ (Sm _ If)) in E. pose proof (Sm _ If) as G.
            unfold small in G. change (to_Z 127) with 127 in E. lia.
        - intros h E. unfold s' in E. destruct s as [g|]; [|discriminate].
          inversion E. destruct (N.eqb (from j) g); auto. }
      assert (lost b F n (make j p) s') as Lo.
      { apply orb_true_iff in Cl as [H|H].
        - eapply holds_lost; [exact IH|exact H|exact O].
        - apply andb_true_iff in H as [H1 H2]. apply negb_true_iff in H2.
          apply (ruled_out_lost (fst (after (bit_jump_of j) x))); auto. apply O. }
      apply (Lo js q); [now inversion Len|exact P'|exact Ac|].
      intros h E. unfold s' in E. destruct s as [g|]; [|discriminate]. inversion E; subst h.
      specialize (Fo g eq_refl). simpl in Fo.
      destruct (N.eqb (over j) g); [congruence|exact Fo].
Qed.

End Closed.

Theorem check_exhaustion_spec b F start sv e js q :
  distinct b = true -> (forall h, In h start -> In h (holes b)) ->
  (forall h, sv = Some h -> In h (holes b)) ->
  plays b (pegs_in start) js q -> accepts b F q ->
  (forall h, sv = Some h -> follow js h <> None) ->
  check_exhaustion b F start sv e = false.
Proof.
  intros D I Is P Ac Fo. apply not_true_is_false. intro X. unfold check_exhaustion in X.
  apply andb_true_iff in X as [X Z]. apply andb_true_iff in X as [L Sym].
  apply orb_true_iff in Z as [Z|Z].
  - apply existsb_exists in Z as [c [Ic Z]]. apply in_map_iff in Ic as [d [E _]].
    destruct c; try discriminate. unfold prepare in E.
    destruct (least_spec b F (table_of (cut_weights d)) q Ac) as [v [V _]]. rewrite V in E.
    destruct (bit_halves_some b F q (cut_rows d) Ac) as [hs H]. rewrite H in E.
    destruct (changes_of _ _ _ _); [|discriminate].
    destruct (add_scaled _ _ _); [|discriminate].
    destruct (_ && _); discriminate.
  - destruct (valid_cuts _) as [C|] eqn:V; [|discriminate].
    apply andb_true_iff in Z as [H Cl]. apply (scan_spec _ _ _ _ _ _ C _ (incl_refl C)) in Cl.
    eapply (holds_lost b F e D L Sym) with (s := sv) (n := length js); [|exact H| |reflexivity|exact P|exact Ac|exact Fo].
    + intros x p s Ix O. eapply closed_lost; eauto.
    + split; [|split]; simpl; [now apply pack_agree|reflexivity|exact Is].
Qed.
