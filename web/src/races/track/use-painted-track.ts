import { type RefObject, useEffect } from 'react'
import type { HorseId } from '#core/race/horses.ts'
import { FINISH_PERCENT, type Race } from '#core/race/race.ts'
import { type DrawnRace, drawnRace, isStill } from './drawn-race.ts'
import { TrackPainter } from './track-painter.ts'

/** What is painted: a course from its start on, or horses that stand. */
export type Painted =
  | { course: Race; startMs: number }
  /** Of a race that was not seen only the winner is known. */
  | { winner: HorseId | undefined }

/** Keeps the track painted: each frame by the time it is, however many were missed. */
export function usePaintedTrack(
  track: RefObject<HTMLElement | null>,
  painted: Painted,
): void {
  const course = 'course' in painted ? painted.course : undefined
  const startMs = 'course' in painted ? painted.startMs : 0
  const winner = 'winner' in painted ? painted.winner : undefined

  useEffect(() => {
    if (!track.current) return
    const painter = new TrackPainter(track.current)
    let frame = 0
    const paint = () => {
      const elapsedMs = performance.now() - startMs
      painter.paint(course ? drawnRace(course, elapsedMs) : standingAt(winner))
      if (course && !isStill(course, elapsedMs)) {
        frame = requestAnimationFrame(paint)
      }
    }
    const repaint = () => {
      cancelAnimationFrame(frame)
      painter.measure()
      paint()
    }
    paint()
    addEventListener('resize', repaint)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', repaint)
    }
  }, [track, course, startMs, winner])
}

const START = [0, 0, 0, 0]
/** Where the winner of a race that was not seen is drawn, past the others. */
const WINNER_PERCENT = FINISH_PERCENT + 3

function standingAt(winner: HorseId | undefined): DrawnRace {
  const drawn = START.map((start, index) => {
    if (!winner) return start
    return index + 1 === winner ? WINNER_PERCENT : FINISH_PERCENT
  })
  return {
    drawn,
    leader: winner ? winner - 1 : 0,
    middle: winner ? FINISH_PERCENT : 0,
    isOver: winner !== undefined,
  }
}
