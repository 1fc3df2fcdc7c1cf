(** * Arguments that need no search

    The last peg, parity, the track of the peg that must survive, and trees of bounds on how
    often jumps are made, in whose leaves a row cannot be fulfilled. A tree of one leaf, whose
    weights no jump raises, is a pagoda function. *)

From Coq Require Import ZArith NArith List Bool Lia.
From Pegs Require Import Puzzle Board Sums Finals Rows.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Bounds *)

Inductive tree : Set :=
| Close (c : combination)
| Split (j : jump) (at_most : Z) (below above : tree).

(** The most that a sum comes to within these bounds; [None]: no number is within them. *)
Fixpoint most (c : list Z) (bounds : list (Z * Z)) : option Z :=
  match c, bounds with
  | a :: c, (lo, hi) :: bounds =>
      if hi <? lo then None
      else match most c bounds with
           | None => None
           | Some m => Some ((if 0 <? a then a * hi else a * lo) + m)
           end
  | _, _ => Some 0
  end.

Definition within (b : Z * Z) (x : Z) : Prop := fst b <= x <= snd b.

Lemma most_spec c bounds x : Forall2 within bounds x ->
  exists m, most c bounds = Some m /\ dot c x <= m.
Proof.
  intro W. revert c. induction W as [|[lo hi] y bounds x [L H] W IH]; intros [|a c]; simpl;
    try (eexists; split; [reflexivity|simpl; lia]).
  simpl in *. destruct (Z.ltb_spec hi lo); [lia|].
  destruct (IH c) as [m [-> M]]. eexists. split; [reflexivity|].
  destruct (Z.ltb_spec 0 a); nia.
Qed.

Definition refutes (r : row) (bounds : list (Z * Z)) : bool :=
  match most (changes r) bounds with
  | None => true
  | Some m => m <? at_least r
  end.

Lemma refutes_spec J js r bounds :
  fulfils J js r -> Forall2 within bounds (times J js) -> refutes r bounds = false.
Proof.
  intros [_ A] W. unfold refutes. destruct (most_spec (changes r) bounds _ W) as [m [-> M]].
  apply Z.ltb_ge. lia.
Qed.

(** Bounds the jump [i] further. *)
Fixpoint tighten (J : list jump) (bounds : list (Z * Z)) (i : jump) (g : Z * Z -> Z * Z) :=
  match J, bounds with
  | j :: J, b :: bounds =>
      if jump_eqb j i then g b :: bounds
      else b :: tighten J bounds i g
  | _, _ => bounds
  end.

Definition below_of k (b : Z * Z) := (fst b, Z.min (snd b) k).
Definition above_of k (b : Z * Z) := (Z.max (fst b) (k + 1), snd b).

Lemma tighten_spec J bounds x i k :
  Forall2 within bounds x ->
  Forall2 within (tighten J bounds i (below_of k)) x \/
  Forall2 within (tighten J bounds i (above_of k)) x.
Proof.
  revert J. intros J W. revert J.
  induction W as [|b y bounds x [L H] W IH]; intros [|j J]; simpl.
  - left. constructor.
  - left. constructor.
  - left. constructor; [split; assumption|assumption].
  - destruct (jump_eqb j i).
    + destruct (Z.le_gt_cases y k); [left|right]; constructor; try assumption;
        unfold within, below_of, above_of; simpl; lia.
    + destruct (IH J) as [Y|Y]; [left|right]; constructor; try assumption; now split.
Qed.

Fixpoint check_tree b J F p rows (t : tree) (bounds : list (Z * Z)) : bool :=
  match t with
  | Close c =>
      match combine_rows b J F p rows c with
      | Wrong => false
      | Nothing => true
      | Made r => refutes r bounds
      end
  | Split i k below above =>
      check_tree b J F p rows below (tighten J bounds i (below_of k)) &&
      check_tree b J F p rows above (tighten J bounds i (above_of k))
  end.

Lemma check_tree_spec b F p js q rows t :
  run b F p js q -> (forall r, In r rows -> fulfils (jumps b) js r) ->
  forall bounds, Forall2 within bounds (times (jumps b) js) ->
  check_tree b (jumps b) F p rows t bounds = false.
