(* Runs the model that was extracted from proofs/ on a history of one path.

   Reads histories, each with an empty line after it, and one commit a line: its parents, then N if it writes nothing, or W with the kept and the
   added elements. Parents are numbers from 0, with commas. An element is the bytes of its stamp and
   of its value, in hexadecimal, as STAMP:VALUE; elements are separated by commas. An empty list is
   a dash. Prints the elements that each commit holds, in the order in which they are shown, and
   whether there is a conflict: "STAMP:VALUE,... no" or "... conflict". An empty line follows each history.

   With the argument 'hidden', each line is the hash of a plan's content, and what is at the path of its
   deletion, the shown one first, with commas: the hash in a deletion, 'null' for a restoration, or
   'other'. Prints "hidden" or "visible".

   With the argument 'json', each line is a text in hexadecimal. Prints the canonical file with its value,
   or "invalid".

   With the argument 'one-base', only one best common ancestor is used. This is wrong on purpose: a
   control must notice it. *)

open Model

let digits s = List.init (String.length s / 2) (fun i -> int_of_string ("0x" ^ String.sub s (2 * i) 2))
let text bytes = String.concat "" (List.map (Printf.sprintf "%02x") bytes)
let list read s = if s = "-" then [] else List.map read (String.split_on_char ',' s)

let element s =
  match String.split_on_char ':' s with
  | [stamp; value] -> { stamp = digits stamp; value = digits value }
  | _ -> failwith ("not an element: " ^ s)

let commit line =
  match String.split_on_char ' ' line with
  | [parents; "N"] -> { parent_list = list int_of_string parents; writes_of = (fun () -> None) }
  | [parents; "W"; kept; added] ->
    let kept = list element kept in
    let write = { kept = (fun e -> List.mem e kept); added = list element added } in
    { parent_list = list int_of_string parents; writes_of = (fun () -> Some write) }
  | _ -> failwith ("not a commit: " ^ line)

(* The control: the bases of the first one that is found. *)
let with_one_base commits =
  let count = Array.length commits in
  let past = Array.make count [] and held = Array.make count [] in
  for c = 0 to count - 1 do
    let { parent_list; writes_of } = commits.(c) in
    past.(c) <- List.sort_uniq Stdlib.compare (c :: List.concat_map (fun q -> past.(q)) parent_list);
    let best a b =
      let commons = List.filter (fun o -> List.mem o past.(b)) past.(a) in
      List.filter (fun o -> List.for_all (fun o' -> o' = o || not (List.mem o past.(o'))) commons) commons
    in
    let merge (merged, heads) b =
      let one a = match best a b with [] -> [] | o :: _ -> [o] in
      let bases = List.concat_map (fun o -> held.(o)) (List.concat_map one heads) in
      (merge_lists (=) merged held.(b) bases, b :: heads)
    in
    let merged, _ = List.fold_left merge ([], []) parent_list in
    held.(c) <-
      (match writes_of () with None -> merged | Some w -> List.filter w.kept merged @ w.added)
  done;
  Array.to_list held

let rec read_history () =
  match input_line stdin with
  | "" -> []
  | line -> let commit = commit line in commit :: read_history ()

let run commits =
  let commits = Array.of_list commits in
  let held =
    if Array.mem "one-base" Sys.argv then with_one_base commits
    else List.rev_map snd (table (=) (fun n -> commits.(n)) () (Array.length commits))
  in
  List.iter
    (fun elements ->
      let shown = List.map (fun e -> text e.stamp ^ ":" ^ text e.value) (in_order elements) in
      Printf.printf "%s %s\n"
        (if shown = [] then "-" else String.concat "," shown)
        (if List.length (candidates elements) > 1 then "conflict" else "no"))
    held;
  print_newline ()

let hidden line =
  match String.split_on_char ' ' line with
  | [hash; found] ->
    let seen = function "null" | "other" -> None | hash -> Some hash in
    let is_hidden = hides (=) seen ((=) "null") hash (list Fun.id found) in
    print_endline (if is_hidden then "hidden" else "visible")
  | _ -> failwith ("not a content and its deletions: " ^ line)

let json line =
  print_endline (match read (digits line) with Some value -> text (file value) | None -> "invalid")

let () =
  try
    while true do
      if Array.mem "hidden" Sys.argv then hidden (input_line stdin)
      else if Array.mem "json" Sys.argv then json (input_line stdin)
      else
        match read_history () with
        | [] -> ()
        | commits -> run commits
    done
  with End_of_file -> ()
