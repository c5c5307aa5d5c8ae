import { canonicalJson } from '#core/fairness/canonical-json.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { Round } from '#core/fairness/round.ts'
import {
  isProven,
  type Verdict,
  verifiedRound,
} from '#core/fairness/verified-round.ts'
import { gameOf } from '#core/games/registry.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'

/** What this browser saw of the round's epoch and nonce, if it saw anything. */
export type Seen = {
  root: string
  fromNonce: number
  betAtNonce: string | null
}

/** How the record stands to what this browser saw: undefined when it saw nothing. */
export type Witnessed = 'before' | 'later' | 'contradicted' | undefined

export type CheckedRecord = Verdict & {
  /** What the record shows is what was replayed. */
  isAsShown: boolean
  witnessed: Witnessed
  isSuccessful: boolean
}

/** Replays a record here. What the server says it verified counts for nothing. */
export function checkedRecord(
  hashes: Hashes,
  record: VerificationRecord,
  seen: Seen | undefined,
): CheckedRecord {
  const { gameData } = record
  const verdict = verifiedRound(hashes, {
    gameType: record.gameType,
    rulesVersion: gameData.rulesVersion,
    bet: gameData.bet,
    serverSeed: record.serverSeed,
    clientSeed: record.clientSeed,
    nonce: record.nonce,
    player: gameData.player,
    serverSeedHash: gameData.serverSeedHash,
    epochRoot: gameData.epochRoot,
    epochPath: gameData.epochPath,
    expectedHash: gameData.expectedHash,
  })
  const isAsShown =
    verdict.round !== undefined && isShownIn(record, verdict.round)
  const witnessed = seen && comparedWith(seen, record)
  const isSuccessful =
    isProven(verdict) && isAsShown && witnessed !== 'contradicted'
  return { ...verdict, isAsShown, witnessed, isSuccessful }
}

function isShownIn(record: VerificationRecord, round: Round): boolean {
  const game = gameOf(round)
  if (!game) return false
  const { gameData } = record
  const { bet, outcome, draws } = round
  const isSame =
    record.betAmount === bet.betAmount &&
    record.outcome === game.describe(outcome) &&
    gameData.payout === outcome.payout &&
    canonicalJson(gameData.draws) === canonicalJson(draws)
  if (!isSame) return false
  // The outcome stands in the record twice: by itself and field by field.
  const repeated = Object.fromEntries(
    Object.keys(outcome).map((name) => [name, gameData[name]]),
  )
  return [gameData.outcome, repeated].every((shown) => {
    const parsed = game.outcome.safeParse(shown)
    return (
      parsed.success && canonicalJson(parsed.data) === canonicalJson(outcome)
    )
  })
}

function comparedWith(seen: Seen, record: VerificationRecord): Witnessed {
  const { betAtNonce, root, fromNonce } = seen
  const isOtherBet = betAtNonce !== null && betAtNonce !== record.id
  if (root !== record.gameData.epochRoot || isOtherBet) return 'contradicted'
  return record.nonce < fromNonce ? 'later' : 'before'
}
