import { gameOf } from '#core/games/registry.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { BetEngine } from './bet-engine.ts'
import type { OpenRoundRow, OpenRoundsStore } from './open-rounds.store.ts'

const EVERY_MS = 60_000
const AT_ONCE = 100
/** A hand that nobody plays on for so long ends by itself. */
const IDLE_AFTER_MS = 7 * 24 * 60 * 60 * 1_000

/** Ends rounds whose player is away: hands stand, winnings are cashed out. */
export function idleRoundsJob(deps: {
  engine: BetEngine
  store: OpenRoundsStore
  clock: Clock
  log: Logger
}): Job {
  const { engine, store, clock, log } = deps

  async function retreat(row: OpenRoundRow): Promise<void> {
    const game = gameOf(row)
    if (!game?.choices) return
    const act = game.choices.retreat({ reason: 'idle' })
    const ask = { act, step: row.actions.length }
    const { userId, id } = row
    await engine
      .place({ userId, game, ask, request: undefined })
      .catch((error: unknown) => log.warn({ error, id }, 'an idle round stays'))
  }

  return {
    name: 'idle-rounds',
    everyMs: EVERY_MS,
    async run() {
      const since = new Date(clock().getTime() - IDLE_AFTER_MS)
      const rows = await store.findIdleSince(since, AT_ONCE)
      await Promise.all(rows.map(retreat))
    },
  }
}
