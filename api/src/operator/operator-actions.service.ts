import type { Restore } from '#core/api/fairness.ts'
import type { SiteChange } from '#core/api/site.ts'
import { RESTORE } from '#core/pauses.ts'
import { Refusal } from '#core/refusals.ts'
import type { Score } from '#core/sports/game.ts'
import type { FairnessService } from '../betting/fairness/fairness.service.ts'
import type { PausesService } from '../betting/pauses/pauses.service.ts'
import { abandonOpenRounds } from '../betting/rounds/rounds.service.ts'
import { decideGame } from '../betting/sports/game-decisions.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Platform } from '../platform/platform.ts'
import { createManagedAccounts } from '../players/auth/managed-accounts.service.ts'
import { deleteSessions } from '../players/sessions/sessions.service.ts'
import type { SiteService } from '../site/settings/settings.ts'
import type { Actor, Attribution, OperatorLog } from './operator-log.service.ts'

/** Creates the actions of operators, each in one transaction with its log entry. */
export type OperatorActions = ReturnType<typeof createOperatorActions>

export function createOperatorActions({
  clock,
  db,
  ledger,
  log,
  onFrozen = () => undefined,
  pauses,
}: Pick<Platform, 'clock' | 'db'> & {
  ledger: Pick<LedgerService, 'topUpHouse'>
  log: OperatorLog
  /** Called with the ended sessions after the commit of a freeze. */
  onFrozen?: (
    userId: string,
    reason: string,
    sessionIds: readonly string[],
  ) => void
  pauses: PausesService
}) {
  const accounts = createManagedAccounts(db, clock)

  /** Prevents a leaked token from locking out operators. */
  async function requireReach({ tokenId }: Actor, userId: string) {
    if (tokenId === undefined) return
    const account = await accounts.find(userId)
    if (account?.role !== 'operator') return
    throw new Refusal('operator_out_of_reach')
  }

  function decide(
    by: Attribution,
    gameId: string,
    { action, score }: { action: string; score: Score | undefined },
  ) {
    return db.transaction(async (tx) => {
      const game = await decideGame(tx, gameId, {
        score,
        reason: by.reason,
        decidedBy: by.actor.name,
        decidedAt: clock(),
      })
      const { before, status, homeScore, awayScore } = game
      const after = { status, homeScore, awayScore }
      const target = `game ${gameId}`
      await log.add(tx, by, { action, target, before, after })
      return game
    })
  }

  return {
    pause(by: Attribution, gameType: string, notice: string | null) {
      return db.transaction(async (tx) => {
        const before = (await pauses.findPause(gameType, tx)) ?? null
        await pauses.pause(gameType, notice, tx)
        const after = { gameType, reason: notice }
        const entry = { action: 'pause', target: gameType, before, after }
        await log.add(tx, by, entry)
      })
    },

    resume(by: Attribution, gameType: string) {
      return db.transaction(async (tx) => {
        const before = (await pauses.findPause(gameType, tx)) ?? null
        if (!(await pauses.resume(gameType, tx))) {
          throw new Refusal('game_not_paused', { gameType })
        }
        await log.add(tx, by, { action: 'resume', target: gameType, before })
      })
    },

    /** Keeps a player out; open bets are settled as usual. */
    async freeze(by: Attribution, userId: string) {
      await requireReach(by.actor, userId)
      const sessionIds = await db.transaction(async (tx) => {
        const change = await accounts.freeze(tx, userId, by.reason)
        const target = `player ${userId}`
        await log.add(tx, by, { action: 'freeze', target, ...change })
        return deleteSessions(tx, userId)
      })
      onFrozen(userId, by.reason, sessionIds)
    },

    async unfreeze(by: Attribution, userId: string) {
      await requireReach(by.actor, userId)
      await db.transaction(async (tx) => {
        const change = await accounts.freeze(tx, userId, null)
        const target = `player ${userId}`
        await log.add(tx, by, { action: 'unfreeze', target, ...change })
      })
    },

    /** Returns the stakes of all bets on a game. @throws not_found */
    voidGame: (by: Attribution, gameId: string) =>
      decide(by, gameId, { action: 'void_game', score: undefined }),

    correctScore: (by: Attribution, gameId: string, score: Score) =>
      decide(by, gameId, { action: 'correct_score', score }),

    grant(by: Attribution, username: string) {
      return db.transaction(async (tx) => {
        const id = await accounts.makeOperator(tx, username)
        const after = { role: 'operator' }
        const target = `player ${id}`
        await log.add(tx, by, { action: 'grant', target, after })
      })
    },

    /** Moves coins from the grant account to the bankroll. */
    topUp(by: Attribution, amount: number) {
      return db.transaction(async (tx) => {
        const house = await ledger.topUpHouse(tx, amount)
        const [before, after] = [{ house }, { house: house + amount }]
        const entry = { action: 'top_up', target: 'house', before, after }
        await log.add(tx, by, entry)
      })
    },

    async changeSite(
      by: Attribution,
      site: Pick<SiteService, 'change' | 'follow'>,
      texts: SiteChange,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        const change = await site.change(tx, { by: by.actor.name, texts })
        const entry = { action: 'change_site', target: 'site', ...change }
        await log.add(tx, by, entry)
      })
      await site.follow()
    },

    /**
     * Settles a restored database, so that it accepts bets again: renews all
     * seeds and ends open rounds, since players may know their results.
     */
    async settleRestore(
      by: Attribution,
      fairness: Pick<FairnessService, 'renewAll'>,
    ): Promise<Restore> {
      const { reason } = by
      const { firstEpoch, startedAt } = await db.transaction(async (tx) => {
        const lineage = await fairness.renewAll(tx, reason)
        await abandonOpenRounds(tx)
        await pauses.resume(RESTORE, tx)
        const after = { firstEpoch: lineage.firstEpoch }
        const entry = { action: 'settle_restore', target: 'house', after }
        await log.add(tx, by, entry)
        return lineage
      })
      await pauses.follow()
      return { epoch: firstEpoch, at: startedAt.toISOString(), reason }
    },
  }
}
