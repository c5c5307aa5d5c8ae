import type { OpenRoundsAnswer } from '#core/api/rounds.ts'
import { assert } from '#core/assert.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { playRound, roundHash } from '#core/fairness/round.ts'
import type { Game, JsonObject } from '#core/games/game.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import { coins } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import type {
  OpenRecord,
  VerificationRecord,
} from '#core/schemas/verification-record.ts'
import type { BetState } from '../../ledger/history/history.service.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { BetEngine } from '../engine/bet-engine.ts'
import { replayOf, shownRound } from '../engine/open-round.ts'
import type {
  OpenRoundRow,
  OpenRoundsStore,
} from '../engine/open-rounds.store.ts'
import type { MoveAnswer, MoveRequest } from '../engine/placed-move.ts'
import type { ReadSnapshots } from '../engine/player-snapshots.ts'
import type { RoundRow, RoundsStore } from '../engine/rounds.store.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'

type RoundsDeps = {
  games: GameRegistry
  engine: BetEngine
  readSnapshots: ReadSnapshots
  store: RoundsStore
  openRounds: OpenRoundsStore
  fairness: FairnessService
  hashes: Hashes
}

export class RoundsService {
  readonly #deps: RoundsDeps

  constructor(deps: RoundsDeps) {
    this.#deps = deps
  }

  /** The games that can be played now. */
  get currentGames(): readonly Game[] {
    return this.#deps.games.currentGames
  }

  /** Starts a round or goes on with it. */
  play(move: MoveRequest): Promise<MoveAnswer> {
    return this.#deps.engine.place(move)
  }

  /** How the player's round of a game with choices stands, if one is open. */
  async openRound(userId: string, game: Game): Promise<JsonObject> {
    const { readSnapshots, hashes } = this.#deps
    const [snapshot] = await readSnapshots([userId])
    if (!snapshot) throw new Refusal('signed_out')
    const { balance, upcoming } = snapshot
    const open = snapshot.open.get(game.gameType)
    if (!open) return { ...game.choices?.idle, legalActions: [], balance }
    const { position } = replayOf(hashes, open)
    return { ...shownRound(open, position, upcoming.commitment), balance }
  }

  /** All rounds of the player that are not over, the oldest first. */
  async openRoundsOf(userId: string): Promise<OpenRoundsAnswer> {
    const rows = await this.#deps.openRounds.findOfPlayers([userId])
    return rows
      .toSorted((one, other) => Number(one.startedAt) - Number(other.startedAt))
      .map(({ id, gameType, bet: { betAmount } }) => ({
        gameType,
        transactionId: id,
        betAmount,
      }))
  }

  /**
   * All that anyone needs to replay a round; of one that is not over what
   * tells nothing of what is to come. Undefined when there is no such round.
   */
  async record(
    id: string,
  ): Promise<VerificationRecord | OpenRecord | undefined> {
    const { store, openRounds } = this.#deps
    const row = await store.findRound(id)
    if (row) return this.#endedRecord(row)
    const open = await openRounds.find(id)
    if (open) return this.#openRecord(open)
    // It may have ended between the two looks.
    const ended = await store.findRound(id)
    return ended && this.#endedRecord(ended)
  }

  /** Those of the bets that began rounds. */
  bets(ids: readonly string[]): Promise<BetState[]> {
    return this.#deps.store.findBets(ids)
  }

  /** The same as they are stored, those of open rounds left out. */
  storedBets(ids: readonly string[]): Promise<RoundRow[]> {
    return this.#deps.store.findRounds(ids)
  }

  async isPlayed(id: string, tx: Transaction): Promise<boolean> {
    return (await this.#deps.store.findRound(id, tx)) !== undefined
  }

  async #endedRecord(row: RoundRow): Promise<VerificationRecord> {
    const { fairness, games, hashes } = this.#deps
    const game = games.gameOf(row)
    assert(game !== undefined, 'every rules version stays replayable')
    const evidence = await fairness.evidence(row)
    const { id, bet, outcome, nonce, rulesVersion } = row
    const actions = row.actions ?? []
    const seeds = { ...evidence.seeds, nonce }
    const replayed = playRound(hashes, { game, bet, actions }, seeds)
    return {
      id,
      gameType: row.gameType,
      timestamp: row.settledAt.toISOString(),
      betAmount: bet.betAmount,
      outcome: game.describe(outcome),
      ...seeds,
      gameData: {
        ...outcome,
        player: row.userId,
        rulesVersion,
        bet,
        ...(actions.length > 0 && { actions }),
        draws: replayed.draws,
        outcome,
        payout: coins(row.payout),
        ...evidence.proof,
        expectedHash: row.roundHash,
        verifiedHash: roundHash(hashes, replayed),
      },
    }
  }

  async #openRecord(row: OpenRoundRow): Promise<OpenRecord> {
    const { proof } = await this.#deps.fairness.evidence(row)
    const { id, userId: player, bet, rulesVersion } = row
    return {
      id,
      gameType: row.gameType,
      timestamp: row.startedAt.toISOString(),
      betAmount: bet.betAmount,
      outcome: 'Not over yet',
      nonce: row.nonce,
      gameData: { player, rulesVersion, bet, ...proof },
    }
  }
}
