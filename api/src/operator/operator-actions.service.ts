import { Refusal } from '#core/refusals.ts'
import type { Score } from '#core/sports/game.ts'
import type { PausesService } from '../betting/pauses/pauses.service.ts'
import type { GameDecisionsService } from '../betting/sports/game-decisions.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import type { AccountsService } from '../players/auth/managed-accounts.service.ts'
import type { SessionsService } from '../players/sessions/sessions.service.ts'
import type {
  Actor,
  LoggedAction,
  OperatorLog,
} from './operator-log.service.ts'

type ActionsDeps = {
  db: Database
  log: OperatorLog
  accounts: AccountsService
  pauses: PausesService
  decisions: GameDecisionsService
  ledger: Pick<LedgerService, 'topUpHouse' | 'totals'>
  sessions: Pick<SessionsService, 'deleteIn' | 'forget'>
  /** Reaches a player's open pages before their sessions end. */
  tellFrozen?: ((userId: string, reason: string) => void) | undefined
}

/** Names who asks for an action, and why. */
export type Asked = { actor: Actor; reason: string }

/** A game as shown in the log. */
type DecidedGame = Awaited<ReturnType<GameDecisionsService['decide']>>

export type OperatorActionsService = ReturnType<typeof openOperatorActions>

/**
 * Opens what operators do, over the API and by commands. Each action is one
 * transaction with its entry in the audit log.
 */
export function openOperatorActions(deps: ActionsDeps) {
  const { accounts, db, decisions, ledger, log, pauses, sessions } = deps

  /** @param act returns the states for the log, and the action's result. */
  function logged<T = void>(
    { actor, reason }: Asked,
    { action, target }: Pick<LoggedAction, 'action' | 'target'>,
    act: (
      tx: Transaction,
    ) => Promise<Pick<LoggedAction, 'before' | 'after'> & { result?: T }>,
  ): Promise<T> {
    return db.transaction(async (tx) => {
      const { before, after, result } = await act(tx)
      await log.add(tx, actor, { action, target, before, after, reason })
      return result as T
    })
  }

  /** Prevents a leaked token from locking out operators. */
  async function requireReach({ tokenId }: Actor, userId: string) {
    if (tokenId === undefined) return
    const account = await accounts.find(userId)
    if (account?.role !== 'operator') return
    throw new Refusal('operator_out_of_reach')
  }

  function decide(
    action: string,
    asked: Asked,
    gameId: string,
    score: Score | undefined,
  ): Promise<DecidedGame> {
    const entry = { action, target: `game ${gameId}` }
    return logged<DecidedGame>(asked, entry, async (tx) => {
      const grounds = { reason: asked.reason, decidedBy: asked.actor.name }
      const game = await decisions.decide(tx, gameId, { score, ...grounds })
      const { before, status, homeScore, awayScore } = game
      return { before, after: { status, homeScore, awayScore }, result: game }
    })
  }

  return {
    /** Stops bets on a game. @param notice reason shown to players. */
    pause(asked: Asked, gameType: string, notice: string | null) {
      const entry = { action: 'pause', target: gameType }
      return logged(asked, entry, async (tx) => {
        const before = (await pauses.stored(gameType, tx)) ?? null
        await pauses.pause(gameType, notice, tx)
        return { before, after: { gameType, reason: notice } }
      })
    },

    /** @throws not_found when the game was not paused. */
    resume(asked: Asked, gameType: string) {
      const entry = { action: 'resume', target: gameType }
      return logged(asked, entry, async (tx) => {
        const before = (await pauses.stored(gameType, tx)) ?? null
        if (!(await pauses.resume(gameType, tx))) {
          throw new Refusal('game_not_paused', { gameType })
        }
        return { before }
      })
    },

    /**
     * Keeps a player out until the account is unfrozen. Open bets are settled
     * as usual. @throws not_found
     */
    async freeze(asked: Asked, userId: string) {
      const { actor, reason } = asked
      await requireReach(actor, userId)
      const entry = { action: 'freeze', target: `player ${userId}` }
      const ended = await logged<string[]>(asked, entry, async (tx) => ({
        ...(await accounts.freeze(tx, userId, reason)),
        result: await sessions.deleteIn(tx, userId),
      }))
      deps.tellFrozen?.(userId, reason)
      for (const id of ended) sessions.forget(id)
    },

    /** @throws not_found */
    async unfreeze(asked: Asked, userId: string) {
      await requireReach(asked.actor, userId)
      const entry = { action: 'unfreeze', target: `player ${userId}` }
      return logged(asked, entry, (tx) => accounts.unfreeze(tx, userId))
    },

    /** Returns the stakes of all bets on a game. @throws not_found */
    voidGame(asked: Asked, gameId: string): Promise<DecidedGame> {
      return decide('void_game', asked, gameId, undefined)
    },

    /** Ends a game with a score. @throws not_found */
    correctScore(
      asked: Asked,
      gameId: string,
      score: Score,
    ): Promise<DecidedGame> {
      return decide('correct_score', asked, gameId, score)
    },

    /** Makes a player an operator. @throws not_found */
    grant({ actor, reason }: Asked, username: string): Promise<void> {
      return db.transaction(async (tx) => {
        const id = await accounts.makeOperator(tx, username)
        const after = { role: 'operator' }
        const target = `player ${id}`
        await log.add(tx, actor, { action: 'grant', target, after, reason })
      })
    },

    /** Grants the house coins of the grant account. */
    topUp(asked: Asked, amount: number) {
      const entry = { action: 'top_up', target: 'house' }
      return logged(asked, entry, async (tx) => {
        const house = await ledger.topUpHouse(tx, amount)
        return { before: { house }, after: { house: house + amount } }
      })
    },
  }
}
