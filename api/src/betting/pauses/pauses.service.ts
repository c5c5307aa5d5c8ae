import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { OTHER_BETS } from '#core/api/history.ts'
import type { GamePause } from '#core/api/stats.ts'
import { currentGames } from '#core/games/registry.ts'
import { DEPOSITS, RESTORE } from '#core/pauses.ts'
import { Refusal } from '#core/refusals.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { gamePauses } from './pauses.table.ts'

/** Games that a restore pauses. Deposits are still credited. */
const ALL_BETS = [
  ...currentGames.map(({ gameType }) => gameType),
  ...OTHER_BETS,
]

export type PausesService = ReturnType<typeof createPausesService>

/** Pauses games; caches which ones are paused. */
export function createPausesService(
  db: Database,
  onChange: (paused: GamePause[]) => void = () => undefined,
) {
  let reasons = new Map<string, string | null>()

  /** Lists paused games; after a restore, all of them. */
  function current(): GamePause[] {
    const all = new Map(reasons)
    if (all.delete(RESTORE)) {
      for (const game of ALL_BETS) all.set(game, reasons.get(RESTORE) ?? null)
    }
    return Array.from(all, ([gameType, reason]) => ({ gameType, reason }))
  }

  function requireNo(pause: string, gameType: string): void {
    const reason = reasons.get(pause)
    if (reason !== undefined) throw new Refusal('paused', { gameType, reason })
  }

  /** Refuses a step of an open round only after a restore. @throws paused */
  function requireStep(gameType: string): void {
    requireNo(RESTORE, gameType)
  }

  return {
    current,
    requireStep,

    /** Pauses a game, or changes its reason, in all processes within a second. */
    async pause(gameType: string, reason: string | null, on = db) {
      await on
        .insert(gamePauses)
        .values({ gameType, reason })
        .onConflictDoUpdate({ target: gamePauses.gameType, set: { reason } })
    },

    /** Returns false if the game was not paused. */
    async resume(gameType: string, on = db): Promise<boolean> {
      const { rowCount } = await on
        .delete(gamePauses)
        .where(eq(gamePauses.gameType, gameType))
      return rowCount === 1
    },

    /** Returns a game's stored pause. */
    async findPause(gameType: string, tx: Transaction) {
      const { reason } = gamePauses
      const [pause] = await tx
        .select({ gameType: gamePauses.gameType, reason })
        .from(gamePauses)
        .where(eq(gamePauses.gameType, gameType))
      return pause
    },

    /** Reads the pauses again. */
    async follow(): Promise<void> {
      const rows = await db.select().from(gamePauses)
      const read = new Map(rows.map((row) => [row.gameType, row.reason]))
      const isChanged = !isDeepStrictEqual(read, reasons)
      reasons = read
      if (isChanged) onChange(current())
    },

    /** True if the database is older than data already published. */
    get isRestored(): boolean {
      return reasons.has(RESTORE)
    },

    isPaused(gameType: string): boolean {
      const isBet = gameType !== DEPOSITS
      return reasons.has(gameType) || (isBet && reasons.has(RESTORE))
    },

    /** @throws paused */
    requireStart(gameType: string): void {
      requireStep(gameType)
      requireNo(gameType, gameType)
    },
  }
}
