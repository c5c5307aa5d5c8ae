import { assert } from '#core/assert.ts'
import { IDLE_AFTER_MS } from '#core/games/game.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { BetEngine } from './bet-engine.ts'
import type { OpenRoundRow, OpenRoundsStore } from './open-rounds.store.ts'

const EVERY_MS = 60_000
const AT_ONCE = 100

/** Ends rounds whose player is away: hands stand, winnings are cashed out. */
export function idleRoundsJob(deps: {
  games: GameRegistry
  engine: BetEngine
  store: OpenRoundsStore
  clock: Clock
  log: Logger
}): Job {
  const { games, engine, store, clock, log } = deps

  /** Both hands of a split stand one after the other. */
  async function endRound(row: OpenRoundRow): Promise<void> {
    let open: OpenRoundRow | undefined = row
    while (open) {
      await takeAutomaticAction(open)
      open = await store.find(row.id)
    }
  }

  async function takeAutomaticAction({
    userId,
    actions,
    ...row
  }: OpenRoundRow): Promise<void> {
    const game = games.gameOf(row)
    assert(game?.choices !== undefined, 'who waits has a choice')
    const act = game.choices.automaticAction({ reason: 'idle' })
    const ask = { act, step: actions.length }
    await engine.place({ userId, game, ask, request: undefined })
  }

  return {
    name: 'idle-rounds',
    everyMs: EVERY_MS,
    async run() {
      const since = new Date(clock().getTime() - IDLE_AFTER_MS)
      const rows = await store.findIdleSince(since, AT_ONCE)
      const ends = await Promise.allSettled(rows.map(endRound))
      for (const end of ends) {
        if (end.status === 'fulfilled') continue
        log.warn({ error: end.reason }, 'idle_round.close_failed')
      }
    },
  }
}
