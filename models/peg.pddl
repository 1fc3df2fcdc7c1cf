; Peg solitaire for planners, one jump an action: the shortest plan has as many actions as jumps.
; `pegsat export PROBLEM --model pddl --to pddl -o FILE` writes a problem for this domain, and
; FILE.domain, this file.
;
; The predicates have the names of CSPLib's problem 037, which has an action for each direction of a
; transition where this has two transitions: (full ?h) is the paper's bState[i,j,t] at the time of
; the state, and the plan is moves. A goal of so many pegs becomes a disjunction of positions, a dead
; end a goal over all transitions; planners need axioms for both. Left out: dead ends that count
; pegs, and everything that is added to models; sweeps.pddl counts sweeps.
(define (domain peg)
  (:requirements :strips :typing)
  (:types hole)
  (:predicates
    (transition ?from ?over ?to - hole) ; a jump leads from ?from over ?over to ?to
    (full ?h - hole)
    (empty ?h - hole))

  (:action jump
    :parameters (?from ?over ?to - hole)
    :precondition (and (transition ?from ?over ?to) (full ?from) (full ?over) (empty ?to))
    :effect (and (not (full ?from)) (not (full ?over)) (not (empty ?to))
                 (empty ?from) (empty ?over) (full ?to))))
