import { assert, DomainError } from '#core/errors.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { playRound, roundHash } from '#core/fairness/round.ts'
import { gameOf } from '#core/games/registry.ts'
import { coins } from '#core/money/coins.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { BetEngine } from './bet-engine.ts'
import type { BetRequest } from './placed-bet.ts'
import type { RoundsStore } from './rounds.store.ts'

type RoundsDeps = {
  engine: BetEngine
  store: RoundsStore
  fairness: FairnessService
  hashes: Hashes
}

export class RoundsService {
  readonly #deps: RoundsDeps

  constructor(deps: RoundsDeps) {
    this.#deps = deps
  }

  /** Plays a round to its end. @returns the answer's JSON text. */
  play(bet: BetRequest): Promise<string> {
    return this.#deps.engine.place(bet)
  }

  /** All that anyone needs to replay a round. @throws not_found */
  async record(id: string): Promise<VerificationRecord> {
    const { store, fairness, hashes } = this.#deps
    const row = await store.findRound(id)
    if (!row) throw roundNotFound()
    const game = gameOf(row)
    assert(game !== undefined, 'every rules version stays replayable')
    const { serverSeed, clientSeed, ...proof } = await fairness.evidence(row)
    const { bet, outcome, nonce, rulesVersion } = row
    const seeds = { serverSeed, clientSeed, nonce }
    const replayed = playRound(hashes, { game, bet }, seeds)
    return {
      id,
      gameType: row.gameType,
      timestamp: row.settledAt.toISOString(),
      betAmount: coins(row.stake),
      outcome: game.describe(outcome),
      ...seeds,
      gameData: {
        ...outcome,
        player: row.userId,
        rulesVersion,
        bet,
        draws: replayed.draws,
        outcome,
        payout: coins(row.payout),
        ...proof,
        expectedHash: row.roundHash,
        verifiedHash: roundHash(hashes, replayed),
      },
    }
  }
}

export function roundNotFound(): DomainError {
  return new DomainError('not_found', 'Game verification data not found')
}
