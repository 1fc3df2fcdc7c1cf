(** * Rows: what every solution's number of times of each jump fulfils

    A row is a number for each jump, and a least sum. A run of jumps fulfils it if the numbers,
    each as often as its jump is made, come to that sum at least. Weights give rows; sets of
    holes that the run must change make them stronger; sums of rows are rows; and as jumps are
    made a whole number of times, numbers may be divided and rounded up. *)

From Coq Require Import ZArith NArith List Bool Lia.
From Pegs Require Import Puzzle Board Sums Finals.
Import ListNotations.
Local Open Scope Z_scope.

Record row : Set := Row { changes : list Z; at_least : Z }.

(** How often each jump is made. *)
Definition times (J js : list jump) : list Z :=
  map (fun j => Z.of_nat (count_occ jump_dec js j)) J.

Fixpoint dot (c x : list Z) : Z :=
  match c, x with
  | a :: c, y :: x => a * y + dot c x
  | _, _ => 0
  end.

Definition fulfils (J js : list jump) (r : row) : Prop :=
  length (changes r) = length J /\ at_least r <= dot (changes r) (times J js).

Lemma dot_map {A} (f g : A -> Z) l : dot (map f l) (map g l) = sum (fun x => f x * g x) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

Theorem dot_times J js c :
  NoDup J -> (forall j, In j js -> In j J) -> dot (map c J) (times J js) = sum c js.
Proof.
  intros N. unfold times. rewrite dot_map. induction js as [|j js IH]; intro I.
  - simpl. rewrite (sum_ext _ (fun j => 0 * c j)); [|intros; lia]. rewrite sum_scale. lia.
  - rewrite (sum_change (fun k => c k * Z.of_nat (count_occ jump_dec js k)) _ J j N).
    + rewrite IH; [|intros k K; apply I; now right].
      cbn [count_occ sum fold_right]. fold (sum c js).
      destruct (jump_dec j j); [|congruence]. lia.
    + apply I. now left.
    + intros k _ K. simpl. destruct (jump_dec j k); [congruence|reflexivity].
Qed.

Lemma times_nonneg J js : Forall (fun x => 0 <= x) (times J js).
Proof. unfold times. apply Forall_map, Forall_forall. intros. lia. Qed.

(** ** Rows of weights and sets *)

(** What has to be known of a run before weights say something of it. *)
Record run (b : board) (F : finals) (p : position) (js : list jump) (q : position) : Prop := Run {
  run_distinct : distinct b = true;
  run_plays : plays b p js q;
  run_accepts : accepts b F q }.

Lemma run_in_jumps b F p js q : run b F p js q -> forall j, In j js -> In j (jumps b).
Proof.
  intros [D P _] j I. apply in_jumps; [exact D|]. eapply plays_jumps; eauto.
Qed.

(** What the jumps add up to is a row. *)
Lemma sum_row b F p js q c a :
  run b F p js q -> a <= sum c js -> fulfils (jumps b) js (Row (map c (jumps b)) a).
Proof.
  intros R A. split; [apply map_length|]. simpl.
  now rewrite (dot_times _ _ _ (jumps_nodup b) (run_in_jumps _ _ _ _ _ R)).
Qed.

(** A set of holes, and what is added to jumps that may be the first and the last to touch it. *)
Record ends : Set := Ends { inside : list hole; first : Z; last : Z }.

Definition touches (R : hole -> bool) (j : jump) : bool := R (from j) || R (over j) || R (to j).

(** Whether the jump is possible in [p], as far as the holes of R tell. *)
Definition fits_start (R : hole -> bool) (p : position) (j : jump) : bool :=
  (negb (R (from j)) || p (from j)) && (negb (R (over j)) || p (over j)) &&
  (negb (R (to j)) || negb (p (to j))).

Definition is_not (o : option bool) (v : bool) : bool :=
  match o with Some u => negb (Bool.eqb u v) | None => true end.

(** Whether it may lead to a final position, as far as they tell. *)
Definition fits_end (R : hole -> bool) (F : finals) (j : jump) : bool :=
  (negb (R (from j)) || is_not (at_end F (from j)) true) &&
  (negb (R (over j)) || is_not (at_end F (over j)) true) &&
  (negb (R (to j)) || is_not (at_end F (to j)) false).

