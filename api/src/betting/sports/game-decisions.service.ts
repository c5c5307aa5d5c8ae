import { Refusal } from '#core/refusals.ts'
import type { Score } from '#core/sports/game.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { GameRow, GamesStore } from './sports-games.store.ts'

type DecisionsDeps = { games: GamesStore; clock: Clock }

/** A game as it is decided now, and how it stood before. */
type DecidedGame = GameRow & {
  before: Pick<GameRow, 'status' | 'homeScore' | 'awayScore'>
}

/** Why a game is decided otherwise than the feed has, and by whom. */
type Grounds = { reason: string; decidedBy: string }

/**
 * An operator's word on how a game ended, against which no feed's counts. It
 * moves no coin: the process that leads settles the bets by it, also those that
 * were settled before, by compensating entries.
 */
export class GameDecisionsService {
  readonly #deps: DecisionsDeps

  constructor(deps: DecisionsDeps) {
    this.#deps = deps
  }

  /** All bets on the game get their stakes back. @throws not_found */
  voidGame(
    gameId: string,
    grounds: Grounds,
    tx: Transaction,
  ): Promise<DecidedGame> {
    return this.#decide(tx, gameId, { ...grounds, score: undefined })
  }

  /** The game has ended with this score. @throws not_found */
  correctScore(
    gameId: string,
    decision: Grounds & { score: Score },
    tx: Transaction,
  ): Promise<DecidedGame> {
    return this.#decide(tx, gameId, decision)
  }

  async #decide(
    tx: Transaction,
    gameId: string,
    { score, ...grounds }: Grounds & { score: Score | undefined },
  ): Promise<DecidedGame> {
    const { clock, games } = this.#deps
    const row = await this.#locked(tx, gameId)
    const scores = {
      homeScore: score?.home ?? null,
      awayScore: score?.away ?? null,
    }
    const decided: GameRow = {
      ...row,
      ...scores,
      status: score ? 'final' : 'cancelled',
      bookmakers: [],
      resultVersion: row.resultVersion + 1,
      decidedBy: 'operator',
      heldFor: null,
    }
    await games.keep(tx, [decided])
    const decidedAt = clock()
    const decision = { id: newId(), gameId, decidedAt, ...scores, ...grounds }
    await games.addDecision(tx, decision)
    const { status, homeScore, awayScore } = row
    return { ...decided, before: { status, homeScore, awayScore } }
  }

  async #locked(tx: Transaction, gameId: string): Promise<GameRow> {
    const row = await this.#deps.games.find(tx, gameId, 'update')
    if (!row) throw new Refusal('game_unknown')
    return row
  }
}
