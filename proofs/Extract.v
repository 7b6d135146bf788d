(** * Extraction

    This file writes the program of Run.v, and the order of Shown.v, the deletions of
    Deletion.v, and how Json.v reads and writes files, as OCaml: model.ml. Numbers
    become machine integers, which are large enough for the commits and bytes of a test. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From Pmgit Require Import Bytes Shown Deletion Json Run.

Extraction "model.ml" table merge_lists in_order candidates hides read file.
