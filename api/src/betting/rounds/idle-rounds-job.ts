import { assert } from '#core/assert.ts'
import { IDLE_AFTER_MS } from '#core/games/game.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MoveRequest } from '../engine/moves.ts'
import type { OpenRoundRow, RoundsStore } from '../engine/rounds.store.ts'

const EVERY_MS = 60_000
const BATCH_SIZE = 100

/** Ends the rounds of idle players: hands stand, winnings are cashed out. */
export function idleRoundsJob(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  {
    games,
    play,
    store,
  }: {
    games: GameRegistry
    play: (request: MoveRequest) => Promise<unknown>
    store: RoundsStore
  },
): Job {
  /** Repeats the automatic action, since a split has a hand after the other. */
  async function endRound(row: OpenRoundRow): Promise<void> {
    let open: OpenRoundRow | undefined = row
    while (open) {
      const { actions, userId } = open
      const game = games.findGame(open)
      assert(game?.choices !== undefined, 'an open round has choices')
      const act = game.choices.automaticAction({ reason: 'idle' })
      const move = { act, step: actions.length }
      await play({ userId, game, move, request: undefined })
      open = await store.findOpen(row.id)
    }
  }

  return {
    name: 'idle_rounds',
    everyMs: EVERY_MS,
    async run() {
      const since = new Date(clock().getTime() - IDLE_AFTER_MS)
      const rows = await store.findIdleSince(since, BATCH_SIZE)
      for (const end of await Promise.allSettled(rows.map(endRound)))
        if (end.status === 'rejected')
          log.warn({ error: end.reason }, 'idle_round.close_failed')
    },
  }
}
