; Peg solitaire for planners, with as few sweeps as possible (Long-hop Solitaire): a sweep is a run
; of jumps by one peg, and the cost of a plan its number of sweeps.
; `pegsat export PROBLEM --model pddl+sweeps --to pddl -o FILE` writes a problem for this domain, and
; FILE.domain, this file.
;
; The paper's names: (peg ?h) is bState[i,j,t] at the time of the state, (line ?from ?over ?to) a
; transition; begin-sweep and go-on are moves, begin-sweep where hop[t] holds. Left out: goals that
; count pegs, dead ends, and everything that is added to models.
(define (domain peg-sweeps)
  (:requirements :strips :typing :action-costs)
  (:types hole)
  (:predicates
    (line ?from ?over ?to - hole)  ; a jump leads from ?from over ?over to ?to
    (peg ?h - hole)
    (empty ?h - hole)
    (resting)                      ; no sweep is under way
    (moving ?h - hole))            ; the peg of ?h may go on
  (:functions (total-cost) - number)

  (:action begin-sweep
    :parameters (?from ?over ?to - hole)
    :precondition (and (resting) (line ?from ?over ?to)
                       (peg ?from) (peg ?over) (empty ?to))
    :effect (and (not (resting)) (moving ?to)
                 (not (peg ?from)) (not (peg ?over)) (not (empty ?to))
                 (empty ?from) (empty ?over) (peg ?to)
                 (increase (total-cost) 1)))

  (:action go-on
    :parameters (?from ?over ?to - hole)
    :precondition (and (moving ?from) (line ?from ?over ?to)
                       (peg ?over) (empty ?to))
    :effect (and (not (moving ?from)) (moving ?to)
                 (not (peg ?from)) (not (peg ?over)) (not (empty ?to))
                 (empty ?from) (empty ?over) (peg ?to)))

  (:action end-sweep
    :parameters (?h - hole)
    :precondition (moving ?h)
    :effect (and (not (moving ?h)) (resting))))