Definition ends_of (R : hole -> bool) (a c : Z) (F : finals) (p : position) (j : jump) : Z :=
  if touches R j
  then (if fits_start R p j then a else 0) + (if fits_end R F j then c else 0)
  else 0.

Lemma touches_spec R j h :
  touches R j = false -> R h = true -> h <> from j /\ h <> over j /\ h <> to j.
Proof.
  unfold touches. intros T H. apply orb_false_iff in T as [T T3].
  apply orb_false_iff in T as [T1 T2]. repeat split; intros ->; congruence.
Qed.

(** Where no jump touches R, R stays as it is. *)
Lemma untouched b R p js q :
  plays b p js q -> (forall j, In j js -> touches R j = false) ->
  forall h, R h = true -> q h = p h.
Proof.
  induction 1 as [p|p j js q J C _ IH]; intros T h H; [reflexivity|].
  rewrite IH; [|intros; apply T; now right|exact H].
  destruct (touches_spec R j h (T j (or_introl eq_refl)) H) as (A & B & D).
  now apply make_other.
Qed.

(** The first jump that touches R finds R as at the start. *)
Lemma first_touch b R p js q a :
  plays b p js q -> 0 <= a -> (exists k, In k js /\ touches R k = true) ->
  a <= sum (fun j => if touches R j then if fits_start R p j then a else 0 else 0) js.
