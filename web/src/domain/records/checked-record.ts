import type { Hashes } from '#core/fairness/hashes.ts'
import { isProven } from '#core/fairness/verified-round.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import {
  type RecordVerdict,
  verifiedRecord,
} from '#core/schemas/verified-record.ts'

/** What this browser saw of the round's epoch and nonce, if it saw anything. */
export type Seen = {
  root: string
  fromNonce: number
  betAtNonce: string | null
  nonceOfBet: number | undefined
}

/** How the record stands to what this browser saw: undefined when it saw nothing. */
export type Witnessed = 'before' | 'later' | 'contradicted' | undefined

export type CheckedRecord = RecordVerdict & {
  witnessed: Witnessed
  isSuccessful: boolean
}

/** Replays a record here. What the server says it verified counts for nothing. */
export function checkedRecord(
  hashes: Hashes,
  record: VerificationRecord,
  seen: Seen | undefined,
): CheckedRecord {
  const verdict = verifiedRecord(hashes, record)
  const witnessed = seen && comparedWith(seen, record)
  const isSuccessful =
    isProven(verdict) &&
    verdict.isAsShown &&
    verdict.isAnchored !== false &&
    witnessed !== 'contradicted'
  return { ...verdict, witnessed, isSuccessful }
}

function comparedWith(seen: Seen, record: VerificationRecord): Witnessed {
  const { id, nonce, gameData } = record
  const { betAtNonce, nonceOfBet, root, fromNonce } = seen
  const isAsSeen = (betAtNonce ?? id) === id && (nonceOfBet ?? nonce) === nonce
  if (root !== gameData.epochRoot || !isAsSeen) return 'contradicted'
  return nonce < fromNonce ? 'later' : 'before'
}
