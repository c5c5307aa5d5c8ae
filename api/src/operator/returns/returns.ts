import { sportsTotalsOver } from '../../betting/sports/sports.ts'
import type { Database } from '../../platform/db/database.ts'
import { Lease, whileLeading } from '../../platform/db/lease.ts'
import type { Platform } from '../../platform/platform.ts'
import { isBehind } from './counted-position.ts'
import { GameReturnsService } from './game-returns.service.ts'
import { ReturnsThread } from './returns-thread.ts'
import { TalliesStore } from './tallies.store.ts'

/** Operators look at returns over weeks, not over seconds. */
const EVERY_MS = 30_000

export type ReturnsModule = ReturnType<typeof openReturns>

/** Opens what games pay back, beside what is to be expected of them. */
export function openReturns(
  { db, games, log }: Pick<Platform, 'db' | 'games' | 'log'>,
  { databaseUrl }: { databaseUrl: string },
) {
  const gameTypes = games.currentGames.map(({ gameType }) => gameType)
  const totals = sportsTotalsOver(db)
  const thread = new ReturnsThread(databaseUrl)
  const lease = new Lease('returns', { db, log })
  const store = new TalliesStore(db)
  const countNow = async () => {
    if (await isBehind(db, store)) await thread.count()
    await totals.count()
  }
  return {
    service: returnsOver(db, gameTypes),
    countNow,
    jobs: [
      {
        name: 'returns',
        everyMs: EVERY_MS,
        run: whileLeading(lease, countNow),
      },
    ],
    async release() {
      await thread.close()
      await lease.release()
    },
  }
}

export function returnsOver(
  db: Database,
  gameTypes: readonly string[],
): GameReturnsService {
  const store = new TalliesStore(db)
  return new GameReturnsService({
    store,
    sports: sportsTotalsOver(db),
    gameTypes,
  })
}