Proof.
  intros P A. set (f := fun j => if touches R j then if fits_start R p j then a else 0 else 0).
  assert (forall js, 0 <= sum f js) as Zs.
  { clear - A. intro js. induction js as [|j js IH]; simpl; [lia|]. subst f. simpl in *.
    destruct (touches R j); [destruct (fits_start R p j)|]; lia. }
  assert (forall p', plays b p' js q -> (forall h, R h = true -> p' h = p h) ->
     (exists k, In k js /\ touches R k = true) -> a <= sum f js) as G; [|apply G with p; auto].
  clear P. induction js as [|j js IH]; intros p' P E [k [K T]]; [easy|].
  inversion P as [|? ? ? ? J Po P']; subst. change (a <= f j + sum f js).
  destruct (touches R j) eqn:Tj.
  - specialize (Zs js). unfold f at 1. rewrite Tj.
    replace (fits_start R p j) with true; [lia|]. symmetry.
    destruct Po as (X & Y & V). unfold fits_start.
    destruct (R (from j)) eqn:R1; [rewrite <- (E _ R1), X|];
    (destruct (R (over j)) eqn:R2; [rewrite <- (E _ R2), Y|]);
    (destruct (R (to j)) eqn:R3; [rewrite <- (E _ R3), V|]); reflexivity.
  - unfold f at 1. rewrite Tj, Z.add_0_l. apply IH with (make j p'); [exact P'| |].
    + intros g G. rewrite <- (E g G). destruct (touches_spec R j g Tj G) as (A1 & A2 & A3).
      now apply make_other.
    + exists k. split; [|exact T]. destruct K as [->|K]; [congruence|exact K].
Qed.

(** The last one leaves it as at the end. *)
Lemma last_fits b F R p j js q :
  is_jump b j -> plays b (make j p) js q -> accepts b F q ->
  (forall k, In k js -> touches R k = false) -> fits_end R F j = true.
Proof.
  intros J P A U. apply jump_holes in J as Jh. destruct Jh as (I1 & I2 & I3 & _).
  assert (forall h v, In h (holes b) -> make j p h = negb v ->
          negb (R h) || is_not (at_end F h) v = true) as G.
  { intros h v I M. destruct (R h) eqn:X; [|reflexivity]. simpl. unfold is_not.
    destruct (at_end F h) as [u|] eqn:E; [|reflexivity].
    apply (at_end_spec b F q) in E; auto. rewrite (untouched b R _ js q P U _ X), M in E.
    subst u. now destruct v. }
  unfold fits_end. rewrite !andb_true_iff. repeat split; apply G; auto.
  - apply (make_from b j p J).
  - apply (make_over b j p J).
  - apply make_to.
Qed.

Lemma last_touch b F R p js q c :
  plays b p js q -> accepts b F q -> 0 <= c -> (exists k, In k js /\ touches R k = true) ->
  c <= sum (fun j => if touches R j then if fits_end R F j then c else 0 else 0) js.
Proof.
  intros P A C.
  set (f := fun j => if touches R j then if fits_end R F j then c else 0 else 0).
  assert (forall j, 0 <= f j) as Z.
  { intro j. unfold f. destruct (touches R j); [destruct (fits_end R F j)|]; lia. }
  assert (forall js, 0 <= sum f js) as Zs.
  { intro l. induction l as [|j l IH]; simpl; [lia|]. specialize (Z j). lia. }
  induction P as [p|p j js q J Po P IH]; intros [k [K T]]; [easy|].
  change (c <= f j + sum f js).
  destruct (existsb (touches R) js) eqn:X.
  - apply existsb_exists in X. specialize (IH A X). specialize (Z j). lia.
  - assert (forall j, In j js -> touches R j = false) as U.
    { intros i I. destruct (touches R i) eqn:Y; [|reflexivity].
      rewrite <- X. symmetry. apply existsb_exists. eauto. }
    assert (k = j) as ->.
    { destruct K as [->|K]; [reflexivity|]. apply U in K. congruence. }
    specialize (Zs js). unfold f at 1. rewrite T, (last_fits b F R p j js q); auto. lia.
Qed.

(** A changed set is touched. *)
Lemma changed_touched b R p js q :
  plays b p js q -> (exists h, R h = true /\ q h <> p h) -> exists k, In k js /\ touches R k = true.
Proof.
  intros P [h [H D]]. destruct (existsb (touches R) js) eqn:X; [now apply existsb_exists|].
  destruct D. apply (untouched b R p js q P); [|exact H].
  intros i I. destruct (touches R i) eqn:Y; [|reflexivity].
  rewrite <- X. symmetry. apply existsb_exists. eauto.
Qed.

Definition is_changed (b : board) (J : list jump) (F : finals) (p : position) (R : hole -> bool) : bool :=
  existsb (fun h => R h && match at_end F h with
                           | Some v => negb (Bool.eqb v (p h))
                           | None => false
                           end) (holes b)
  || (forallb R (holes b) && negb (acceptb b J F p)).

Lemma is_changed_touched b F p js q R :
  run b F p js q -> is_changed b (jumps b) F p R = true -> exists k, In k js /\ touches R k = true.
Proof.
  intros [D P A] C. unfold is_changed in C. apply orb_true_iff in C as [C|C].
  - apply existsb_exists in C as [h [H C]]. apply andb_true_iff in C as [X C].
    destruct (at_end F h) as [v|] eqn:E; [|discriminate].
    apply (changed_touched b R p js q P). exists h. split; [exact X|].
    rewrite (at_end_spec b F q h v A H E). intros ->. now rewrite eqb_reflx in C.
  - apply andb_true_iff in C as [X C]. rewrite forallb_forall in X.
    inversion P as [|? j js' ? J]; subst.
    + apply negb_true_iff in C. apply (acceptb_spec b F q D) in A. congruence.
    + exists j. split; [now left|]. unfold touches.
      apply jump_holes in J as (I & _). now rewrite (X _ I).
Qed.

(** ** Rows of tables *)

(** A number for each way in which some holes can be filled. *)
Inductive table : Set :=
| Value (v : Z)
| Ask (h : hole) (empty peg : table).

Fixpoint entry (t : table) (p : position) : Z :=
  match t with
  | Value v => v
  | Ask h l r => if p h then entry r p else entry l p
  end.

Fixpoint smallest (t : table) : Z :=
  match t with Value v => v | Ask _ l r => Z.min (smallest l) (smallest r) end.

Fixpoint largest (t : table) : Z :=
  match t with Value v => v | Ask _ l r => Z.max (largest l) (largest r) end.

Lemma entry_bounds t p : smallest t <= entry t p <= largest t.
Proof. induction t as [v|h l IHl r IHr]; simpl; [lia|]. destruct (p h); lia. Qed.

(** The most by which the entry of [u] after a jump exceeds that of [t] before it. *)
Fixpoint most_rise (j : jump) (t u : table) : Z :=
  match t, u with
  | Ask h l r, Ask h' l' r' =>
      if negb (N.eqb h h') then largest u - smallest t
      else if N.eqb h (to j) then most_rise j l r'
      else if N.eqb h (from j) || N.eqb h (over j) then most_rise j r l'
      else Z.max (most_rise j l l') (most_rise j r r')
  | _, _ => largest u - smallest t
  end.

Lemma most_rise_spec b j p : is_jump b j -> possible j p ->
  forall t u, entry u (make j p) - entry t p <= most_rise j t u.
Proof.
  intros J (X & Y & V) t.
  induction t as [v|h l IHl r IHr]; intros [w|h' l' r'];
    try (pose proof (entry_bounds (Value v) p); pose proof (entry_bounds (Value w) (make j p));
         simpl in *; lia).
  - pose proof (entry_bounds (Ask h' l' r') (make j p)). simpl in *. lia.
  - pose proof (entry_bounds (Ask h l r) p). simpl in *. lia.
  - cbn [most_rise]. destruct (N.eqb_spec h h') as [<-|]; cbn [negb].
    2: { pose proof (entry_bounds (Ask h l r) p).
         pose proof (entry_bounds (Ask h' l' r') (make j p)). lia. }
    cbn [entry]. destruct (N.eqb_spec h (to j)) as [->|N1].
    { rewrite V, (make_to j p). apply IHl. }
    destruct (N.eqb_spec h (from j)) as [->|N2]; cbn [orb].
    { rewrite X, (make_from b j p J). apply IHr. }
    destruct (N.eqb_spec h (over j)) as [->|N3].
    { rewrite Y, (make_over b j p J). apply IHr. }
    rewrite make_other by assumption. specialize (IHl l'). specialize (IHr r').
    destruct (p h); lia.
Qed.

(** The least entry of a final position. *)
Fixpoint least_entry (on : hole -> bool) (F : finals) (t : table) : Z :=
  match t with
  | Value v => v
  | Ask h l r =>
      match (if on h then at_end F h else None) with
      | Some true => least_entry on F r
      | Some false => least_entry on F l
      | None => Z.min (least_entry on F l) (least_entry on F r)
      end
  end.

Lemma least_entry_spec b F q t :
  accepts b F q -> least_entry (member (holes b)) F t <= entry t q.
Proof.
  intro A. induction t as [v|h l IHl r IHr]; simpl; [lia|].
  destruct (member (holes b) h) eqn:M; [|destruct (q h); lia].
  destruct (at_end F h) as [v|] eqn:E; [|destruct (q h); lia].
  rewrite (at_end_spec b F q h v A (proj1 (member_spec _ _) M) E). now destruct v.
Qed.

Definition table_row (b : board) (J : list jump) (F : finals) (p : position) (t : table) : row :=
  Row (map (fun j => most_rise j t t) J) (least_entry (member (holes b)) F t - entry t p).

Lemma table_row_spec b F p js q t : run b F p js q -> fulfils (jumps b) js (table_row b (jumps b) F p t).
Proof.
  intro R. apply (sum_row b F p js q _ _ R).
  pose proof (least_entry_spec b F q t (run_accepts _ _ _ _ _ R)) as L.
  enough (entry t q - entry t p <= sum (fun j => most_rise j t t) js) by lia.
  destruct R as [_ P _]. clear L. induction P as [p|p j js q J Po P IH]; simpl; [lia|].
  pose proof (most_rise_spec b j p J Po t t). fold (sum (fun j => most_rise j t t) js). lia.
Qed.

(** ** Sums of rows *)

Fixpoint plus_lists (c d : list Z) : list Z :=
  match c, d with
  | x :: c, y :: d => x + y :: plus_lists c d
  | _, _ => []
  end.

Definition add (r s : row) : row :=
  Row (plus_lists (changes r) (changes s)) (at_least r + at_least s).

Definition scale (k : Z) (r : row) : row := Row (map (Z.mul k) (changes r)) (k * at_least r).

Lemma dot_plus c d x : length c = length d -> dot (plus_lists c d) x = dot c x + dot d x.
Proof.
  revert d x. induction c as [|a c IH]; intros [|b d] [|y x]; simpl; try discriminate; try lia.
  intros [= L]. rewrite IH by exact L. lia.
Qed.

Lemma plus_length c d : length c = length d -> length (plus_lists c d) = length c.
Proof.
  revert d. induction c as [|a c IH]; intros [|b d]; simpl; try discriminate; auto.
Qed.

Lemma fulfils_add J js r s : fulfils J js r -> fulfils J js s -> fulfils J js (add r s).
Proof.
  intros [L1 A1] [L2 A2]. split; simpl.
  - rewrite plus_length; congruence.
  - rewrite dot_plus by congruence. lia.
Qed.

Lemma dot_scale k c x : dot (map (Z.mul k) c) x = k * dot c x.
Proof.
  revert x. induction c as [|a c IH]; intros [|y x]; simpl; try lia. rewrite IH. lia.
Qed.

Lemma fulfils_scale J js k r : 0 <= k -> fulfils J js r -> fulfils J js (scale k r).
Proof.
  intros K [L A]. split; simpl; [now rewrite map_length|]. rewrite dot_scale. nia.
Qed.

(** Divided, and rounded up. *)
Definition ceil (d z : Z) : Z := - ((- z) / d).

Lemma ceil_spec d z : 0 < d -> z <= d * ceil d z < z + d.
Proof.
  intro D. unfold ceil. pose proof (Z.div_mod (- z) d ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound (- z) d D). lia.
Qed.

Definition divide (d : Z) (r : row) : row := Row (map (ceil d) (changes r)) (ceil d (at_least r)).

Lemma dot_ceil d c x : 0 < d -> Forall (fun y => 0 <= y) x -> dot c x <= d * dot (map (ceil d) c) x.
Proof.
  intro D. revert x. induction c as [|a c IH]; intros [|y x] H; simpl; try lia.
  inversion H as [|? ? Y X]; subst. specialize (IH x X). pose proof (ceil_spec d a D). nia.
Qed.

Lemma fulfils_divide J js d r : 0 < d -> fulfils J js r -> fulfils J js (divide d r).
Proof.
  intros D [L A]. split; simpl; [now rewrite map_length|].
  pose proof (dot_ceil d (changes r) (times J js) D (times_nonneg J js)).
  pose proof (ceil_spec d (at_least r) D). nia.
Qed.

(** ** Of a certificate *)

(** Weights, sets that the run must change, tables, and rows by number, each so many times. *)
Record combination : Set := Combination {
  weights : list Z;
  sets : list ends;
  tables : list table;
  rows_added : list (nat * Z) }.

Definition weights_row (b : board) (J : list jump) (F : finals) (p : position) (w : hole -> Z) : option row :=
  match least b F w with
  | Some v => Some (Row (map (rise w) J) (v - value b w p))
  | None => None (* no position is final *)
  end.

Lemma weights_row_spec b F p js q w :
  run b F p js q -> exists r, weights_row b (jumps b) F p w = Some r /\ fulfils (jumps b) js r.
Proof.
  intro R. destruct (least_spec b F w q (run_accepts _ _ _ _ _ R)) as [v [E V]].
  unfold weights_row. rewrite E. eexists. split; [reflexivity|].
  apply (sum_row b F p js q); [exact R|].
  rewrite (value_plays b w p js q (run_plays _ _ _ _ _ R)) in V. lia.
Qed.

(** [None]: the set is no such set. *)
Definition set_row (b : board) (J : list jump) (F : finals) (p : position) (e : ends) : option row :=
  let R := member (inside e) in
  if (0 <=? first e) && (0 <=? last e) && is_changed b J F p R
  then Some (Row (map (ends_of R (first e) (last e) F p) J) (first e + last e))
  else None.

Lemma set_row_spec b F p js q e r :
  run b F p js q -> set_row b (jumps b) F p e = Some r -> fulfils (jumps b) js r.
Proof.
  intros R E. unfold set_row in E.
  destruct ((0 <=? first e) && (0 <=? last e) && is_changed b (jumps b) F p (member (inside e))) eqn:C;
    [|discriminate].
  inversion E; subst r. rewrite !andb_true_iff, !Z.leb_le in C. destruct C as [[A B] C].
  apply (is_changed_touched b F p js q _ R) in C. apply (sum_row b F p js q); [exact R|].
  destruct R as [D P Ac].
  pose proof (first_touch b _ p js q (first e) P A C).
  pose proof (last_touch b F _ p js q (last e) P Ac B C).
  rewrite (sum_ext (ends_of _ _ _ _ _)
    (fun j => (if touches (member (inside e)) j then if fits_start (member (inside e)) p j then first e else 0 else 0)
            + (if touches (member (inside e)) j then if fits_end (member (inside e)) F j then last e else 0 else 0))).
  - rewrite sum_plus. lia.
  - intros j _. unfold ends_of. destruct (touches _ j); lia.
Qed.

Fixpoint add_sets b J F p (l : list ends) (r : row) : option row :=
  match l with
  | [] => Some r
  | e :: l =>
      match set_row b J F p e with
      | Some s => add_sets b J F p l (add r s)
      | None => None
      end
  end.

Fixpoint add_rows (rows : list row) (l : list (nat * Z)) (r : row) : option row :=
  match l with
  | [] => Some r
  | (i, k) :: l =>
      match nth_error rows i with
      | Some s => if 0 <=? k then add_rows rows l (add r (scale k s)) else None
      | None => None
      end
  end.

(** What is wrong, or that there is nothing to show, or a row. *)
Inductive made : Set := Wrong | Nothing | Made (r : row).

Definition combine_rows b J F p (rows : list row) (c : combination) : made :=
  match weights_row b J F p (table_of (weights c)) with
  | None => Nothing
  | Some r =>
      match add_sets b J F p (sets c) r with
      | None => Wrong
      | Some r =>
          let r := fold_left (fun r t => add r (table_row b J F p t)) (tables c) r in
          match add_rows rows (rows_added c) r with
          | None => Wrong
          | Some r => Made r
          end
      end
  end.

Theorem combine_spec b F p js q rows c :
  run b F p js q -> (forall r, In r rows -> fulfils (jumps b) js r) ->
  match combine_rows b (jumps b) F p rows c with
  | Wrong => True
  | Nothing => False
  | Made r => fulfils (jumps b) js r
  end.
Proof.
  intros R H. unfold combine_rows.
  destruct (weights_row_spec b F p js q (table_of (weights c)) R) as [r [-> Fr]].
  assert (forall l r s, fulfils (jumps b) js r -> add_sets b (jumps b) F p l r = Some s ->
                        fulfils (jumps b) js s) as A1.
  { induction l as [|e l IH]; simpl; intros r0 s F0 E; [inversion E; now subst|].
    destruct (set_row b (jumps b) F p e) as [t|] eqn:S; [|discriminate].
    eapply IH; [|exact E]. apply fulfils_add; [exact F0|]. eapply set_row_spec; eauto. }
  assert (forall l r s, fulfils (jumps b) js r -> add_rows rows l r = Some s ->
                        fulfils (jumps b) js s) as A2.
  { induction l as [|[i k] l IH]; simpl; intros r0 s F0 E; [inversion E; now subst|].
    destruct (nth_error rows i) as [t|] eqn:S; [|discriminate].
    destruct (Z.leb_spec 0 k); [|discriminate].
    eapply IH; [|exact E]. apply fulfils_add; [exact F0|]. apply fulfils_scale; [lia|].
    apply H. eapply nth_error_In; eauto. }
  destruct (add_sets b (jumps b) F p (sets c) r) as [s|] eqn:S; [|exact I].
  assert (forall l r, fulfils (jumps b) js r ->
    fulfils (jumps b) js (fold_left (fun r t => add r (table_row b (jumps b) F p t)) l r)) as A3.
  { induction l as [|t l IH]; simpl; intros r0 F0; [exact F0|].
    apply IH, fulfils_add; [exact F0|]. now apply (table_row_spec b F p js q). }
  destruct (add_rows rows (rows_added c) _) as [t|] eqn:T; [|exact I].
  eapply A2; [|exact T]. apply A3. eapply A1; eauto.
Qed.

(** Rounded rows, each made of those before it. *)
Fixpoint round_rows b J F p (l : list (combination * Z)) (rows : list row) : option (list row) :=
  match l with
  | [] => Some rows
  | (c, d) :: l =>
      match combine_rows b J F p rows c with
      | Made r => if 0 <? d then round_rows b J F p l (rows ++ [divide d r]) else None
      | _ => None
      end
  end.

Theorem round_spec b F p js q l : run b F p js q -> forall rows rows',
  (forall r, In r rows -> fulfils (jumps b) js r) ->
  round_rows b (jumps b) F p l rows = Some rows' ->
  forall r, In r rows' -> fulfils (jumps b) js r.
Proof.
  intro R. induction l as [|[c d] l IH]; simpl; intros rows rows' H E; [inversion E; now subst|].
  pose proof (combine_spec b F p js q rows c R H) as C.
  destruct (combine_rows b (jumps b) F p rows c) as [| |s]; try discriminate.
  destruct (Z.ltb_spec 0 d); [|discriminate].
  eapply IH; [|exact E]. intros r I. apply in_app_iff in I as [I|[<-|[]]]; [auto|].
  now apply fulfils_divide.
Qed.
