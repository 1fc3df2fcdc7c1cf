(** * Refutations: model C's formula

    A solution of T jumps gives variables values: a jump is made as number t, there is a peg in a
    hole after t jumps, a peg that must survive is there. The certificate says what each
    variable means. Every clause must be true of every solution, which is seen clause by clause:
    by the start, by the goal, or by one jump, whichever it is. An LRAT proof says that nothing
    satisfies all of them. *)

From Coq Require Import ZArith NArith PArith List Bool Lia.
From Coq Require Import FMapPositive.
From Pegs Require Import Puzzle Board Sums Finals Lrat Numbered.
Import ListNotations.

(** Jumps are numbered from 0. *)
Inductive meaning : Set :=
| IsMade (t : nat) (j : jump)
| HasPeg (t : nat) (h : hole)
| IsSurvivor (g : hole) (t : nat) (h : hole). (* the peg that starts in g *)

(** The position after [t] jumps. *)
Definition after_jumps (p : position) (js : list jump) (t : nat) : position :=
  fold_left (fun p j => make j p) (firstn t js) p.

Definition is_so (p : position) (js : list jump) (m : meaning) : bool :=
  match m with
  | IsMade t j => match nth_error js t with Some k => jump_eqb k j | None => false end
  | HasPeg t h => after_jumps p js t h
  | IsSurvivor g t h => match follow (firstn t js) g with Some e => N.eqb e h | None => false end
  end.

(** A literal by its meaning: that it is so, or is not. *)
Definition said : Set := meaning * bool.

Definition is_true p js (l : said) : bool := Bool.eqb (is_so p js (fst l)) (snd l).

(** ** One jump *)

(** What a jump says of its holes before it, [None] of others. *)
Definition before_jump (j : jump) (h : hole) : option bool :=
  if N.eqb h (to j) then Some false
  else if N.eqb h (from j) || N.eqb h (over j) then Some true
  else None.

Definition is_peg_literal t h v (l : said) : bool :=
  match l with
  | (HasPeg u g, w) => Nat.eqb t u && N.eqb h g && Bool.eqb v w
  | _ => false
  end.

