; Peg solitaire for planners, with as few sweeps as possible (Long-hop Solitaire): a sweep is a run
; of jumps by one peg, and the cost of a plan its number of sweeps.
; `pegsat export PROBLEM --model pddl+sweeps --to pddl -o FILE` writes a problem for this domain, and
; FILE.domain, this file.
;
; The predicates have the names of CSPLib's problem 037, as far as it has them: (full ?h) is the
; paper's bState[i,j,t] at the time of the state; begin-sweep and go-on are moves, begin-sweep where hop[t] holds. Left out: goals that
; count pegs, dead ends, and everything that is added to models.
(define (domain peg-sweeps)
  (:requirements :strips :typing :action-costs)
  (:types hole)
  (:predicates
    (transition ?from ?over ?to - hole) ; a jump leads from ?from over ?over to ?to
    (full ?h - hole)
    (empty ?h - hole)
    (resting)                      ; no sweep is under way
    (moving ?h - hole))            ; the peg of ?h may go on
  (:functions (total-cost) - number)

  (:action begin-sweep
    :parameters (?from ?over ?to - hole)
    :precondition (and (resting) (transition ?from ?over ?to)
                       (full ?from) (full ?over) (empty ?to))
    :effect (and (not (resting)) (moving ?to)
                 (not (full ?from)) (not (full ?over)) (not (empty ?to))
                 (empty ?from) (empty ?over) (full ?to)
                 (increase (total-cost) 1)))

  (:action go-on
    :parameters (?from ?over ?to - hole)
    :precondition (and (moving ?from) (transition ?from ?over ?to)
                       (full ?over) (empty ?to))
    :effect (and (not (moving ?from)) (moving ?to)
                 (not (full ?from)) (not (full ?over)) (not (empty ?to))
                 (empty ?from) (empty ?over) (full ?to)))

  (:action end-sweep
    :parameters (?h - hole)
    :precondition (moving ?h)
    :effect (and (not (moving ?h)) (resting))))
