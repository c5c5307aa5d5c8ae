import {
  FINISH_PERCENT,
  type Race,
  TICK_MS,
  UNITS_A_PERCENT,
} from '#core/race/race.ts'

/** Slow motion after the finish, and how fast it slows down. */
const RUN_OUT_MS = 3_000
const SLOWING_MS = 700
/** Minimum run-out of all, and of the last one past the line, in percent. */
const RUN_OUT_PERCENT = 3
const PAST_LINE_PERCENT = 1

/** One moment of a race; positions in percent of the course. */
export type DrawnRace = {
  /** Positions of horses 1 to 4, interpolated between ticks. */
  drawn: readonly number[]
  /** Index of the horse that is in front. */
  leader: number
  /** Center of the field. */
  middle: number
  isOver: boolean
}

/** @param elapsedMs since the start of the race. */
export function drawnRace(race: Race, elapsedMs: number): DrawnRace {
  const ticks = Math.max(0, elapsedMs / TICK_MS)
  const isOver = ticks >= race.ticks
  const drawn = isOver
    ? extrapolate(race, elapsedMs - race.ticks * TICK_MS)
    : between(race, ticks)
  return {
    drawn,
    leader: isOver ? race.winner - 1 : drawn.indexOf(Math.max(...drawn)),
    middle: drawn.reduce((sum, percent) => sum + percent, 0) / drawn.length,
    isOver,
  }
}

/** True once nothing moves any more. */
export function isStill(race: Race, elapsedMs: number): boolean {
  return elapsedMs >= race.ticks * TICK_MS + RUN_OUT_MS
}

/** Lets all horses run out at one speed, which preserves the final gaps. */
function extrapolate(race: Race, sinceMs: number): readonly number[] {
  const last = at(race, race.ticks)
  const distance = Math.max(
    RUN_OUT_PERCENT,
    FINISH_PERCENT + PAST_LINE_PERCENT - Math.min(...last),
  )
  const part = 1 - Math.exp(-Math.min(sinceMs, RUN_OUT_MS) / SLOWING_MS)
  return last.map((percent) => percent + distance * part)
}

/** Gap of each horse to the winner, in percent, by place. */
export function gapsBehind(race: Race): readonly number[] {
  const last = at(race, race.ticks)
  const ahead = last[race.winner - 1] ?? 0
  return race.order.map((id) => ahead - (last[id - 1] ?? 0))
}

/** True when the next one reached the finish on the winner's tick. */
export function isPhotoFinish(race: Race): boolean {
  const [, second = 1] = race.order
  return (at(race, race.ticks)[second - 1] ?? 0) >= FINISH_PERCENT
}

function between(race: Race, ticks: number): readonly number[] {
  const tick = Math.floor(ticks)
  const next = at(race, tick + 1)
  return at(race, tick).map((percent, index) => {
    const end = next[index] ?? percent
    return percent + (end - percent) * (ticks - tick)
  })
}

function at(race: Race, tick: number): readonly number[] {
  return race.positions(tick).map((position) => position / UNITS_A_PERCENT)
}
