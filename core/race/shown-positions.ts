import { FINISH_PERCENT, type Race, TICK_MS, UNITS_A_PERCENT } from './race.ts'

/** Behind the winner nobody is shown farther than this. */
const LOSER_PERCENT = 80

/**
 * Where horses 1 to 4 are shown, in percent of the way: each tick's positions
 * until the next one, and from the finish on the winner at 85, the others at
 * 80 at most.
 *
 * @param elapsedMs since the start; before it all are at 0.
 */
export function shownPositions(
  race: Race,
  elapsedMs: number,
): readonly number[] {
  const elapsedTicks = Math.max(0, Math.floor(elapsedMs / TICK_MS))
  const tick = Math.min(elapsedTicks, race.ticks)
  const percents = race
    .positions(tick)
    .map((position) => position / UNITS_A_PERCENT)
  if (tick < race.ticks) return percents
  return percents.map((percent, index) =>
    Math.min(
      percent,
      index + 1 === race.winner ? FINISH_PERCENT : LOSER_PERCENT,
    ),
  )
}
