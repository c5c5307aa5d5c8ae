import { Refusal } from '#core/refusals.ts'
import type { Score } from '#core/sports/game.ts'
import type { PausesService } from '../betting/pauses/pauses.service.ts'
import type { GameDecisionsService } from '../betting/sports/game-decisions.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import type { AccountsService } from '../players/auth/accounts.service.ts'
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
  tellFrozen?: (userId: string, reason: string) => void
}

/** Names who asks for an action, and why. */
export type Asked = { actor: Actor; reason: string }

/** A game as shown in the log. */
type DecidedGame = Awaited<ReturnType<GameDecisionsService['decide']>>

/**
 * Does what operators ask for, by the API as by the command line. Each is one
 * transaction, with its entry in the audit log.
 */
export class OperatorActionsService {
  readonly #deps: ActionsDeps

  constructor(deps: ActionsDeps) {
    this.#deps = deps
  }

  /** Stops bets on a game. @param notice reason shown to players. */
  pause(
    { actor, reason }: Asked,
    gameType: string,
    notice: string | null,
  ): Promise<void> {
    const { pauses } = this.#deps
    return this.#logged(actor, async (tx) => {
      const before = (await pauses.stored(gameType, tx)) ?? null
      await pauses.pause(gameType, notice, tx)
      const after = { gameType, reason: notice }
      return {
        logged: { action: 'pause', target: gameType, before, after, reason },
        result: undefined,
      }
    })
  }

  /** @throws not_found when the game was not paused. */
  resume({ actor, reason }: Asked, gameType: string): Promise<void> {
    const { pauses } = this.#deps
    return this.#logged(actor, async (tx) => {
      const before = (await pauses.stored(gameType, tx)) ?? null
      if (!(await pauses.resume(gameType, tx))) {
        throw new Refusal('game_not_paused', { gameType })
      }
      return {
        logged: { action: 'resume', target: gameType, before, reason },
        result: undefined,
      }
    })
  }

  /**
   * Keeps a player out until the account is unfrozen; bets that are open are
   * settled as usual. @throws not_found
   */
  async freeze({ actor, reason }: Asked, userId: string): Promise<void> {
    const { accounts, sessions } = this.#deps
    await this.#checkReach(actor, userId)
    const ended = await this.#logged(actor, async (tx) => {
      const { before, after } = await accounts.freeze(tx, userId, reason)
      const target = `player ${userId}`
      return {
        logged: { action: 'freeze', target, before, after, reason },
        result: await sessions.deleteIn(tx, userId),
      }
    })
    this.#deps.tellFrozen?.(userId, reason)
    for (const id of ended) sessions.forget(id)
  }

  /** @throws not_found */
  async unfreeze({ actor, reason }: Asked, userId: string): Promise<void> {
    await this.#checkReach(actor, userId)
    return this.#logged(actor, async (tx) => {
      const { before, after } = await this.#deps.accounts.unfreeze(tx, userId)
      const target = `player ${userId}`
      return {
        logged: { action: 'unfreeze', target, before, after, reason },
        result: undefined,
      }
    })
  }

  /** All bets on a game get their stakes back. @throws not_found */
  voidGame({ actor, reason }: Asked, gameId: string): Promise<DecidedGame> {
    const { decisions } = this.#deps
    return this.#logged(actor, async (tx) => {
      const grounds = { reason, decidedBy: actor.name, score: undefined }
      const game = await decisions.decide(tx, gameId, grounds)
      return decided('void_game', game, reason)
    })
  }

  /** A game has ended with this score. @throws not_found */
  correctScore(
    { actor, reason }: Asked,
    gameId: string,
    score: Score,
  ): Promise<DecidedGame> {
    const { decisions } = this.#deps
    return this.#logged(actor, async (tx) => {
      const grounds = { reason, decidedBy: actor.name, score }
      const game = await decisions.decide(tx, gameId, grounds)
      return decided('correct_score', game, reason)
    })
  }

  /** Makes a player an operator. @throws not_found */
  grant({ actor, reason }: Asked, username: string): Promise<void> {
    return this.#logged(actor, async (tx) => {
      const id = await this.#deps.accounts.makeOperator(tx, username)
      const target = `player ${id}`
      const after = { role: 'operator' }
      return {
        logged: { action: 'grant', target, after, reason },
        result: undefined,
      }
    })
  }

  /** Grants the house coins of the grant account. */
  topUp({ actor, reason }: Asked, amount: number): Promise<void> {
    return this.#logged(actor, async (tx) => {
      const house = await this.#deps.ledger.topUpHouse(tx, amount)
      const [before, after] = [{ house }, { house: house + amount }]
      return {
        logged: { action: 'top_up', target: 'house', before, after, reason },
        result: undefined,
      }
    })
  }

  /** Prevents a leaked token from locking out operators. */
  async #checkReach({ tokenId }: Actor, userId: string): Promise<void> {
    if (tokenId === undefined) return
    const account = await this.#deps.accounts.find(userId)
    if (account?.role !== 'operator') return
    throw new Refusal('operator_out_of_reach')
  }

  #logged<T>(
    actor: Actor,
    act: (tx: Transaction) => Promise<{ logged: LoggedAction; result: T }>,
  ): Promise<T> {
    const { db, log } = this.#deps
    return db.transaction(async (tx) => {
      const { logged, result } = await act(tx)
      await log.add(tx, actor, logged)
      return result
    })
  }
}

function decided(action: string, game: DecidedGame, reason: string) {
  const { before, id, status, homeScore, awayScore } = game
  const after = { status, homeScore, awayScore }
  const target = `game ${id}`
  return { logged: { action, target, before, after, reason }, result: game }
}