Proof.
  intros R H. induction t as [c|i k below IH1 above IH2]; intros bounds W; simpl.
  - pose proof (combine_spec b F p js q rows c R H) as C.
    destruct (combine_rows b (jumps b) F p rows c) as [| |r]; [reflexivity|contradiction|].
    eapply refutes_spec; eauto.
  - apply andb_false_iff. destruct (tighten_spec (jumps b) bounds _ i k W); auto.
Qed.

(** No jump is made more often than there are pegs to lose. *)
Definition bounds_of b (J : list jump) F (p : position) : list (Z * Z) :=
  let u := pegs_of b p - fewest b F in map (fun _ => (0, u)) J.

Lemma bounds_of_spec b F p js q :
  run b F p js q -> Forall2 within (bounds_of b (jumps b) F p) (times (jumps b) js).
Proof.
  intros [D P A]. unfold bounds_of, times. apply length_plays in P.
  apply fewest_spec in A. induction (jumps b) as [|j J IH]; simpl; constructor; [|exact IH].
  unfold within. simpl. pose proof (count_occ_bound jump_dec j js). lia.
Qed.

Definition by_tree b J F p (l : list (combination * Z)) (t : tree) : bool :=
  match round_rows b J F p l [] with
  | None => false
  | Some rows => check_tree b J F p rows t (bounds_of b J F p)
  end.

Theorem by_tree_spec b F p js q l t : run b F p js q -> by_tree b (jumps b) F p l t = false.
Proof.
  intro R. unfold by_tree.
  destruct (round_rows b (jumps b) F p l []) as [rows|] eqn:E; [|reflexivity].
  eapply check_tree_spec; [exact R| |].
  - eapply round_spec; [exact R| |exact E]. simpl. easy.
  - eapply bounds_of_spec; eauto.
Qed.

(** ** The last peg *)

Definition are_empty b F : bool :=
  match marks F with
  | Some m => forallb (fun h => match m h with Some false => true | _ => false end) (holes b)
  | None => false
  end || match number F with Some n => N.eqb n 0 | None => false end.

Definition by_last_peg b F p : bool := (0 <? pegs_of b p) && are_empty b F.

Lemma plays_pegs b p js q : plays b p js q -> 0 < pegs_of b p -> 0 < pegs_of b q.
Proof.
  induction 1 as [p|p j js q J P _ IH]; intro H; [exact H|]. apply IH.
  rewrite <- count_value. unfold count.
  assert (In (to j) (filter (make j p) (holes b))) as I.
  { apply filter_In. split; [now apply jump_holes in J|apply make_to]. }
  destruct (filter (make j p) (holes b)); [easy|]. simpl length. lia.
Qed.

Theorem by_last_peg_spec b F p js q : run b F p js q -> by_last_peg b F p = false.
Proof.
  intros [D P A]. unfold by_last_peg. destruct (Z.ltb_spec 0 (pegs_of b p)); [simpl|reflexivity].
  apply (plays_pegs b p js q P) in H. destruct (are_empty b F) eqn:E; [|reflexivity].
  exfalso. enough (pegs_of b q = 0) by lia.
  unfold are_empty in E. apply orb_true_iff in E as [E|E].
  - destruct (marks F) as [m|] eqn:M; [|discriminate]. rewrite forallb_forall in E.
    unfold pegs_of, value. rewrite (sum_ext _ (fun _ => 0 * 0)); [now rewrite sum_scale|].
    intros h Hh. specialize (E h Hh). destruct (m h) as [[|]|] eqn:V; try discriminate.
    destruct A as [A _]. now rewrite (A m M h false Hh V).
  - destruct (number F) as [n|] eqn:N; [|discriminate]. apply N.eqb_eq in E. subst.
    destruct A as (_ & A & _). rewrite <- count_value, (A _ N). reflexivity.
Qed.

(** ** Parity *)

Definition in_set (R : hole -> bool) (h : hole) : Z := if R h then 1 else 0.

(** Every jump meets the set in none or two of its holes. *)
Definition is_parity_set (J : list jump) (R : hole -> bool) : bool :=
  forallb (fun j => Z.even (rise (in_set R) j)) J.

