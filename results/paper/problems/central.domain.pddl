; Peg solitaire with as few sweeps as possible (Long-hop Solitaire), for planners:
; a sweep is a run of jumps by one peg, and the cost of a plan its number of sweeps.
; `pegsat export PROBLEM --to pddl -o FILE` writes a problem for this domain.
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