(** Whether the literal is true if jump [j] has number [t], the survivor [s] being in [g] before it. *)
Definition by_jump (c : list said) (t : nat) (s : option hole) (j : jump) (g : option hole) (l : said) : bool :=
  let g' := match g with Some g => Some (if N.eqb (from j) g then to j else g) | None => None end in
  let is o h := match o with Some x => N.eqb x h | None => false end in
  match l with
  | (IsMade u k, v) => Nat.eqb u t && Bool.eqb (jump_eqb j k) v
  | (HasPeg u h, v) =>
      if Nat.eqb u t then
        (v && is g h) ||
        match before_jump j h with
        | Some w => Bool.eqb v w
        | None => existsb (is_peg_literal (S t) h (negb v)) c
        end
      else if Nat.eqb u (S t) then
        (v && is g' h) ||
        match before_jump j h with
        | Some w => Bool.eqb v (negb w)
        | None => false
        end
      else false
  | (IsSurvivor w u h, v) =>
      match s, g, g' with
      | Some z, Some x, Some y =>
          N.eqb z w &&
          if Nat.eqb u t then Bool.eqb (N.eqb x h) v
          else if Nat.eqb u (S t) then Bool.eqb (N.eqb y h) v
          else false
      | _, _, _ => false
      end
  end.

(** Where the survivor may be before the jump. *)
Definition places (H : list hole) (s : option hole) (j : jump) : list (option hole) :=
  match s with
  | None => [None]
  | Some _ => map Some (filter (fun g => negb (N.eqb g (over j)) && negb (N.eqb g (to j))) H)
  end.

Definition speaks_of (g : hole) (l : said) : bool :=
  match l with (IsSurvivor x _ _, _) => N.eqb x g | _ => true end.

(** The survivor that the clause speaks of, if it speaks of any. *)
Fixpoint spoken_of (c : list said) : option hole :=
  match c with
  | [] => None
  | (IsSurvivor g _ _, _) :: _ => Some g
  | _ :: c => spoken_of c
  end.

(** What is said of the survivors: where each starts, and where it ends if that is named. *)
Definition survivors_of := list (hole * option hole).

Definition decided_at (H : list hole) (J : list jump) (T : nat) (S : survivors_of) (c : list said) (t : nat) : bool :=
  let s := match spoken_of c with
           | Some g => if forallb (speaks_of g) c && existsb (fun x => N.eqb (fst x) g) S then Some g else None
           | None => None
           end in
  Nat.ltb t T &&
  forallb (fun j => forallb (fun g => existsb (by_jump c t s j g) c) (places H s j)) J.

(** ** Clauses *)

Definition time_of (l : said) : nat :=
  match fst l with IsMade t _ => t | HasPeg t _ => t | IsSurvivor _ t _ => t end.

Definition by_ends F (p : position) (T : nat) (S : survivors_of) (l : said) : bool :=
  match l with
  | (HasPeg t h, v) =>
      (Nat.eqb t 0 && Bool.eqb (p h) v) ||
      (Nat.eqb t T && match at_end F h with Some w => Bool.eqb w v | None => false end)
  | (IsSurvivor g t h, v) =>
      (Nat.eqb t 0 && Bool.eqb (N.eqb g h) v) ||
      (Nat.eqb t T && existsb (fun x => N.eqb (fst x) g &&
                                        match snd x with
                                        | Some a => Bool.eqb (N.eqb a h) v
                                        | None => false
                                        end) S)
  | _ => false
  end.

(** The holes that are filled, or empty, at the end if the clause is false. *)
Definition at_the_end (T : nat) (v : bool) (c : list said) : list hole :=
  nodup N.eq_dec (flat_map (fun l => match l with
    | (HasPeg t h, w) => if Nat.eqb t T && Bool.eqb w v then [h] else []
    | _ => [] end) c).

Definition by_number F (H : list hole) (T : nat) (c : list said) : bool :=
  match number F with
  | None => false
  | Some n =>
      (Z.of_N n <? Z.of_nat (length (at_the_end T false c)))%Z ||
      (Z.of_nat (length H) - Z.of_nat (length (at_the_end T true c)) <? Z.of_N n)%Z
  end.

Definition names_all (J : list jump) (T : nat) (c : list said) : bool :=
  match c with
  | (IsMade t _, _) :: _ =>
      Nat.ltb t T &&
      forallb (fun j => existsb (fun l => match l with
        | (IsMade u k, true) => Nat.eqb t u && jump_eqb k j
        | _ => false end) c) J
  | _ => false
  end.

Definition on_board (H : hole -> bool) (l : said) : bool :=
  match fst l with HasPeg _ h => H h | _ => true end.

Definition is_kept b J F p T S (c : list said) : bool :=
  forallb (on_board (member (holes b))) c &&
  (existsb (by_ends F p T S) c || by_number F (holes b) T c || names_all J T c ||
   existsb (decided_at (holes b) J T S c)
           (flat_map (fun l => let t := time_of l in [t; pred t]) c)).

(** *** What is known of a solution *)

Section Solution.

Variables (b : board) (F : finals) (p : position) (js : list jump) (q : position) (Su : survivors_of).
Hypothesis D : distinct b = true.
Hypothesis P : plays b p js q.
Hypothesis A : accepts b F q.
Hypothesis Sv : forall g a, In (g, a) Su -> p g = true /\ In g (holes b) /\
  exists last, follow js g = Some last /\ (forall e, a = Some e -> last = e).

Let T := length js.

Lemma after_all : forall h, after_jumps p js T h = q h.
Proof.
  unfold T, after_jumps. rewrite firstn_all. intro h. pose proof P as R. clear - R.
  induction R as [p|p j js q J C _ IH]; [reflexivity|exact IH].
Qed.

Lemma jump_at t j : nth_error js t = Some j ->
  is_jump b j /\ possible j (after_jumps p js t) /\
  (forall h, after_jumps p js (S t) h = make j (after_jumps p js t) h).
Proof.
  unfold after_jumps. pose proof P as R. clear - R. revert t.
  induction R as [p|p j' js q J C _ IH]; intros [|t] E; try discriminate; simpl in E.
  - inversion E; subst. simpl. destruct js; auto.
  - destruct (IH t E) as (A1 & A2 & A3). auto.
Qed.

Lemma prefix_plays t : exists r, plays b p (firstn t js) r /\ (forall h, r h = after_jumps p js t h).
Proof.
  unfold after_jumps. pose proof P as R. clear - R. revert t.
  induction R as [p|p j js q J C _ IH]; intros [|t]; simpl.
  - exists p. split; [constructor|reflexivity].
  - exists p. split; [constructor|reflexivity].
  - exists p. split; [constructor|reflexivity].
  - destruct (IH t) as [r [R E]]. exists r. split; [now constructor|exact E].
Qed.

Lemma follow_app l m g : follow (l ++ m) g = match follow l g with Some e => follow m e | None => None end.
Proof.
  revert g. induction l as [|j l IH]; intro g; simpl; [reflexivity|].
  destruct (N.eqb (over j) g); [reflexivity|apply IH].
Qed.

(** It is one of those that must survive. *)
Definition is_survivor (g : hole) : Prop := exists a, In (g, a) Su.

Lemma survivor_at t g : is_survivor g -> exists e, follow (firstn t js) g = Some e /\
  In e (holes b) /\ after_jumps p js t e = true.
Proof.
  intros [a E]. destruct (Sv g a E) as (Pg & Ig & last & N & _).
  rewrite <- (firstn_skipn t js), follow_app in N.
  destruct (follow (firstn t js) g) as [e|] eqn:Fo; [|congruence].
  destruct (prefix_plays t) as [r [R Er]]. exists e. split; [reflexivity|]. split.
  - clear - R Fo Ig. revert g Ig Fo. induction R as [p|p j l r J C _ IH]; intros g Ig Fo; simpl in Fo.
    + congruence.
    + destruct (N.eqb (over j) g); [discriminate|]. apply (IH _) in Fo; [exact Fo|].
      destruct (N.eqb (from j) g); [now apply jump_holes in J|exact Ig].
  - rewrite <- Er. eapply follow_there; eauto.
Qed.

Lemma survivor_next t g e j : is_survivor g -> nth_error js t = Some j -> follow (firstn t js) g = Some e ->
  N.eqb (over j) e = false /\
  follow (firstn (S t) js) g = Some (if N.eqb (from j) e then to j else e).
Proof.
  intros E Nj Fo. destruct (survivor_at (S t) g E) as [e' [Fo' _]].
  assert (firstn (S t) js = firstn t js ++ [j]) as X.
  { clear - Nj. revert js Nj. induction t as [|t IH]; intros [|k l] Nj; simpl in *; try discriminate.
    - congruence.
    - f_equal. now apply IH. }
  rewrite X, follow_app, Fo in Fo' |- *. simpl in *.
  destruct (N.eqb (over j) e); [discriminate|]. auto.
Qed.

Lemma before_spec t j h v : nth_error js t = Some j -> before_jump j h = Some v ->
  after_jumps p js t h = v /\ after_jumps p js (S t) h = negb v.
Proof.
  intros N E. destruct (jump_at t j N) as (J & (Pf & Po & Pt) & M). rewrite M.
  unfold before_jump in E. destruct (N.eqb_spec h (to j)) as [->|X].
  - inversion E; subst v. split; [exact Pt|]. simpl. apply make_to.
  - destruct (N.eqb_spec h (from j)) as [->|Y].
    + inversion E; subst v. split; [exact Pf|]. simpl. eapply make_from; eauto.
    + destruct (N.eqb_spec h (over j)) as [->|W]; [|discriminate].
      inversion E; subst v. split; [exact Po|]. simpl. eapply make_over; eauto.
Qed.

Lemma untouched_spec t j h : nth_error js t = Some j -> before_jump j h = None ->
  after_jumps p js (S t) h = after_jumps p js t h.
Proof.
  intros N E. destruct (jump_at t j N) as (J & _ & M). rewrite M. unfold before_jump in E.
  destruct (N.eqb_spec h (to j)); [discriminate|].
  destruct (N.eqb_spec h (from j)); [discriminate|].
  destruct (N.eqb_spec h (over j)); [discriminate|]. now apply make_other.
Qed.

Lemma is_peg_literal_spec t h v l : is_peg_literal t h v l = true -> l = (HasPeg t h, v).
Proof.
  destruct l as [[|u g|] w]; simpl; try discriminate. rewrite !andb_true_iff.
  intros [[U G] W]. apply Nat.eqb_eq in U. apply N.eqb_eq in G. apply eqb_prop in W. congruence.
Qed.

(** The place that fits. *)
Definition place_ok t (s : option hole) (g : option hole) : Prop :=
  match g with
  | None => True
  | Some e => exists x, s = Some x /\ is_survivor x /\ follow (firstn t js) x = Some e /\ after_jumps p js t e = true
  end.

Lemma by_jump_spec c t s j g l : nth_error js t = Some j -> place_ok t s g -> In l c ->
  by_jump c t s j g l = true -> existsb (is_true p js) c = true.
Proof.
  intros N G I B. destruct (jump_at t j N) as (J & Po & M).
  assert (is_true p js l = true -> existsb (is_true p js) c = true) as Direct.
  { intro H. apply existsb_exists. eauto. }
  destruct l as [[u k|u h|w u h] v]; simpl in B.
  - apply andb_true_iff in B as [U B]. apply Nat.eqb_eq in U. subst u.
    apply Direct. unfold is_true. simpl. now rewrite N.
  - destruct (Nat.eqb_spec u t) as [->|X].
    + apply orb_true_iff in B as [B|B].
      * apply andb_true_iff in B as [V B]. destruct g as [e|]; [|discriminate].
        apply N.eqb_eq in B. subst e. destruct G as (x & _ & _ & _ & Pe).
        apply Direct. unfold is_true. simpl. now rewrite Pe, V.
      * destruct (before_jump j h) as [w|] eqn:E.
        -- destruct (before_spec t j h w N E) as [B1 _]. apply Direct. unfold is_true. simpl.
           rewrite B1. apply eqb_prop in B. subst. apply eqb_reflx.
        -- apply existsb_exists in B as [l [Il B]]. apply is_peg_literal_spec in B. subst l.
           destruct (Bool.eqb (after_jumps p js t h) v) eqn:Y; [now apply Direct|].
           apply existsb_exists. exists (HasPeg (S t) h, negb v). split; [exact Il|].
           unfold is_true. simpl. rewrite (untouched_spec t j h N E).
           destruct (after_jumps p js t h), v; simpl in *; congruence.
    + destruct (Nat.eqb_spec u (S t)) as [->|Y]; [|discriminate].
      apply orb_true_iff in B as [B|B].
      * apply andb_true_iff in B as [V B]. destruct g as [e|]; [|discriminate].
        destruct G as (x & _ & Ix & Fo & Pe).
        destruct (survivor_next t x e j Ix N Fo) as [_ Fo']. apply N.eqb_eq in B.
        destruct (survivor_at (S t) x Ix) as [e' (Fe & _ & Pe')].
        apply Direct. unfold is_true. simpl. rewrite Fo' in Fe. inversion Fe; subst e'.
        rewrite B in Pe'. now rewrite Pe', V.
      * destruct (before_jump j h) as [w|] eqn:E; [|discriminate].
        destruct (before_spec t j h w N E) as [_ B1]. apply Direct. unfold is_true. simpl.
        rewrite B1. apply eqb_prop in B. subst. apply eqb_reflx.
  - destruct s as [z|]; [|destruct g; discriminate].
    destruct g as [e|]; [|discriminate]. destruct G as (x & Ex & Ix & Fo & Pe).
    inversion Ex; subst z. apply andb_true_iff in B as [W B]. apply N.eqb_eq in W. subst w.
    destruct (survivor_next t x e j Ix N Fo) as [_ Fo'].
    apply Direct. unfold is_true. simpl.
    destruct (Nat.eqb_spec u t) as [->|X]; [now rewrite Fo|].
    destruct (Nat.eqb_spec u (S t)) as [->|Y]; [|discriminate].
    now rewrite Fo'.
Qed.

Lemma decided_spec c t : decided_at (holes b) (jumps b) T Su c t = true -> existsb (is_true p js) c = true.
Proof.
  intro X. unfold decided_at in X. apply andb_true_iff in X as [L X]. apply Nat.ltb_lt in L.
  destruct (nth_error js t) as [j|] eqn:N; [|apply nth_error_None in N; unfold T in L; lia].
  destruct (jump_at t j N) as (J & (Pf & Po & Pt) & _).
  rewrite forallb_forall in X. pose proof (proj2 (in_jumps b j D) J) as Ij.
  specialize (X j Ij). rewrite forallb_forall in X.
  set (s' := match spoken_of c with
             | Some g => if forallb (speaks_of g) c && existsb (fun x => N.eqb (fst x) g) Su then Some g else None
             | None => None
             end) in *.
  assert (exists g, In g (places (holes b) s' j) /\ place_ok t s' g) as [g [Ig G]].
  { unfold places. destruct s' as [x|] eqn:E.
    - assert (is_survivor x) as Ex.
      { unfold s' in E. destruct (spoken_of c) as [y|]; [|discriminate].
        destruct (forallb (speaks_of y) c); [|discriminate]. simpl in E.
        destruct (existsb (fun x => N.eqb (fst x) y) Su) eqn:X'; [|discriminate]. inversion E; subst y.
        apply existsb_exists in X' as [[y a] [I Y]]. apply N.eqb_eq in Y. simpl in Y. subst y.
        now exists a. }
      destruct (survivor_at t x Ex) as [e (Fo & Ie & Pe)].
      exists (Some e). split; [|exists x; auto]. apply in_map, filter_In. split; [exact Ie|].
      destruct (survivor_next t x e j Ex N Fo) as [O _].
      rewrite N.eqb_sym, O. simpl. destruct (N.eqb_spec e (to j)) as [->|]; [congruence|reflexivity].
    - exists None. split; [now left|exact I]. }
  specialize (X g Ig). apply existsb_exists in X as [l [Il B]].
  eapply by_jump_spec; eauto.
Qed.

Lemma by_ends_spec l : by_ends F p T Su l = true -> on_board (member (holes b)) l = true -> is_true p js l = true.
Proof.
  intros B O. destruct l as [[|t h|g t h] v]; simpl in *; [discriminate| |].
  - apply orb_true_iff in B as [B|B]; apply andb_true_iff in B as [E B]; apply Nat.eqb_eq in E; subst t.
    + exact B.
    + destruct (at_end F h) as [w|] eqn:W; [|discriminate]. unfold is_true. simpl.
      rewrite after_all. apply member_spec in O. now rewrite (at_end_spec b F q h w A O W).
  - apply orb_true_iff in B as [B|B]; apply andb_true_iff in B as [E B]; apply Nat.eqb_eq in E; subst t.
    + exact B.
    + apply existsb_exists in B as [[y a] [I B]]. simpl in B. apply andb_true_iff in B as [Y B].
      apply N.eqb_eq in Y. subst y. destruct a as [a|]; [|discriminate].
      destruct (Sv g (Some a) I) as (_ & _ & last & L & A').
      unfold is_true, T. simpl. rewrite firstn_all, L, (A' a eq_refl). exact B.
Qed.

Lemma at_the_end_in c v h : In h (at_the_end T v c) -> In (HasPeg T h, v) c.
Proof.
  unfold at_the_end. rewrite nodup_In, in_flat_map. intros [[[|t g|] w] [I X]]; try easy.
  destruct (Nat.eqb_spec t T) as [->|]; [|easy]. simpl in X.
  destruct (Bool.eqb w v) eqn:E; [|easy]. destruct X as [->|[]]. apply eqb_prop in E. now subst.
Qed.

Lemma by_number_spec c : forallb (on_board (member (holes b))) c = true ->
  by_number F (holes b) T c = true -> existsb (is_true p js) c = true.
Proof.
  intros O B. apply not_false_is_true. intro X.
  assert (forall h v, In (HasPeg T h, v) c -> In h (holes b) /\ q h = negb v) as K.
  { intros h v I. split.
    - rewrite forallb_forall in O. apply O in I. now apply member_spec.
    - rewrite <- after_all. destruct (is_true p js (HasPeg T h, v)) eqn:E.
      + assert (existsb (is_true p js) c = true) by (apply existsb_exists; eauto). congruence.
      + unfold is_true in E. simpl in E. destruct (after_jumps p js T h), v; simpl in *; congruence. }
  unfold by_number in B. destruct (number F) as [n|] eqn:N; [|discriminate].
  destruct A as (_ & C & _). specialize (C n N). unfold count in C.
  apply orb_true_iff in B as [B|B]; apply Z.ltb_lt in B.
  - assert (length (at_the_end T false c) <= length (filter q (holes b)))%nat; [|lia].
    apply NoDup_incl_length; [apply NoDup_nodup|]. intros h I. apply at_the_end_in, K in I as [I Q].
    apply filter_In. auto.
  - assert (length (filter q (holes b) ++ at_the_end T true c) <= length (holes b))%nat as L.
    { apply NoDup_incl_length.
      - assert (forall h, In h (filter q (holes b)) -> ~ In h (at_the_end T true c)) as Di.
        { intros h I1 I2. apply at_the_end_in, K in I2 as [_ Q]. apply filter_In in I1 as [_ Q'].
          rewrite Q in Q'. discriminate. }
        assert (NoDup (filter q (holes b))) as N1 by (apply NoDup_filter, holes_nodup).
        assert (NoDup (at_the_end T true c)) as N2 by apply NoDup_nodup.
        clear - N1 N2 Di. revert N1 Di. induction (filter q (holes b)) as [|h l IH]; intros N1 Di; simpl; [exact N2|].
        inversion N1; subst. constructor.
        + rewrite in_app_iff. intros [I|I]; [contradiction|]. apply (Di h); [now left|exact I].
        + apply IH; [|intros g G; apply Di; now right]. assumption.
      - intros h I. apply in_app_iff in I as [I|I].
        + now apply filter_In in I.
        + apply at_the_end_in, K in I. tauto. }
    rewrite app_length in L. lia.
Qed.

Lemma names_all_spec c : names_all (jumps b) T c = true -> existsb (is_true p js) c = true.
Proof.
  unfold names_all. destruct c as [|[[t k|t h|g t h] v] c']; try discriminate.
  set (c := (IsMade t k, v) :: c'). intro X. apply andb_true_iff in X as [L X]. apply Nat.ltb_lt in L.
  destruct (nth_error js t) as [j|] eqn:N; [|apply nth_error_None in N; unfold T in L; lia].
  destruct (jump_at t j N) as (J & _). rewrite forallb_forall in X.
  apply (in_jumps b j D), X, existsb_exists in J as [[m w] [I E]].
  destruct m as [u i| |]; try discriminate. destruct w; [|discriminate].
  apply andb_true_iff in E as [U E]. apply Nat.eqb_eq in U. subst u.
  apply jump_eqb_eq in E. subst i. apply existsb_exists. exists (IsMade t j, true).
  split; [exact I|]. unfold is_true. simpl. rewrite N.
  now rewrite (proj2 (jump_eqb_eq j j) eq_refl).
Qed.

Theorem is_kept_spec c : is_kept b (jumps b) F p T Su c = true -> existsb (is_true p js) c = true.
Proof.
  intro X. unfold is_kept in X. apply andb_true_iff in X as [O X]. rewrite !orb_true_iff in X.
  destruct X as [[[X|X]|X]|X].
  - apply existsb_exists in X as [l [I X]]. apply existsb_exists. exists l. split; [exact I|].
    apply by_ends_spec; [exact X|]. rewrite forallb_forall in O. auto.
  - now apply by_number_spec.
  - now apply names_all_spec.
  - apply existsb_exists in X as [t [_ X]]. eapply decided_spec; eauto.
Qed.

End Solution.

(** ** The certificate *)

Record refutation : Set := Refute {
  steps : nat;
  meanings : list meaning; (* of the variables, from 1 *)
  formula : list clause;
  refuted_by : list step }.

Definition say (M : PositiveMap.t meaning) (l : literal) : option said :=
  match l with
  | xO x => match PositiveMap.find x M with Some m => Some (m, true) | None => None end
  | xI x => match PositiveMap.find x M with Some m => Some (m, false) | None => None end
  | xH => None
  end.

Fixpoint say_all M (c : clause) : option (list said) :=
  match c with
  | [] => Some []
  | l :: c =>
      match say M l, say_all M c with
      | Some l, Some c => Some (l :: c)
      | _, _ => None
      end
  end.

(** The pegs that every final position has, if they all have as many. *)
Definition pegs_at_end b F : option Z :=
  match number F with
  | Some n => Some (Z.of_N n)
  | None =>
      match marks F with
      | Some m =>
          if forallb (fun h => match m h with Some _ => true | None => false end) (holes b)
          then Some (sum (fun h => match m h with Some true => 1%Z | _ => 0%Z end) (holes b))
          else None
      | None => None
      end
  end.

Lemma pegs_at_end_spec b F q n : accepts b F q -> pegs_at_end b F = Some n -> pegs_of b q = n.
Proof.
  intros A E. unfold pegs_at_end in E. destruct (number F) as [k|] eqn:N.
  - inversion E. destruct A as (_ & A & _). rewrite <- count_value. now rewrite (A k N).
  - destruct (marks F) as [m|] eqn:M; [|discriminate].
    destruct (forallb _ _) eqn:O; [|discriminate]. inversion E. clear E.
    apply sum_ext. intros h H. rewrite forallb_forall in O. specialize (O h H).
    destruct (m h) as [v|] eqn:V; [|discriminate]. destruct A as [A _].
    rewrite (A m M h v H V). now destruct v.
Qed.

Definition check_refutation (b : board) F (start : list hole) (S : survivors_of) (r : refutation) : bool :=
  let J := jumps b in
  let p := member start in
  let M := table_by_number (meanings r) in
  match pegs_at_end b F with
  | None => false
  | Some n => Z.eqb (pegs_of b p - n) (Z.of_nat (steps r))
  end &&
  forallb (fun c => match say_all M c with
                    | Some c => is_kept b J F p (steps r) S c
                    | None => false
                    end) (formula r) &&
  refutes_formula (formula r) (refuted_by r).

Theorem check_refutation_spec b F start S r js q :
  distinct b = true -> plays b (member start) js q -> accepts b F q ->
  (forall g a, In (g, a) S -> member start g = true /\ In g (holes b) /\
     exists last, follow js g = Some last /\ (forall e, a = Some e -> last = e)) ->
  check_refutation b F start S r = false.
Proof.
  intros D P A Sv. apply not_true_is_false. intro X. unfold check_refutation in X.
  rewrite !andb_true_iff in X. destruct X as [[N K] R].
  destruct (pegs_at_end b F) as [n|] eqn:E; [|discriminate]. apply Z.eqb_eq in N.
  apply (pegs_at_end_spec b F q n A) in E.
  assert (length js = steps r) as L.
  { pose proof (length_plays b _ js q P). lia. }
  set (v := fun x => match PositiveMap.find x (table_by_number (meanings r)) with
                     | Some m => is_so (member start) js m
                     | None => false end).
  rewrite (refutes_formula_spec v) in R; [discriminate|].
  intros c I. rewrite forallb_forall in K. specialize (K c I).
  destruct (say_all _ c) as [c'|] eqn:Sa; [|discriminate].
  rewrite <- L in K. apply (is_kept_spec b F (member start) js q S D P A Sv) in K.
  clear - Sa K. revert c' Sa K. induction c as [|l c IH]; simpl; intros c' Sa K.
  - inversion Sa; subst. discriminate.
  - destruct (say _ l) as [l'|] eqn:El; [|discriminate].
    destruct (say_all _ c) as [c''|]; [|discriminate]. inversion Sa; subst c'. simpl in K.
    apply orb_true_iff in K as [K|K].
    + apply orb_true_iff. left. unfold say in El. destruct l as [x|x|]; [| |discriminate]; simpl;
        unfold v; destruct (PositiveMap.find x _) as [m|]; try discriminate; inversion El; subst l';
        unfold is_true in K; simpl in K; destruct (is_so _ _ _); simpl in *; congruence.
    + apply orb_true_iff. right. eauto.
Qed.
