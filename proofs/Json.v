(** * Canonical JSON

    This file states how values are written as canonical JSON, and how JSON is read, byte by byte.
    It proves that reading what was written gives the same value. So different values have different
    bytes, and a file that was read is written and read again without a change. In Swift these are
    [CanonicalJSON] and [JSONScanner].

    Not here: strings are any bytes, while Swift also checks that they are valid UTF-8; the limits of
    size and depth; and which document a value describes, which is [PlanFile].

    The proofs here need not be read: the definitions and the theorems say all. *)

From Coq Require Import List Arith NArith Lia Bool Sorted.
Import ListNotations.
From Pmgit Require Import Bytes.
Local Open Scope N_scope.

(** ** Values *)

(** A number is the text with which it was written. A string is its bytes, without escapes. *)
Inductive json :=
| Null
| Boolean (b : bool)
| Number (text : bytes)
| String (s : bytes)
| Array (l : list json)
| Object (members : list (bytes * json)).

(** Characters that numbers consist of: digits, and + - . E e. *)
Definition digit (c : N) : bool := (48 <=? c) && (c <=? 57).
Definition number_character (c : N) : bool :=
  digit c || (c =? 43) || (c =? 45) || (c =? 46) || (c =? 69) || (c =? 101).

(** How far a text follows the grammar of numbers in RFC 8259. *)
Inductive progress := Start | Minus | Zero | Digits | Point | Fraction | Exp | ExpSign | Exponent.

Definition next (state : progress) (c : N) : option progress :=
  match state with
  | Start => if c =? 45 then Some Minus else if c =? 48 then Some Zero
             else if digit c then Some Digits else None
  | Minus => if c =? 48 then Some Zero else if digit c then Some Digits else None
  | Zero => if c =? 46 then Some Point
            else if (c =? 69) || (c =? 101) then Some Exp else None
  | Digits => if digit c then Some Digits else if c =? 46 then Some Point
              else if (c =? 69) || (c =? 101) then Some Exp else None
  | Point => if digit c then Some Fraction else None
  | Fraction => if digit c then Some Fraction
                else if (c =? 69) || (c =? 101) then Some Exp else None
  | Exp => if (c =? 43) || (c =? 45) then Some ExpSign
           else if digit c then Some Exponent else None
  | ExpSign => if digit c then Some Exponent else None
  | Exponent => if digit c then Some Exponent else None
  end.

Fixpoint is_number_from (state : progress) (text : bytes) : bool :=
  match text with
  | [] => match state with Zero | Digits | Fraction | Exponent => true | _ => false end
  | c :: text => match next state c with Some state => is_number_from state text | None => false end
  end.
Definition is_number (text : bytes) : bool := is_number_from Start text.

Definition key_before (a b : bytes * json) : Prop := compare (fst a) (fst b) = Lt.

(** Values as the program has them: numbers follow the grammar, and the members of an object are
    sorted by the bytes of their keys, each of which occurs once. *)
Inductive valid : json -> Prop :=
| valid_null : valid Null
| valid_boolean b : valid (Boolean b)
| valid_number text : forallb number_character text = true -> is_number text = true ->
    valid (Number text)
| valid_string s : valid (String s)
| valid_array l : Forall valid l -> valid (Array l)
| valid_object ms : Forall (fun m => valid (snd m)) ms -> StronglySorted key_before ms ->
    valid (Object ms).

(** ** Writing *)

(** A hexadecimal digit, in lower case. *)
Definition hex (n : N) : N := if n <? 10 then 48 + n else 87 + n.

(** \uXXXX *)
Definition unicode_escape (code : N) : bytes :=
  [92; 117; hex (code / 4096); hex (code / 256 mod 16); hex (code / 16 mod 16); hex (code mod 16)].

(** Bytes that are written as an escape each: control characters, quote, backslash, delete. *)
Definition escaped (c : N) : bool := (c <? 32) || (c =? 34) || (c =? 92) || (c =? 127).

Definition escape_of (c : N) : bytes :=
  if c =? 34 then [92; 34] else if c =? 92 then [92; 92] else if c =? 10 then [92; 110]
  else unicode_escape c.

(** The last two bytes of U+2028 to U+202E and U+2066 to U+2069, which can hide or reorder text. *)
Definition reorders (b c : N) : bool :=
  (b =? 128) && (168 <=? c) && (c <=? 174) || (b =? 129) && (166 <=? c) && (c <=? 169).

Fixpoint escape (s : bytes) : bytes :=
  match s with
  | [] => []
  | a :: t =>
    if escaped a then escape_of a ++ escape t
    else match t with
    | [] => [a]
    | b :: t' =>
      (* U+0080 to U+009F *)
      if (a =? 194) && (128 <=? b) && (b <? 160) then unicode_escape b ++ escape t'
      else match t' with
      | [] => a :: escape t
      | c :: t'' =>
        if (a =? 226) && reorders b c
        then unicode_escape (8192 + (b - 128) * 64 + (c - 128)) ++ escape t''
        else a :: escape t
      end
    end
  end.

