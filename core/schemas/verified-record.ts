import { epochOf } from '../fairness/epoch.ts'
import type { Hashes } from '../fairness/hashes.ts'
import type { Round } from '../fairness/round.ts'
import { isSameJson } from '../fairness/same-json.ts'
import { type Verdict, verifiedRound } from '../fairness/verified-round.ts'
import { gameOf } from '../games/registry.ts'
import type { VerificationRecord } from './verification-record.ts'

export type RecordVerdict = Verdict & {
  /** What the record shows of the round is what the seeds lead to. */
  isAsShown: boolean
}

/** Checks a record by itself; the server's own `verifiedHash` counts for nothing. */
export function verifiedRecord(
  hashes: Hashes,
  record: VerificationRecord,
): RecordVerdict {
  const verdict = verifiedRound(hashes, { ...record.gameData, ...record })
  const { round } = verdict
  return { ...verdict, isAsShown: round !== undefined && shows(record, round) }
}

/** Whether all that a record says of its round, also twice, is the round's. */
function shows(record: VerificationRecord, round: Round): boolean {
  const { bet, actions, draws, outcome, nonce } = round
  const expected = {
    ...outcome,
    bet,
    ...(actions && { actions }),
    draws,
    outcome,
    epoch: epochOf(nonce),
  }
  return (
    record.betAmount === bet.betAmount &&
    record.outcome === gameOf(round)?.describe(outcome) &&
    Object.entries(expected).every(([name, value]) =>
      isSameJson(record.gameData[name], value),
    )
  )
}