Lemma parity_kept b p js q R : distinct b = true -> is_parity_set (jumps b) R = true ->
  plays b p js q -> Z.even (value b (in_set R) q) = Z.even (value b (in_set R) p).
Proof.
  intros D E P. rewrite (value_plays b _ p js q P). rewrite Z.even_add.
  replace (Z.even (sum (rise (in_set R)) js)) with true; [now destruct (Z.even _)|].
  assert (forall j, In j js -> In j (jumps b)) as I.
  { intros j H. apply in_jumps; [exact D|]. eapply plays_jumps; eauto. }
  unfold is_parity_set in E. rewrite forallb_forall in E. clear P.
  induction js as [|j js IH]; [reflexivity|]. simpl. rewrite Z.even_add, <- IH.
  - now rewrite (E j (I j (or_introl eq_refl))).
  - intros k K. apply I. now right.
Qed.

Definition by_parity b J F p (l : list hole) : bool :=
  let R := member l in
  match marks F with
  | None => false
  | Some m =>
      is_parity_set J R &&
      forallb (fun h => negb (R h) || match m h with Some _ => true | None => false end) (holes b) &&
      xorb (Z.even (value b (in_set R) p))
           (Z.even (sum (fun h => match m h with Some true => in_set R h | _ => 0 end) (holes b)))
  end.

Theorem by_parity_spec b F p js q l : run b F p js q -> by_parity b (jumps b) F p l = false.
Proof.
  intros [D P A]. unfold by_parity. destruct (marks F) as [m|] eqn:M; [|reflexivity].
  destruct (is_parity_set (jumps b) (member l)) eqn:E; [|reflexivity].
  destruct (forallb _ (holes b)) eqn:O; [|reflexivity]. simpl.
  rewrite <- (parity_kept b p js q _ D E P). rewrite forallb_forall in O.
  replace (sum _ (holes b)) with (value b (in_set (member l)) q); [apply xorb_nilpotent|].
  apply sum_ext. intros h H. specialize (O h H). unfold in_set.
  destruct (member l h); simpl in O.
  - destruct (m h) as [v|] eqn:V; [|discriminate]. destruct A as [A _].
    rewrite (A m M h v H V). now destruct v.
  - destruct (q h), (m h) as [[|]|]; reflexivity.
Qed.

(** ** One peg, hole by hole *)

(** The goal of one peg, in this hole. *)
Definition one_peg (h : hole) : finals :=
  Finals (Some (fun g => Some (N.eqb g h))) None None.

Lemma one_peg_spec b F p js q h :
  run b F p js q -> number F = Some 1%N -> q h = true -> In h (holes b) -> run b (one_peg h) p js q.
Proof.
  intros [D P A] N Q H. constructor; [exact D|exact P|].
  repeat split; try discriminate. intros m M g v G V. simpl in M. inversion M; subst m.
  inversion V; subst v. destruct A as (_ & A & _). specialize (A _ N).
  destruct (N.eqb_spec g h) as [->|X]; [exact Q|].
  destruct (q g) eqn:Y; [|reflexivity]. destruct X. eapply count_one; eauto.
Qed.

(** Which finishes some set tells from the start. *)
Definition by_parities b J p (l : list (list hole)) : option (hole -> bool) :=
  let R := map member l in
  if forallb (is_parity_set J) R
  then let S := map (fun r => (r, Z.even (value b (in_set r) p))) R in
       Some (fun h => existsb (fun re => Bool.eqb (fst re h) (snd re)) S)
  else None.

Lemma value_one b q w h :
  count b q = 1%N -> q h = true -> In h (holes b) -> value b w q = w h.
Proof.
  intros C Q H. unfold value.
  rewrite (sum_change (fun g => 0 * 0) _ (holes b) h (holes_nodup b) H).
  - rewrite Q, sum_scale. lia.
  - intros g G X. destruct (q g) eqn:Y; [|reflexivity]. destruct X. eapply count_one; eauto.
Qed.

Lemma by_parities_spec b F p js q l c h :
  run b F p js q -> number F = Some 1%N -> q h = true -> In h (holes b) ->
  by_parities b (jumps b) p l = Some c -> c h = false.
