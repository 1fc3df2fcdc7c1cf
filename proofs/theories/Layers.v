(** * Layers: model D's formula

    A layer is a set of jumps that share no hole. The jumps of a solution are put into layers one
    after the other, each into the first one after those of the jumps before it that share a hole
    with it. So hole by hole the layers come in the order of the jumps, and n jumps have n layers
    at most. *)

From Coq Require Import ZArith NArith PArith List Bool Lia Permutation.
From Coq Require Import FMapPositive.
From Pegs Require Import Puzzle Board Sums Finals Argument Symmetry Lrat Refutation Sweeps.
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

(** ** Variables and clauses *)

Inductive dvar : Set :=
| DMade (l : nat) (j : jump)
| DPeg (l : nat) (h : hole)
| DParity (s i : nat)
| DCount (lo n i : nat).

Definition dlit : Set := dvar * bool.

(** What is in a hole: known, or a variable's value. *)
Inductive known : Set := Known (v : bool) | Unknown (l : nat) (h : hole).

Inductive general : Set := Const (v : bool) | Lit (x : dvar) (s : bool).

Definition general_of (k : known) (s : bool) : general :=
  match k with
  | Known v => Const (Bool.eqb v s)
  | Unknown l h => Lit (DPeg l h) s
  end.

Definition lits_of (c : list general) : list dlit :=
  flat_map (fun g => match g with Lit x s => [(x, s)] | Const _ => [] end) c.

(** One of these, unless that is known. *)
Definition require (c : list general) : list (list dlit) :=
  if existsb (fun g => match g with Const v => v | _ => false end) c then [] else [lits_of c].

(** The values of holes, as a table. *)
Definition known_table (l : list (hole * known)) : hole -> known :=
  let t := fold_left (fun t hk => PositiveMap.add (N.succ_pos (fst hk)) (snd hk) t) l (PositiveMap.empty known) in
  fun h => match PositiveMap.find (N.succ_pos h) t with Some k => k | None => Known false end.

Lemma known_table_spec (g : hole -> known) H h : In h H -> known_table (map (fun h => (h, g h)) H) h = g h.
Proof.
  unfold known_table. intro I.
  assert (forall t, (In h H \/ PositiveMap.find (N.succ_pos h) t = Some (g h)) ->
    PositiveMap.find (N.succ_pos h) (fold_left (fun t hk => PositiveMap.add (N.succ_pos (fst hk)) (snd hk) t)
      (map (fun h => (h, g h)) H) t) = Some (g h)) as G.
  { clear I. induction H as [|x H IH]; intros t O; simpl.
    - destruct O as [O|O]; [easy|exact O].
    - apply IH. destruct (N.eq_dec x h) as [->|N].
      + right. apply PositiveMap.gss.
      + destruct O as [[O|O]|O]; [congruence|now left|]. right.
        rewrite PositiveMap.gso; [exact O|]. intro E. apply succ_pos_inj in E. congruence. }
  now rewrite G by (now left).
Qed.

Definition is_known (k : known) (v : bool) : bool := match k with Known w => Bool.eqb w v | _ => false end.

Section Formula.

Variables (H : list hole) (J : list jump) (F : finals) (p0 : position) (L : nat) (early : bool) (sets : list (list hole)).

(** The jumps that may be made in a layer. *)
Definition open_jumps (before : hole -> known) : list jump :=
  filter (fun j => negb (is_known (before (from j)) false || is_known (before (over j)) false
                         || is_known (before (to j)) true)) J.

Definition is_changed (open : list jump) (h : hole) : bool := existsb (fun j => touch j h) open.

Definition next (l : nat) (before : hole -> known) (open : list jump) : hole -> known :=
  known_table (map (fun h => (h, if is_changed open h then Unknown (S l) h else before h)) H).

Definition made (l : nat) (s : bool) (j : jump) : general := Lit (DMade l j) s.

(** What jumps do to a hole: it is as they need it before, and as they leave it after. *)
Fixpoint change_jumps (l : nat) (done js : list jump) (before after : general) : list (list dlit) :=
  match js with
  | [] => []
  | j :: js =>
      require [made l false j; before] ++ require [made l false j; after] ++
      flat_map (fun i => require [made l false i; made l false j]) done ++
      change_jumps l (done ++ [j]) js before after
  end.

Definition change (l : nat) (js : list jump) (before after not_before not_after : general) (changed : bool) :=
  change_jumps l [] js before after ++
  (if changed then require (not_before :: not_after :: map (made l true) js) else []).

Definition of_hole (l : nat) (before after : hole -> known) (open : list jump) (h : hole) : list (list dlit) :=
  let c := is_changed open h in
  let b := general_of (before h) in
  let a := general_of (after h) in
  change l (filter (fun j => N.eqb (from j) h || N.eqb (over j) h) open) (b true) (a false) (b false) (a true) c ++
  change l (filter (fun j => N.eqb (to j) h) open) (b false) (a true) (b true) (a false) c.

Definition of_early (l : nat) (open earlier : list jump) : list (list dlit) :=
  flat_map (fun j =>
      if existsb (jump_eqb j) earlier
      then require (made l false j :: map (made (pred l) true)
                     (filter (fun i => touch i (from j) || touch i (over j) || touch i (to j)) earlier))
      else []) open.

Definition of_layer (l : nat) (before after : hole -> known) (open : list jump) (earlier : option (list jump)) :=
  flat_map (of_hole l before after open) H ++
  match earlier with
  | Some e => if early then of_early l open e else []
  | None => []
  end.

Fixpoint of_layers (n l : nat) (before : hole -> known) (earlier : option (list jump)) :
    list (list dlit) * (hole -> known) :=
  match n with
  | O => ([], before)
  | S n =>
      let open := open_jumps before in
      let after := next l before open in
      let rest := of_layers n (S l) after (Some open) in
      (of_layer l before after open earlier ++ fst rest, snd rest)
  end.

(** The variables of the layers, in the order of their numbers. *)
Fixpoint vars_of_layers (n l : nat) (before : hole -> known) : list dvar :=
  match n with
  | O => []
  | S n =>
      let open := open_jumps before in
      map (DMade l) open ++ map (DPeg (S l)) (filter (is_changed open) H) ++
      vars_of_layers n (S l) (next l before open)
  end.

(** *** Parity *)

Definition even_lits (xs : list dlit) : list (list dlit) :=
  map (fun c => map (fun xv => (fst (fst xv), xorb (snd (fst xv)) (snd xv))) (combine xs c))
      (filter is_odd (choices (length xs))).

Fixpoint even_of_many (fuel s i : nat) (xs : list dlit) : list (list dlit) :=
  match fuel, xs with
  | S fuel, a :: b :: c :: ((_ :: _ :: _) as rest) =>
      even_lits [a; b; c; (DParity s i, true)] ++ even_of_many fuel s (S i) (rest ++ [(DParity s i, true)])
  | _, _ => even_lits xs
  end.

Fixpoint vars_of_many (fuel s i n : nat) : list dvar :=
  match fuel with
  | O => []
  | S fuel => if n <=? 4 then [] else DParity s i :: vars_of_many fuel s (S i) (n - 2)
  end.

(** The literals of a set at the end, the first one negated if they have to be odd. *)
Definition end_lits (fin : hole -> known) (set : list hole) : list dlit :=
  flat_map (fun h => match fin h with Unknown l g => [(DPeg l g, true)] | Known _ => [] end) set.

Definition end_odd (fin : hole -> known) (set : list hole) : bool :=
  fold_right (fun h o => xorb (xorb (p0 h) (match fin h with Known v => v | _ => false end)) o) false set.

Definition signed (odd : bool) (xs : list dlit) : list dlit :=
  match xs with
  | (x, s) :: xs => (x, xorb s odd) :: xs
  | [] => []
  end.

Definition of_set (fin : hole -> known) (s : nat) (set : list hole) : list (list dlit) :=
  let odd := end_odd fin set in
  let xs := end_lits fin set in
  (match xs with [] => if odd then [[]] else [] | _ => [] end) ++
  even_of_many (length xs) s 0 (signed odd xs).

(** *** The end *)

Definition of_picture (fin : hole -> known) : list (list dlit) :=
  match marks F with
  | None => []
  | Some m => flat_map (fun h => match m h with Some v => require [general_of (fin h) v] | None => [] end) H
  end.

Definition unknown_holes (fin : hole -> known) : list hole :=
  filter (fun h => match fin h with Unknown _ _ => true | Known _ => false end) H.

Definition hole_var (fin : hole -> known) (h : hole) : dvar :=
  match fin h with Unknown l g => DPeg l g | Known _ => DPeg 0 h end.

(** More than [i] of the [n] holes from place [lo] on are empty. *)
Definition more_empty (fin : hole -> known) (U : list hole) (lo n i : nat) : dlit :=
  match n with
  | 1 => (hole_var fin (nth lo U 0%N), false)
  | _ => (DCount lo n i, true)
  end.

Definition opposite_of (x : dlit) : dlit := (fst x, negb (snd x)).

Definition size_of (cap n : nat) : nat := Nat.min cap n.

Definition sums_empty (fin : hole -> known) (U : list hole) (cap lo n : nat) : list (list dlit) :=
  let m := Nat.div2 n in
  flat_map (fun i => flat_map (fun j =>
      if (1 <=? i + j) && (i + j <=? size_of cap n)
      then [more_empty fin U lo n (i + j - 1) ::
            (if 1 <=? i then [opposite_of (more_empty fin U lo m (i - 1))] else []) ++
            (if 1 <=? j then [opposite_of (more_empty fin U (lo + m) (n - m) (j - 1))] else [])]
      else []) (seq 0 (1 + size_of cap (n - m)))) (seq 0 (1 + size_of cap m)).

Fixpoint totals_empty (fuel : nat) (fin : hole -> known) (U : list hole) (cap lo n : nat) : list (list dlit) :=
  match fuel with
  | O => []
  | S fuel =>
      if n <=? 1 then []
      else let m := Nat.div2 n in
           totals_empty fuel fin U cap lo m ++ totals_empty fuel fin U cap (lo + m) (n - m) ++
           sums_empty fin U cap lo n
  end.

Fixpoint vars_of_totals (fuel cap lo n : nat) : list dvar :=
  match fuel with
  | O => []
  | S fuel =>
      if n <=? 1 then []
      else let m := Nat.div2 n in
           vars_of_totals fuel cap lo m ++ vars_of_totals fuel cap (lo + m) (n - m) ++
           map (DCount lo n) (seq 0 (size_of cap n))
  end.

Definition filled_known (fin : hole -> known) : nat := length (filter (fun h => is_known (fin h) true) H).

Definition of_dead_end (fin : hole -> known) : list (list dlit) :=
  match dead F with
  | None => []
  | Some n =>
      let U := unknown_holes fin in
      let all := filled_known fin + length U in
      flat_map (fun j => require [general_of (fin (from j)) false; general_of (fin (over j)) false;
                                  general_of (fin (to j)) true]) J ++
      (if all <? N.to_nat n then [[]]
       else let most := all - N.to_nat n in
            totals_empty (length U) fin U (1 + most) 0 (length U) ++
            (if most <? length U then [[opposite_of (more_empty fin U 0 (length U) most)]] else []))
  end.

Definition start_known (h : hole) : known := Known (p0 h).

Definition layers_formula : list (list dlit) :=
  let r := of_layers L 0 start_known None in
  let fin := snd r in
  fst r ++
  flat_map (fun s => of_set fin (fst s) (snd s)) (combine (seq 0 (length sets)) sets) ++
  of_picture fin ++ of_dead_end fin.

Definition layers_vars : list dvar :=
  let fin := snd (of_layers L 0 start_known None) in
  vars_of_layers L 0 start_known ++
  flat_map (fun s => let n := length (end_lits fin (snd s)) in vars_of_many n (fst s) 0 n)
           (combine (seq 0 (length sets)) sets) ++
  match dead F with
  | None => []
  | Some n =>
      let U := unknown_holes fin in
      let all := filled_known fin + length U in
      if all <? N.to_nat n then [] else vars_of_totals (length U) (1 + (all - N.to_nat n)) 0 (length U)
  end.

End Formula.

(** ** A solution makes the clauses true *)

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
    assert (forall (l : list (list hole)) o, In (s, set) (combine (seq o (length l)) l) -> nth_error l (s - o) = Some set) as G.
    { clear. induction l as [|y l IH]; intros o I; simpl in I; [easy|]. destruct I as [I|I].
      - inversion I; subst. now rewrite Nat.sub_diag.
      - pose proof I as I'. apply IH in I. apply in_combine_l in I'. apply in_seq in I'.
        replace (s - o) with (S (s - S o)) by lia. exact I. }
    apply G in I. rewrite Nat.sub_0_r in I. eapply of_set_true; eauto.
  - now apply of_picture_true.
  - now apply of_dead_end_true.
Qed.

End True.

(** ** The certificate *)

Definition dvar_eqb (x y : dvar) : bool :=
  match x, y with
  | DMade l j, DMade k i => Nat.eqb l k && jump_eqb j i
  | DPeg l h, DPeg k g => Nat.eqb l k && N.eqb h g
  | DParity s i, DParity t j => Nat.eqb s t && Nat.eqb i j
  | DCount lo n i, DCount mo m j => Nat.eqb lo mo && Nat.eqb n m && Nat.eqb i j
  | _, _ => false
  end.

Lemma dvar_eqb_eq x y : dvar_eqb x y = true -> x = y.
Proof.
  destruct x, y; simpl; try discriminate; rewrite !andb_true_iff; intros; intuition;
    repeat match goal with
           | H : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in H
           | H : N.eqb _ _ = true |- _ => apply N.eqb_eq in H
           | H : jump_eqb _ _ = true |- _ => apply jump_eqb_eq in H
           end; congruence.
Qed.

Record in_layers : Set := InLayers {
  ly_jumps : list jump; (* every jump, in the order of its variables *)
  ly_early : bool;
  ly_sets : list (list hole);
  ly_number : dvar -> positive;
  ly_proof : list step }.

(** The place of a variable in a list, from 1: a numbering for those who have no table. *)
Fixpoint place_from (i : positive) (l : list dvar) (x : dvar) : positive :=
  match l with
  | [] => i
  | y :: l => if dvar_eqb x y then i else place_from (Pos.succ i) l x
  end.

(** As many layers as a solution can have jumps. *)
Definition n_layers (b : board) F (p : position) : nat := Z.to_nat (pegs_of b p - fewest b F).

(** The variables, in the order of their numbers. *)
Definition variables_of_layers (b : board) F (start : list hole) (c : in_layers) : list dvar :=
  let p := member start in
  layers_vars (holes b) (ly_jumps c) F p (n_layers b F p) (ly_early c) (ly_sets c).

Definition check_layers (b : board) F (start : list hole) (c : in_layers) : bool :=
  let J := jumps b in
  let p := member start in
  let on := member (holes b) in
  forallb (fun j => existsb (jump_eqb j) (ly_jumps c)) J &&
  forallb (fun j => existsb (jump_eqb j) J) (ly_jumps c) &&
  Nat.eqb (length (ly_jumps c)) (length J) &&
  forallb (fun set => is_parity_set J (member set) && disjoint_holes [] set && forallb on set) (ly_sets c) &&
  let f := layers_formula (holes b) (ly_jumps c) F p (n_layers b F p) (ly_early c) (ly_sets c) in
  let t := table_by_number (variables_of_layers b F start c) in
  forallb (forallb (is_numbered dvar dvar_eqb (ly_number c) t)) f &&
  refutes_formula (map (map (encode_lit dvar (ly_number c))) f) (ly_proof c).

Theorem check_layers_spec b F start c js q :
  distinct b = true -> plays b (member start) js q -> accepts b F q -> check_layers b F start c = false.
Proof.
  intros D P A. apply not_true_is_false. intro C. unfold check_layers in C. cbv zeta in C.
  rewrite !andb_true_iff in C. destruct C as [[[[J1 J2] J3] Se] [Nu R]].
  rewrite forallb_forall in J1, J2, Se, Nu. apply Nat.eqb_eq in J3.
  assert (forall j, is_jump b j -> In j (ly_jumps c)) as Jin.
  { intros j J. apply (in_jumps b j D), J1, existsb_exists in J as [k [K E]]. apply jump_eqb_eq in E. now subst. }
  assert (forall j, In j (ly_jumps c) -> is_jump b j) as Jis.
  { intros j J. apply J2, existsb_exists in J as [k [K E]]. apply jump_eqb_eq in E. subst. now apply in_jumps. }
  assert (NoDup (ly_jumps c)) as Jnd.
  { apply NoDup_incl_NoDup with (jumps b); [apply jumps_nodup|lia|].
    intros j J. apply Jin. now apply in_jumps. }
  assert (length js <= n_layers b F (member start)) as Len.
  { unfold n_layers. pose proof (length_plays b _ js q P). apply fewest_spec in A. lia. }
  assert (forall set, In set (ly_sets c) ->
    is_parity_set (jumps b) (member set) = true /\ NoDup set /\ forall h, In h set -> In h (holes b)) as Sets.
  { intros set I. apply Se in I. rewrite !andb_true_iff, forallb_forall in I. destruct I as [[I1 I2] I3].
    split; [exact I1|]. split.
    - clear - I2. revert I2. generalize (@nil hole). induction set as [|h l IH]; intros s E; [constructor|].
      simpl in E. apply andb_true_iff in E as [E1 E2]. constructor; [|eapply IH; eauto].
      intro I. assert (forall l s, disjoint_holes s l = true -> forall g, In g s -> ~ In g l) as G.
      { clear. induction l as [|x l IH]; intros s E g Ig Il; [easy|]. simpl in E. destruct Il as [->|Il].
        - apply andb_true_iff in E as [E _]. apply negb_true_iff in E.
          enough (existsb (N.eqb g) s = true) by congruence. apply existsb_exists. exists g. split; [exact Ig|apply N.eqb_refl].
        - apply andb_true_iff in E as [_ E]. apply (IH _ E g); [now right|exact Il]. }
      apply (G l _ E2 h); [now left|exact I].
    - intros h Hh. now apply member_spec, I3. }
  erewrite refutes_formula_spec in R; [discriminate|].
  intros d Id. apply in_map_iff in Id as [e [<- Ie]].
  pose proof (layers_formula_true b F (member start) q js (ly_jumps c) _ (ly_early c) (ly_sets c)
    D P A Len Jin Jis Jnd Sets e Ie) as T.
  apply (encode_holds dvar dvar_eqb _ _ dvar_eqb_eq _ e (Nu e Ie) T).
Qed.
