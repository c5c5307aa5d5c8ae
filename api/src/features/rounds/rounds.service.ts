import { DomainError } from '#core/errors.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { playRound, roundHash } from '#core/fairness/round.ts'
import { gameOf } from '#core/games/registry.ts'
import { coins } from '#core/money/coins.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { BetEngine, BetRequest } from './bet-engine.ts'
import type { RoundRow, RoundsStore } from './rounds.store.ts'

export type RoundsService = ReturnType<typeof roundsService>

export function roundsService(deps: {
  engine: BetEngine
  store: RoundsStore
  fairness: FairnessService
  hashes: Hashes
}) {
  const { engine, store, fairness, hashes } = deps

  return {
    /** Plays a round to its end. @returns the answer's JSON text. */
    play: (bet: BetRequest): Promise<string> => engine.place(bet),

    /** All that anyone needs to replay a round. @throws not_found */
    async record(id: string): Promise<VerificationRecord> {
      const row = await store.findRound(id)
      if (!row) throw notFound()
      return recordOf(row)
    },
  }

  async function recordOf(row: RoundRow): Promise<VerificationRecord> {
    const game = gameOf(row)
    if (!game) throw new Error(`no rules for round ${row.id}`)
    const { serverSeed, clientSeed, ...proof } = await fairness.evidence(row)
    const { bet, nonce, rulesVersion, payout } = row
    const seeds = { serverSeed, clientSeed, nonce }
    const replayed = playRound(hashes, { game, bet }, seeds)
    return {
      id: row.id,
      gameType: row.gameType,
      timestamp: row.settledAt.toISOString(),
      betAmount: coins(row.stake),
      outcome: game.describe(row.outcome),
      serverSeed,
      clientSeed,
      nonce,
      gameData: {
        ...row.outcome,
        player: row.userId,
        rulesVersion,
        bet,
        draws: replayed.draws,
        outcome: row.outcome,
        payout: coins(payout),
        ...proof,
        expectedHash: row.roundHash,
        verifiedHash: roundHash(hashes, replayed),
      },
    }
  }
}

function notFound(): DomainError {
  return new DomainError('not_found', 'Game verification data not found')
}
