import {
  FINISH_PERCENT,
  type Race,
  TICK_MS,
  UNITS_A_PERCENT,
} from '#core/race/race.ts'
import { shownPositions } from '#core/race/shown-positions.ts'

/** Losers run into the rubber band at the finish, which throws them back. */
const BOUNCE_MS = 900

/** All that the drawing of one moment needs; positions in percent of the way. */
export type DrawnRace = {
  /** Where horses 1 to 4 are drawn: on each tick where core has them, between two ticks in between. */
  drawn: readonly number[]
  /** Where core shows them. */
  shown: readonly number[]
  /** Index of the horse that is in front. */
  leader: number
  /** What the camera looks at. */
  middle: number
  isOver: boolean
}

/** @param elapsedMs since the start of the race. */
export function drawnRace(race: Race, elapsedMs: number): DrawnRace {
  const ticks = Math.max(0, elapsedMs / TICK_MS)
  const shown = shownPositions(race, elapsedMs)
  const isOver = ticks >= race.ticks
  const run = isOver ? at(race, race.ticks) : between(race, ticks)
  const bounced = bounce((elapsedMs - race.ticks * TICK_MS) / BOUNCE_MS)
  const drawn = isOver ? mixed(run, shown, bounced) : run
  return {
    drawn,
    shown,
    leader: isOver ? race.winner - 1 : run.indexOf(Math.max(...run)),
    middle: run.reduce((sum, percent) => sum + percent, 0) / run.length,
    isOver,
  }
}

/** When nothing moves any more. */
export function isStill(race: Race, elapsedMs: number): boolean {
  return elapsedMs >= race.ticks * TICK_MS + BOUNCE_MS
}

/** How far ahead the winner was, in percent, where the next one came in on the same tick. */
export function photoFinishMargin(race: Race): number | undefined {
  const [first, second] = race.order
  const last = at(race, race.ticks)
  const ahead = (id = 1) => last[id - 1] ?? 0
  if (ahead(second) < FINISH_PERCENT) return undefined
  return ahead(first) - ahead(second)
}

function between(race: Race, ticks: number): readonly number[] {
  const tick = Math.floor(ticks)
  return mixed(at(race, tick), at(race, tick + 1), ticks - tick)
}

function at(race: Race, tick: number): readonly number[] {
  return race.positions(tick).map((position) => position / UNITS_A_PERCENT)
}

function mixed(
  from: readonly number[],
  to: readonly number[],
  part: number,
): readonly number[] {
  return from.map((percent, index) => {
    const end = to[index] ?? percent
    return percent + (end - percent) * part
  })
}

/** From 0 to 1, over the mark and back, as rubber does. */
function bounce(time: number): number {
  if (time >= 1) return 1
  if (time <= 0) return 0
  return 1 - Math.exp(-5 * time) * Math.cos(9 * time)
}
