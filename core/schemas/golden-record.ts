import type { EpochId } from '../fairness/epoch.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { type Round, roundHash } from '../fairness/round.ts'
import { commitmentOf } from '../fairness/server-seed.ts'
import type { Game } from '../games/game.ts'
import type { VerificationRecord } from './verification-record.ts'

/** Where a golden round stands in its epoch's tree. */
export type GoldenProof = EpochId & { root: string; path: readonly string[] }

const ID = '019ca9b1-5c00-7000-8000-0000000003e8'
const SETTLED_AT = '2026-03-01T12:00:00.000Z'

/** The record that the API would answer of a round in the golden vectors. */
export function goldenRecord(
  hashes: Hashes,
  { game, round }: { game: Game; round: Round },
  { player, epoch, root, path }: GoldenProof,
): VerificationRecord {
  const { gameType, rulesVersion, bet, actions, draws, outcome } = round
  const { serverSeed, clientSeed, nonce } = round
  const hash = roundHash(hashes, round)
  return {
    id: ID,
    gameType,
    timestamp: SETTLED_AT,
    betAmount: bet.betAmount,
    outcome: game.describe(outcome),
    serverSeed,
    clientSeed,
    nonce,
    gameData: {
      ...outcome,
      player,
      rulesVersion,
      bet,
      ...(actions && { actions: [...actions] }),
      draws,
      outcome,
      serverSeedHash: commitmentOf(hashes, serverSeed),
      weaker: false,
      epoch,
      epochRoot: root,
      epochPath: [...path],
      expectedHash: hash,
      verifiedHash: hash,
    },
  }
}