Definition write_string (s : bytes) : bytes := 34 :: escape s ++ [34].

(** A line feed, and two spaces for each level. *)
Definition break (depth : nat) : bytes := 10 :: repeat 32 (2 * depth).

Fixpoint write (depth : nat) (v : json) : bytes :=
  match v with
  | Null => [110; 117; 108; 108]
  | Boolean true => [116; 114; 117; 101]
  | Boolean false => [102; 97; 108; 115; 101]
  | Number text => text
  | String s => write_string s
  | Array [] => [91; 93]
  | Array (v :: l) =>
    91 :: break (S depth) ++ write (S depth) v ++
    flat_map (fun v => 44 :: break (S depth) ++ write (S depth) v) l ++ break depth ++ [93]
  | Object [] => [123; 125]
  | Object ((k, v) :: ms) =>
    123 :: break (S depth) ++ write_string k ++ [58; 32] ++ write (S depth) v ++
    flat_map (fun m => 44 :: break (S depth) ++ write_string (fst m) ++ [58; 32] ++
                       write (S depth) (snd m)) ms ++ break depth ++ [125]
  end.

(** The canonical bytes of a value, and those of a file with it. *)
Definition canonical (v : json) : bytes := write 0 v.
Definition file (v : json) : bytes := canonical v ++ [10].

(** ** Reading *)

Definition space (c : N) : bool := (c =? 32) || (c =? 10) || (c =? 13) || (c =? 9).

Fixpoint skip (s : bytes) : bytes :=
  match s with
  | c :: t => if space c then skip t else s
  | [] => []
  end.

(** The text after a character; none if the text begins with another one. *)
Definition after (c : N) (s : bytes) : option bytes :=
  match s with
  | x :: t => if x =? c then Some t else None
  | [] => None
  end.

Fixpoint after_word (word s : bytes) : option bytes :=
  match word with
  | [] => Some s
  | c :: word => match after c s with Some t => after_word word t | None => None end
  end.

Definition hex_value (c : N) : option N :=
  if digit c then Some (c - 48)
  else if (97 <=? c) && (c <=? 102) then Some (c - 87)
  else if (65 <=? c) && (c <=? 70) then Some (c - 55)
  else None.

Definition code_unit (a b c d : N) : option N :=
  match hex_value a, hex_value b, hex_value c, hex_value d with
  | Some a, Some b, Some c, Some d => Some (((a * 16 + b) * 16 + c) * 16 + d)
  | _, _, _, _ => None
  end.

Definition is_high (code : N) : bool := (55296 <=? code) && (code <? 56320).
Definition is_low (code : N) : bool := (56320 <=? code) && (code <? 57344).

(** A character in UTF-8. *)
Definition utf8 (code : N) : bytes :=
  if code <? 128 then [code]
  else if code <? 2048 then [192 + code / 64; 128 + code mod 64]
  else if code <? 65536
  then [224 + code / 4096; 128 + code / 64 mod 64; 128 + code mod 64]
  else [240 + code / 262144; 128 + code / 4096 mod 64; 128 + code / 64 mod 64; 128 + code mod 64].

Definition plain_escape (c : N) : option N :=
  if (c =? 34) || (c =? 92) || (c =? 47) then Some c
  else if c =? 98 then Some 8
  else if c =? 102 then Some 12
  else if c =? 110 then Some 10
  else if c =? 114 then Some 13
  else if c =? 116 then Some 9
  else None.

Definition put (prefix : bytes) (result : option (bytes * bytes)) : option (bytes * bytes) :=
  match result with Some (s, rest) => Some (prefix ++ s, rest) | None => None end.

(** Reads a string after its first quote: its bytes, and the text after its last quote. *)
Fixpoint string (s : bytes) : option (bytes * bytes) :=
  match s with
  | [] => None
  | c :: t =>
    if c =? 34 then Some ([], t)
    else if c =? 92 then
      match t with
      | [] => None
      | l :: t1 =>
        if l =? 117 then
          match t1 with
          | a :: b :: c :: d :: t2 =>
            match code_unit a b c d with
            | None => None
            | Some code =>
              if is_high code then
                match t2 with
                | x :: y :: e :: f :: g :: i :: t3 =>
                  if (x =? 92) && (y =? 117) then
                    match code_unit e f g i with
                    | Some low =>
                      if is_low low
                      then put (utf8 (65536 + (code - 55296) * 1024 + (low - 56320))) (string t3)
                      else None
                    | None => None
                    end
                  else None
                | _ => None
                end
              else if is_low code then None
              else put (utf8 code) (string t2)
            end
          | _ => None
          end
        else match plain_escape l with
             | Some c => put [c] (string t1)
             | None => None
             end
      end
    else if c <? 32 then None
    else put [c] (string t)
  end.

Fixpoint span (s : bytes) : bytes * bytes :=
  match s with
  | c :: t => if number_character c then (let (l, r) := span t in (c :: l, r)) else ([], s)
  | [] => ([], [])
  end.