Proof.
  intros [D P A] N Q H E. unfold by_parities in E.
  destruct (forallb (is_parity_set (jumps b)) (map member l)) eqn:S; [|discriminate].
  inversion E; subst c. clear E. apply not_true_is_false. intro X.
  apply existsb_exists in X as [[r e] [I X]]. simpl in X.
  apply in_map_iff in I as [r' [I M]]. inversion I; subst r' e. clear I.
  rewrite forallb_forall in S. specialize (S r M).
  rewrite <- (parity_kept b p js q r D S P) in X.
  destruct A as (_ & A & _). specialize (A _ N).
  rewrite (value_one b q _ h A Q H) in X. unfold in_set in X. now destruct (r h).
Qed.

(** ** Track *)

(** A set of holes that holds the survivor, and that no jump leaves. *)
Definition is_track (J : list jump) (T : hole -> bool) (s : hole) : bool :=
  T s && forallb (fun j => negb (T (from j)) || T (to j)) J.

Lemma track_kept b p js q T : distinct b = true -> plays b p js q ->
  forallb (fun j => negb (T (from j)) || T (to j)) (jumps b) = true ->
  forall s last, T s = true -> follow js s = Some last -> T last = true.
Proof.
  intros D P E. rewrite forallb_forall in E.
  induction P as [p|p j js q J C _ IH]; intros s last S L; simpl in L.
  - congruence.
  - destruct (N.eqb (over j) s); [discriminate|].
    destruct (N.eqb_spec (from j) s) as [X|X]; [|eauto].
    apply IH with (to j); [|exact L]. apply in_jumps in J; [|exact D]. specialize (E j J).
    rewrite X, S in E. exact E.
Qed.

(** ** Cases *)

Inductive argument : Set :=
| LastPeg
| Parity (l : list hole)
| Parities (l : list (list hole))
| Tree (rounded : list (combination * Z)) (t : tree)
| Track (l : list hole).

(** An argument about all final positions, or about those of one peg, in a certain hole. *)
Record case : Set := Case { finish : option hole; by_what : argument }.

(** What a case shows: nothing, that there is no solution, or none that ends in such holes. *)
Inductive shown : Type := ShowsNothing | ShowsAll | ShowsHoles (c : hole -> bool).

Definition by_argument b J F p (a : argument) : bool :=
  match a with
  | LastPeg => by_last_peg b F p
  | Parity l => by_parity b J F p l
  | Tree l t => by_tree b J F p l t
  | _ => false
  end.

Definition shows b J F p (sv : option hole) (c : case) : shown :=
  match finish c with
  | Some h => if by_argument b J (one_peg h) p (by_what c) then ShowsHoles (N.eqb h) else ShowsNothing
  | None =>
      match by_what c with
      | Parities l =>
          match by_parities b J p l with
          | Some c => ShowsHoles c
          | None => ShowsNothing
          end
      | Track l =>
          match sv with
          | None => ShowsNothing
          | Some s =>
              let T := member l in
              if is_track J T s then
                match marks F with
                | None => ShowsHoles (fun h => negb (T h))
                | Some m =>
                    if existsb (fun h => match m h with Some true => negb (T h) | _ => false end) (holes b)
                       || forallb (fun h => match m h with Some false => true | _ => negb (T h) end) (holes b)
                    then ShowsAll else ShowsHoles (fun _ => false)
                end
              else ShowsNothing
          end
      | a => if by_argument b J F p a then ShowsAll else ShowsNothing
      end
  end.

(** Each case shows something. Some is of all final positions; or, where one peg is left, every
    hole has a case. *)
Definition check_cases b F p (sv : option hole) (l : list case) : bool :=
  let J := jumps b in
  let S := map (shows b J F p sv) l in
  forallb (fun s => match s with ShowsNothing => false | _ => true end) S &&
  (existsb (fun s => match s with ShowsAll => true | _ => false end) S ||
   match number F with
   | Some 1%N =>
       forallb (fun h => existsb (fun s => match s with ShowsHoles c => c h | _ => false end) S)
               (holes b)
   | _ => false
   end).

(** What is known of the survivor: it is one peg, and where it ends there is one. *)
Definition survived (F : finals) (sv : option hole) (js : list jump) (q : position) : Prop :=
  forall s, sv = Some s -> number F = Some 1%N /\ exists last, follow js s = Some last /\ q last = true.

Lemma by_argument_spec b F p js q a : run b F p js q -> by_argument b (jumps b) F p a = false.
Proof.
  intro R. destruct a; simpl; try reflexivity.
  - eapply by_last_peg_spec; eauto.
  - eapply by_parity_spec; eauto.
  - eapply by_tree_spec; eauto.
Qed.

Lemma shows_spec b F p js q sv c :
  run b F p js q -> survived F sv js q -> (forall h, q h = true -> In h (holes b)) ->
  match shows b (jumps b) F p sv c with
  | ShowsNothing => True
  | ShowsAll => False
  | ShowsHoles c => number F = Some 1%N -> forall h, q h = true -> c h = false
  end.
Proof.
  intros R V O. unfold shows. destruct (finish c) as [h|].
  - destruct (by_argument b (jumps b) (one_peg h) p (by_what c)) eqn:E; [|exact I].
    intros N g G. destruct (N.eqb_spec h g) as [->|]; [|reflexivity].
    rewrite (by_argument_spec b (one_peg g) p js q (by_what c)) in E; [discriminate|].
    apply (one_peg_spec b F p js q g); auto.
  - destruct (by_what c) as [|l|l|l t|l] eqn:W;
      try (rewrite (by_argument_spec b F p js q _ R); exact I).
    + destruct (by_parities b (jumps b) p l) as [f|] eqn:E; [|exact I].
      intros N h H. eapply by_parities_spec; eauto.
    + destruct sv as [s|]; [|exact I].
      destruct (is_track (jumps b) (member l) s) eqn:T; [|exact I].
      unfold is_track in T. apply andb_true_iff in T as [Ts Tj].
      destruct (V s eq_refl) as [N1 [e [L Q]]]. destruct R as [D P A].
      assert (member l e = true) as Te by (eapply track_kept; eauto).
      assert (forall h, In h (holes b) -> q h = true -> h = e) as U.
      { intros h H X. destruct A as (_ & A & _). apply (count_one b q h e (A _ N1)); auto. }
      destruct (marks F) as [m|] eqn:M.
      * destruct (_ || _) eqn:X; [|reflexivity]. apply orb_true_iff in X as [X|X].
        -- apply existsb_exists in X as [h [H X]]. destruct (m h) as [[|]|] eqn:Y; try discriminate.
           destruct A as [A _]. apply (A m M h true H) in Y. apply U in Y; [|exact H]. subst.
           rewrite Te in X. discriminate.
        -- rewrite forallb_forall in X. specialize (X e (O e Q)). rewrite Te in X.
           destruct (m e) as [[|]|] eqn:Y; try discriminate.
           destruct A as [A _]. apply (A m M e false (O e Q)) in Y. congruence.
      * intros _ h H. apply U in H; [subst|auto]. now rewrite Te.
Qed.

Theorem check_cases_spec b F p js q sv l :
  run b F p js q -> survived F sv js q -> (forall h, q h = true -> In h (holes b)) ->
  check_cases b F p sv l = false.
Proof.
  intros R V O. unfold check_cases. apply andb_false_iff. right. apply orb_false_iff. split.
  - apply not_true_is_false. intro X. apply existsb_exists in X as [s [I X]].
    apply in_map_iff in I as [c [E I]]. pose proof (shows_spec b F p js q sv c R V O) as S.
    rewrite E in S. now destruct s.
  - destruct (number F) as [[|[| |]]|] eqn:N; try reflexivity.
    apply not_true_is_false. intro X. rewrite forallb_forall in X.
    assert (exists h, In h (holes b) /\ q h = true) as [h [H Q]].
    { destruct R as [_ _ (_ & A & _)]. specialize (A _ N). unfold count in A.
      destruct (filter q (holes b)) as [|h t] eqn:E; [discriminate|].
      exists h. apply filter_In. rewrite E. now left. }
    specialize (X h H). apply existsb_exists in X as [s [I X]].
    apply in_map_iff in I as [c [E I]]. pose proof (shows_spec b F p js q sv c R V O) as S.
    rewrite E in S. destruct s as [| |f]; try discriminate.
    rewrite (S N h Q) in X. discriminate.
Qed.
