; Peg solitaire for planners, one jump an action: the shortest plan has as many actions as jumps.
; `pegsat export PROBLEM --model pddl --to pddl -o FILE` writes a problem for this domain, and
; FILE.domain, this file.
;
; The paper's names: (peg ?h) is bState[i,j,t] at the time of the state, (line ?from ?over ?to) a
; transition, and the plan is moves. Left out: goals that count pegs, dead ends, and everything
; that is added to models; sweeps.pddl counts sweeps.
(define (domain peg)
  (:requirements :strips :typing)
  (:types hole)
  (:predicates
    (line ?from ?over ?to - hole)  ; a jump leads from ?from over ?over to ?to
    (peg ?h - hole)
    (empty ?h - hole))

  (:action jump
    :parameters (?from ?over ?to - hole)
    :precondition (and (line ?from ?over ?to) (peg ?from) (peg ?over) (empty ?to))
    :effect (and (not (peg ?from)) (not (peg ?over)) (not (empty ?to))
                 (empty ?from) (empty ?over) (peg ?to))))