(** Inserts a member into sorted ones; none if its key is there. *)
Fixpoint insert_member (m : bytes * json) (l : list (bytes * json)) : option (list (bytes * json)) :=
  match l with
  | [] => Some [m]
  | x :: l' =>
    match compare (fst m) (fst x) with
    | Lt => Some (m :: l)
    | Eq => None
    | Gt => match insert_member m l' with Some r => Some (x :: r) | None => None end
    end
  end.

Fixpoint sort_members (l : list (bytes * json)) : option (list (bytes * json)) :=
  match l with
  | [] => Some []
  | m :: l => match sort_members l with Some r => insert_member m r | None => None end
  end.

(** Reads a value at the start of a text: the value, and the text after it. [n] bounds the number of
    steps. *)
Fixpoint read_value (n : nat) (s : bytes) : option (json * bytes) :=
  match n with
  | O => None
  | S n =>
    match s with
    | [] => None
    | c :: t =>
      if c =? 123 then
        match after 125 (skip t) with
        | Some rest => Some (Object [], rest)
        | None =>
          match read_members n (skip t) with
          | Some (ms, rest) =>
            match sort_members ms with Some ms => Some (Object ms, rest) | None => None end
          | None => None
          end
        end
      else if c =? 91 then
        match after 93 (skip t) with
        | Some rest => Some (Array [], rest)
        | None =>
          match read_elements n (skip t) with
          | Some (l, rest) => Some (Array l, rest)
          | None => None
          end
        end
      else if c =? 34 then
        match string t with Some (b, rest) => Some (String b, rest) | None => None end
      else if c =? 116 then
        match after_word [114; 117; 101] t with
        | Some rest => Some (Boolean true, rest) | None => None end
      else if c =? 102 then
        match after_word [97; 108; 115; 101] t with
        | Some rest => Some (Boolean false, rest) | None => None end
      else if c =? 110 then
        match after_word [117; 108; 108] t with Some rest => Some (Null, rest) | None => None end
      else
        let (text, rest) := span s in
        if is_number text then Some (Number text, rest) else None
    end
  end
with read_elements (n : nat) (s : bytes) : option (list json * bytes) :=
  match n with
  | O => None
  | S n =>
    match read_value n s with
    | None => None
    | Some (v, rest) =>
      match after 93 (skip rest) with
      | Some rest => Some ([v], rest)
      | None =>
        match after 44 (skip rest) with
        | None => None
        | Some rest =>
          match read_elements n (skip rest) with
          | Some (l, rest) => Some (v :: l, rest)
          | None => None
          end
        end
      end
    end
  end
with read_members (n : nat) (s : bytes) : option (list (bytes * json) * bytes) :=
  match n with
  | O => None
  | S n =>
    match after 34 s with
    | None => None
    | Some t =>
      match string t with
      | None => None
      | Some (k, rest) =>
        match after 58 (skip rest) with
        | None => None
        | Some rest =>
          match read_value n (skip rest) with
          | None => None
          | Some (v, rest) =>
            match after 125 (skip rest) with
            | Some rest => Some ([(k, v)], rest)
            | None =>
              match after 44 (skip rest) with
              | None => None
              | Some rest =>
                match read_members n (skip rest) with
                | Some (ms, rest) => Some ((k, v) :: ms, rest)
                | None => None
                end
              end
            end
          end
        end
      end
    end
  end.

(** Reads a text that has one value, and space around it. *)
Definition read (text : bytes) : option json :=
  match read_value (S (length text)) (skip text) with
  | Some (v, rest) => match skip rest with [] => Some v | _ => None end
  | None => None
  end.

(** ** Strings are read as they were written *)

(** The characters that are escaped by their code, besides those of one byte. *)
Definition range (first : N) (count : nat) : list N :=
  map (fun i => first + N.of_nat i) (seq 0 count).
Definition codes : list N := range 0 32 ++ [127] ++ range 128 32 ++ range 8232 7 ++ range 8294 4.

Lemma in_range first count c : first <= c < first + N.of_nat count -> In c (range first count).
Proof.
  intro L; apply in_map_iff; exists (N.to_nat (c - first)); split; [lia |].
  apply in_seq; lia.
Qed.

Lemma code_read : forallb (fun code =>
  match unicode_escape code with
  | [_; _; a; b; c; d] =>
    match code_unit a b c d with
    | Some x => (x =? code) && negb (is_high x) && negb (is_low x)
    | None => false
    end
  | _ => false
  end) codes = true.
Proof. vm_compute; reflexivity. Qed.

Lemma string_code code t : In code codes -> string (unicode_escape code ++ t) = put (utf8 code) (string t).
Proof.
  intro I; pose proof (proj1 (forallb_forall _ _) code_read code I) as H.
  unfold unicode_escape in *; cbn [app].
  remember (hex (code / 4096)) as a; remember (hex (code / 256 mod 16)) as b.
  remember (hex (code / 16 mod 16)) as c; remember (hex (code mod 16)) as d.
  cbv beta iota in H.
  change (string (92 :: 117 :: a :: b :: c :: d :: t)) with
    (match code_unit a b c d with
     | None => None
     | Some code =>
       if is_high code then
         match t with
         | x :: y :: e :: f :: g :: i :: t3 =>
           if (x =? 92) && (y =? 117) then
             match code_unit e f g i with
             | Some low =>
               if is_low low
               then put (utf8 (65536 + (code - 55296) * 1024 + (low - 56320))) (string t3)
               else None
             | None => None
             end
           else None
         | _ => None
         end
       else if is_low code then None
       else put (utf8 code) (string t)
     end).
  destruct (code_unit a b c d) as [x |]; [| discriminate].
  apply andb_true_iff in H as [H L]; apply andb_true_iff in H as [E G].
  apply N.eqb_eq in E as ->; apply negb_true_iff in L, G; rewrite L, G; reflexivity.
Qed.

Lemma in_codes_control c : c < 32 -> In c codes.
Proof. intro L; apply in_or_app; left; apply in_range; lia. Qed.

Lemma in_codes_delete : In 127 codes.
Proof. apply in_or_app; right; left; reflexivity. Qed.

Lemma in_codes_c1 c : 128 <= c -> c < 160 -> In c codes.
Proof.
  intros L M; do 2 (apply in_or_app; right); apply in_or_app; left; apply in_range; lia.
Qed.

Lemma reorders_cases b c : reorders b c = true ->
  (b = 128 /\ 168 <= c <= 174) \/ (b = 129 /\ 166 <= c <= 169).
Proof.
  unfold reorders; rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq, !N.leb_le; tauto.
Qed.

Lemma in_codes_reorders b c : reorders b c = true -> In (8192 + (b - 128) * 64 + (c - 128)) codes.
Proof.
  intro R; do 3 (apply in_or_app; right); apply in_or_app.
  apply reorders_cases in R as [[-> R] | [-> R]]; [left | right]; apply in_range; lia.
Qed.

Lemma utf8_reorders b c : reorders b c = true ->
  utf8 (8192 + (b - 128) * 64 + (c - 128)) = [226; b; c].
Proof.
  intro R; apply reorders_cases in R as [[-> R] | [-> R]].
  - assert (E : c = 168 \/ c = 169 \/ c = 170 \/ c = 171 \/ c = 172 \/ c = 173 \/ c = 174) by lia.
    decompose [or] E; subst; reflexivity.
  - assert (E : c = 166 \/ c = 167 \/ c = 168 \/ c = 169) by lia.
    decompose [or] E; subst; reflexivity.
Qed.

Lemma utf8_c1 c : 128 <= c -> c < 160 -> utf8 c = [194; c].
Proof.
  intros L M.
  assert (H : Forall (fun c => utf8 c = [194; c]) (range 128 32)) by (repeat constructor).
  rewrite Forall_forall in H; apply H, in_range; lia.
Qed.

Lemma string_escaped c t : escaped c = true -> string (escape_of c ++ t) = put [c] (string t).
Proof.
  intro E; unfold escape_of.
  destruct (N.eqb_spec c 34) as [-> |]; [reflexivity |].
  destruct (N.eqb_spec c 92) as [-> |]; [reflexivity |].
  destruct (N.eqb_spec c 10) as [-> |]; [reflexivity |].
  assert (B : c < 32 \/ c = 127).
  { unfold escaped in E; rewrite !orb_true_iff, N.ltb_lt, !N.eqb_eq in E; tauto. }
  rewrite string_code.
  - unfold utf8; rewrite (proj2 (N.ltb_lt c 128)) by lia; reflexivity.
  - destruct B as [B | ->]; [apply in_codes_control, B | apply in_codes_delete].
Qed.

Lemma string_plain a t : escaped a = false -> string (a :: t) = put [a] (string t).
Proof.
  unfold escaped; intro E; rewrite !orb_false_iff in E; destruct E as [[[L Q] B] _].
  cbn [string]; rewrite Q, B, L; reflexivity.
Qed.

Lemma put_put a b r : put a (put b r) = put (a ++ b) r.
Proof. destruct r as [[s t] |]; simpl; [rewrite app_assoc |]; reflexivity. Qed.

Lemma string_read_n n : forall s rest, (length s <= n)%nat ->
  string (escape s ++ 34 :: rest) = Some (s, rest).
Proof.
  induction n as [|n IH]; intros s rest L.
  - destruct s; [reflexivity | simpl in L; lia].
  - destruct s as [|a t]; [reflexivity |]; simpl in L.
    assert (Plain : escaped a = false ->
      string (a :: escape t ++ 34 :: rest) = Some (a :: t, rest)).
    { intro E; rewrite string_plain by exact E; rewrite IH by lia; reflexivity. }
    cbn [escape]; destruct (escaped a) eqn:E.
    { rewrite <- app_assoc, string_escaped by exact E; rewrite IH by lia; reflexivity. }
    destruct t as [|b t']; [exact (Plain eq_refl) |].
    destruct ((a =? 194) && (128 <=? b) && (b <? 160)) eqn:C1.
    { rewrite !andb_true_iff, N.eqb_eq, N.leb_le, N.ltb_lt in C1; destruct C1 as [[-> L1] L2].
      rewrite <- app_assoc, string_code by (apply in_codes_c1; assumption).
      rewrite utf8_c1 by assumption; rewrite IH by (simpl in L; lia); reflexivity. }
    destruct t' as [|c t'']; [exact (Plain eq_refl) |].
    destruct ((a =? 226) && reorders b c) eqn:R; [| exact (Plain eq_refl)].
    rewrite andb_true_iff, N.eqb_eq in R; destruct R as [-> R].
    rewrite <- app_assoc, string_code by (apply in_codes_reorders; assumption).
    rewrite utf8_reorders by assumption; rewrite IH by (simpl in L; lia); reflexivity.
Qed.

Theorem strings_are_read_as_written s rest : string (escape s ++ 34 :: rest) = Some (s, rest).
Proof. apply (string_read_n (length s)); lia. Qed.

(** ** Values are read as they were written *)

(** A proof for all values, also those inside arrays and objects. *)
Lemma json_induction (P : json -> Prop) :
  P Null -> (forall b, P (Boolean b)) -> (forall t, P (Number t)) -> (forall s, P (String s)) ->
  (forall l, Forall P l -> P (Array l)) ->
  (forall ms, Forall (fun m => P (snd m)) ms -> P (Object ms)) ->
  forall v, P v.
Proof.
  intros HN HB HT HS HA HO.
  fix IH 1; intros [| b | t | s | l | ms];
    [exact HN | apply HB | apply HT | apply HS | |].
  - apply HA; induction l as [|v l IHl]; constructor; [apply IH | exact IHl].
  - apply HO; induction ms as [|[k v] ms IHm]; constructor; [apply IH | exact IHm].
Qed.

(** What may follow a number. *)
Definition stops (rest : bytes) : Prop :=
  match rest with [] => True | c :: _ => number_character c = false end.

Lemma skip_other s : match s with [] => True | c :: _ => space c = false end -> skip s = s.
Proof. destruct s as [|c s]; [reflexivity |]; simpl; intros ->; reflexivity. Qed.

Lemma skip_break d s : match s with [] => True | c :: _ => space c = false end ->
  skip (break d ++ s) = s.
Proof.
  intro H; unfold break; cbn [app skip]; change (space 10) with true; cbn iota.
  induction (2 * d)%nat as [|k IH]; [apply skip_other, H | exact IH].
Qed.

Lemma span_number text rest : forallb number_character text = true -> stops rest ->
  span (text ++ rest) = (text, rest).
Proof.
  intros F T; induction text as [|c text IH]; simpl in *.
  - destruct rest as [|c rest]; [reflexivity |]; simpl in *; rewrite T; reflexivity.
  - apply andb_true_iff in F as [C F]; rewrite C, (IH F); reflexivity.
Qed.

(** The first character of a number. *)
Lemma number_head text : is_number text = true ->
  exists c t, text = c :: t /\ (c = 45 \/ 48 <= c <= 57).
Proof.
  destruct text as [|c t]; [discriminate |]; intro H; exists c, t; split; [reflexivity |].
  unfold is_number in H; cbn [is_number_from next] in H.
  destruct (N.eqb_spec c 45); [auto |]; destruct (N.eqb_spec c 48); [right; lia |].
  destruct (digit c) eqn:D; [| discriminate].
  unfold digit in D; rewrite andb_true_iff, !N.leb_le in D; auto.
Qed.

Lemma write_head d v : valid v ->
  exists c t, write d v = c :: t /\ space c = false /\ c <> 93.
Proof.
  intro V; destruct V as [| [] | text F N | s | [|v l] _ | [|[k v] ms] _ _];
    try (eexists _, _; split; [reflexivity | split; [reflexivity | discriminate]]).
  destruct (number_head text N) as (c & t & E & C); exists c, t; split; [exact E |].
  unfold space; rewrite !orb_false_iff, !N.eqb_neq; lia.
Qed.

Lemma write_length d v : valid v -> (1 <= length (write d v))%nat.
Proof. intro V; destruct (write_head d v V) as (c & t & -> & _); simpl; lia. Qed.

Definition reads (v : json) := valid v -> forall d n rest,
  (length (write d v) <= n)%nat -> stops rest -> read_value n (write d v ++ rest) = Some (v, rest).

Lemma break_length d : (1 <= length (break d))%nat.
Proof. simpl; lia. Qed.

Definition more_elements d (l : list json) : bytes :=
  flat_map (fun v => 44 :: break (S d) ++ write (S d) v) l.

Lemma stops_break d s : stops (break d ++ s).
Proof. reflexivity. Qed.

Lemma elements_read d rest l : forall v n, Forall reads (v :: l) -> Forall valid (v :: l) ->
  (length (write (S d) v ++ more_elements d l) < n)%nat ->
  read_elements n (write (S d) v ++ more_elements d l ++ break d ++ 93 :: rest) = Some (v :: l, rest).
Proof.
  induction l as [|w l IH]; intros v n R V L; rewrite app_length in L;
    (destruct n as [|n]; [lia |]); cbn [read_elements];
    inversion R as [|? ? Rv Rl]; inversion V as [|? ? Vv Vl]; subst.
  - rewrite Rv; [| exact Vv | lia | apply stops_break].
    cbn [more_elements flat_map app]; rewrite skip_break by reflexivity; reflexivity.
  - cbn [more_elements flat_map] in *; fold (more_elements d l) in *.
    rewrite Rv; [| exact Vv | simpl in L; lia | reflexivity].
    cbn [app skip]; change (space 44) with false; cbn iota.
    cbn [after]; change (44 =? 93) with false; change (44 =? 44) with true; cbn iota.
    inversion Vl as [|? ? Vw _]; subst.
    rewrite <- !app_assoc, skip_break.
    + rewrite IH; [reflexivity | exact Rl | exact Vl |].
      simpl in L; rewrite app_length in *; simpl in L; rewrite !app_length in L; lia.
    + destruct (write_head (S d) w Vw) as (c & t & -> & Sp & _); exact Sp.
Qed.

Definition write_member d (m : bytes * json) : bytes :=
  write_string (fst m) ++ [58; 32] ++ write (S d) (snd m).
Definition more_members d (ms : list (bytes * json)) : bytes :=
  flat_map (fun m => 44 :: break (S d) ++ write_member d m) ms.

Lemma members_read d rest ms : forall m n,
  Forall (fun m => reads (snd m)) (m :: ms) -> Forall (fun m => valid (snd m)) (m :: ms) ->
  (length (write_member d m ++ more_members d ms) < n)%nat ->
  read_members n (write_member d m ++ more_members d ms ++ break d ++ 125 :: rest) =
    Some (m :: ms, rest).
Proof.
  induction ms as [|m' ms IH]; intros [k v] n R V L; rewrite app_length in L;
    (destruct n as [|n]; [lia |]); inversion R as [|? ? Rv Rl]; inversion V as [|? ? Vv Vl]; subst;
    cbn [fst snd] in *; cbn [read_members];
    unfold write_member at 1; unfold write_member at 1 in L; unfold write_string in *; cbn [fst snd] in *;
    cbn [app after]; change (34 =? 34) with true; cbn iota;
    rewrite <- !app_assoc; cbn [app]; rewrite strings_are_read_as_written;
    cbn [skip]; change (space 58) with false; cbn iota; cbn [after]; change (58 =? 58) with true;
    cbn iota; cbn [skip]; change (space 32) with true; cbn iota;
    destruct (write_head (S d) v Vv) as (c & t & W & Sp & _);
    (rewrite skip_other; [| rewrite W; exact Sp]);
    cbn [app length] in L; rewrite !app_length in L; cbn [app length] in L.
  - rewrite Rv; [| exact Vv | lia | apply stops_break].
    cbn [more_members flat_map app]; rewrite skip_break by reflexivity; reflexivity.
  - cbn [more_members flat_map] in *; fold (more_members d ms) in *.
    rewrite Rv; [| exact Vv | lia | reflexivity].
    cbn [app skip]; change (space 44) with false; cbn iota.
    cbn [after]; change (44 =? 125) with false; change (44 =? 44) with true; cbn iota.
    rewrite <- !app_assoc, skip_break by reflexivity.
    rewrite IH; [reflexivity | exact Rl | exact Vl |].
    cbn [app length] in L; rewrite !app_length in L; rewrite app_length; cbn [length] in L; lia.
Qed.

Lemma sort_sorted ms : StronglySorted key_before ms -> sort_members ms = Some ms.
Proof.
  induction 1 as [|m ms S IH F]; [reflexivity |]; cbn [sort_members]; rewrite IH.
  destruct ms as [|x ms]; [reflexivity |]; cbn [insert_member].
  inversion F as [|? ? B _]; unfold key_before in B; rewrite B; reflexivity.
Qed.

Lemma values_read v : reads v.
Proof.
  induction v as [| [] | text | s | l IH | ms IH] using json_induction;
    intros V d n rest L T; pose proof (write_length d _ V) as L1;
    (destruct n as [|n]; [lia |]); try reflexivity.
  - inversion V as [| | ? F N | | |]; subst; destruct (number_head text N) as (c & t & E & C).
    cbn [write] in *; subst text; cbn [app read_value].
    assert (X : forall x, x <> 45 -> (x < 48 \/ 57 < x) -> (c =? x) = false)
      by (intros; apply N.eqb_neq; lia).
    rewrite !X by lia; rewrite (app_comm_cons t rest c), (span_number (c :: t) rest F T), N.
    reflexivity.
  - cbn [write write_string app]; rewrite <- app_assoc; cbn [app read_value].
    change (34 =? 123) with false; change (34 =? 91) with false; change (34 =? 34) with true.
    cbn iota; rewrite strings_are_read_as_written; reflexivity.
  - destruct l as [|v l]; [reflexivity |].
    inversion V as [| | | | ? Vl |]; subst.
    cbn [write app] in *; fold (more_elements d l) in *; cbn [read_value].
    change (91 =? 123) with false; change (91 =? 91) with true; cbn iota.
    inversion Vl as [|? ? Vv _]; subst.
    destruct (write_head (S d) v Vv) as (c & t & W & Sp & N).
    rewrite <- !app_assoc, skip_break by (rewrite W; exact Sp).
    assert (A : forall X, after 93 (write (S d) v ++ X) = None).
    { intro X; rewrite W; cbn [app after]; rewrite (proj2 (N.eqb_neq c 93) N); reflexivity. }
    rewrite A; cbn [app]; rewrite elements_read; [reflexivity | exact IH | exact Vl |].
    cbn [length] in L; rewrite !app_length in L; rewrite app_length; cbn [length] in L.
    pose proof (break_length (S d)); lia.
  - destruct ms as [|[k v] ms]; [reflexivity |].
    inversion V as [| | | | | ? Vl So]; subst.
    cbn [write app] in *.
    change (flat_map (fun m => 44 :: break (S d) ++ write_string (fst m) ++ 58 :: 32 ::
                       write (S d) (snd m)) ms) with (more_members d ms) in *.
    cbn [read_value].
    change (123 =? 123) with true; cbn iota.
    rewrite <- !app_assoc, skip_break by reflexivity.
    assert (A : forall X, after 125 (write_string k ++ X) = None) by reflexivity.
    rewrite A.
    replace (write_string k ++ (58 :: 32 :: write (S d) v ++ more_members d ms ++ break d ++ [125]) ++ rest)
      with (write_member d (k, v) ++ more_members d ms ++ break d ++ 125 :: rest)
      by (unfold write_member; cbn [fst snd]; repeat (rewrite <- app_assoc; cbn [app]); reflexivity).
    rewrite members_read; [rewrite sort_sorted by exact So; reflexivity | exact IH | exact Vl |].
    unfold write_member; cbn [fst snd app].
    cbn [length] in L; rewrite !app_length in L; cbn [length] in L.
    rewrite !app_length; cbn [length]; rewrite !app_length in *; cbn [length] in *.
    pose proof (break_length (S d)); lia.
Qed.

(** What is written is read as the same value. *)
Theorem read_what_was_written v : valid v -> read (file v) = Some v.
Proof.
  intro V; destruct (write_head 0 v V) as (c & t & W & Sp & _).
  unfold read, file, canonical; rewrite skip_other by (rewrite W; exact Sp).
  rewrite (values_read v V 0%nat); [reflexivity | | reflexivity].
  rewrite app_length; simpl; lia.
Qed.

(** Different values have different canonical bytes, and different files. *)
Theorem canonical_is_injective v w : valid v -> valid w -> canonical v = canonical w -> v = w.
Proof.
  intros V W E; assert (H : Some v = Some w); [| congruence].
  rewrite <- (read_what_was_written v V), <- (read_what_was_written w W).
  unfold file; rewrite E; reflexivity.
Qed.

(** ** What is read is valid *)

Lemma insert_member_spec m l r : insert_member m l = Some r ->
  (forall x, In x r -> x = m \/ In x l) /\
  (StronglySorted key_before l -> StronglySorted key_before r).
Proof.
  revert r; induction l as [|x l IH]; intros r E; cbn [insert_member] in E.
  - injection E as <-; split; [intros y [<- | []]; auto | repeat constructor].
  - destruct (compare (fst m) (fst x)) eqn:C; [discriminate | |].
    + injection E as <-; split; [intros y [<- | I]; auto |]; intro So; constructor; [exact So |].
      constructor; [exact C |]; inversion So as [|? ? _ F]; subst.
      apply (Forall_impl _ (fun y (B : key_before x y) => compare_trans _ _ _ C B) F).
    + destruct (insert_member m l) as [r' |] eqn:E'; [| discriminate]; injection E as <-.
      destruct (IH r' eq_refl) as [In_r So_r]; split.
      * intros y [<- | I]; [right; left; reflexivity |].
        destruct (In_r y I) as [-> | J]; [left; reflexivity | right; right; exact J].
      * intro So; inversion So as [|? ? So' F]; subst; constructor; [apply So_r, So' |].
        apply Forall_forall; intros y I; destruct (In_r y I) as [-> | J].
        -- unfold key_before; rewrite compare_sym, C; reflexivity.
        -- rewrite Forall_forall in F; exact (F y J).
Qed.

Lemma sort_members_spec l : forall r, sort_members l = Some r ->
  (forall x, In x r -> In x l) /\ StronglySorted key_before r.
Proof.
  induction l as [|m l IH]; intros r E; cbn [sort_members] in E.
  - injection E as <-; split; [auto | constructor].
  - destruct (sort_members l) as [r' |] eqn:E'; [| discriminate].
    destruct (IH r' eq_refl) as [I' S'], (insert_member_spec m r' r E) as [I S].
    split; [| apply S, S']; intros x J; destruct (I x J) as [-> | K]; [left | right]; auto.
Qed.

Lemma span_characters s : forall l r, span s = (l, r) -> forallb number_character l = true.
Proof.
  induction s as [|c s IH]; intros l r E; cbn [span] in E; [injection E as <- <-; reflexivity |].
  destruct (number_character c) eqn:C; [| injection E as <- <-; reflexivity].
  destruct (span s) as [l' r']; injection E as <- <-; cbn [forallb]; rewrite C; eapply IH; eauto.
Qed.

Lemma reading_is_valid n : 
  (forall s v r, read_value n s = Some (v, r) -> valid v) /\
  (forall s l r, read_elements n s = Some (l, r) -> Forall valid l) /\
  (forall s ms r, read_members n s = Some (ms, r) -> Forall (fun m => valid (snd m)) ms).
Proof.
  induction n as [|n (IV & IE & IM)]; [repeat split; discriminate |].
  split; [| split].
  - intros [|c t] v r E; cbn [read_value] in E; [discriminate |].
    destruct (c =? 123).
    { destruct (after 125 (skip t)).
      - injection E as <- <-; constructor; constructor.
      - destruct (read_members n (skip t)) as [[ms rest] |] eqn:M; [| discriminate].
        destruct (sort_members ms) as [ms' |] eqn:So; [| discriminate]; injection E as <- <-.
        apply sort_members_spec in So as [I So]; constructor; [| exact So].
        apply IM in M; rewrite Forall_forall in *; auto. }
    destruct (c =? 91).
    { destruct (after 93 (skip t)).
      - injection E as <- <-; constructor; constructor.
      - destruct (read_elements n (skip t)) as [[l rest] |] eqn:M; [| discriminate].
        injection E as <- <-; constructor; eapply IE; eauto. }
    destruct (c =? 34); [destruct (string t) as [[b rest] |]; [| discriminate];
      injection E as <- <-; constructor |].
    destruct (c =? 116); [destruct (after_word _ t); [| discriminate];
      injection E as <- <-; constructor |].
    destruct (c =? 102); [destruct (after_word _ t); [| discriminate];
      injection E as <- <-; constructor |].
    destruct (c =? 110); [destruct (after_word _ t); [| discriminate];
      injection E as <- <-; constructor |].
    destruct (span (c :: t)) as [text rest] eqn:Sp; apply span_characters in Sp.
    destruct (is_number text) eqn:N; [| discriminate]; injection E as <- <-; constructor; assumption.
  - intros s l r E; cbn [read_elements] in E.
    destruct (read_value n s) as [[v rest] |] eqn:V; [| discriminate]; apply IV in V.
    destruct (after 93 (skip rest)); [injection E as <- <-; constructor; [exact V | constructor] |].
    destruct (after 44 (skip rest)) as [rest' |]; [| discriminate].
    destruct (read_elements n (skip rest')) as [[l' r'] |] eqn:L; [| discriminate].
    injection E as <- <-; constructor; [exact V | eapply IE; eauto].
  - intros s ms r E; cbn [read_members] in E.
    destruct (after 34 s) as [t |]; [| discriminate].
    destruct (string t) as [[k rest] |]; [| discriminate].
    destruct (after 58 (skip rest)) as [rest' |]; [| discriminate].
    destruct (read_value n (skip rest')) as [[v r1] |] eqn:V; [| discriminate]; apply IV in V.
    destruct (after 125 (skip r1)); [injection E as <- <-; constructor; [exact V | constructor] |].
    destruct (after 44 (skip r1)) as [r2 |]; [| discriminate].
    destruct (read_members n (skip r2)) as [[ms' r3] |] eqn:M; [| discriminate].
    injection E as <- <-; constructor; [exact V | eapply IM; eauto].
Qed.

(** Whatever is read is valid, whoever wrote it. *)
Theorem what_is_read_is_valid text v : read text = Some v -> valid v.
Proof.
  unfold read; destruct (read_value (S (length text)) (skip text)) as [[w r] |] eqn:E;
    [| discriminate].
  destruct (skip r); [| discriminate]; intro H; injection H as <-.
  eapply (proj1 (reading_is_valid (S (length text)))); eauto.
Qed.

(** So what was read, with any layout, is written as canonical bytes that are read as the same. *)
Theorem what_is_read_is_kept text v : read text = Some v -> read (file v) = Some v.
Proof. intro E; apply read_what_was_written; eapply what_is_read_is_valid; eauto. Qed.
