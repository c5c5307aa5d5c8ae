import type { Hashes } from '#core/fairness/hashes.ts'
import { isProven } from '#core/evidence/verify-round.ts'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import {
  type RecordVerdict,
  verifiedRecord,
} from '#core/evidence/verify.ts'
import type { PinnedBlock } from '../fairness/verifier/block-pins.ts'

/** What this browser saw of the round's epoch and nonce, if it saw anything. */
export type Seen = {
  root: string
  fromNonce: number
  betAtNonce: string | null
  nonceOfBet: number | undefined
  /** Blocks of anchors, and the first rounds that were younger. */
  blocks: readonly PinnedBlock[]
}

/** Compares a record with what this browser pinned: undefined when it pinned nothing. */
export type PinComparison = 'before' | 'later' | 'contradicted' | undefined

export type CheckedRecord = RecordVerdict & {
  pinned: PinComparison
  /** This browser had seen the anchor's block, or a later one, before the bet. */
  isAnchorSeen: boolean
  isSuccessful: boolean
}

/** Replays a record here. What the server says it verified counts for nothing. */
export function checkedRecord(
  hashes: Hashes,
  record: VerificationRecord,
  seen: Seen | undefined,
): CheckedRecord {
  const verdict = verifiedRecord(hashes, record)
  const pinned = seen && comparedWith(seen, record)
  const isSuccessful =
    isProven(verdict) &&
    verdict.isAsShown &&
    verdict.isAnchored !== false &&
    pinned !== 'contradicted'
  const isAnchorSeen = seen?.blocks.some(isBefore(record)) ?? false
  return { ...verdict, pinned, isAnchorSeen, isSuccessful }
}

/** Whether a block that was seen before the bet is as young as the anchor's. */
function isBefore({ nonce, gameData: { anchor } }: VerificationRecord) {
  return (seen: PinnedBlock): boolean =>
    anchor !== undefined &&
    seen.fromNonce <= nonce &&
    seen.genesisHash === anchor.genesisHash &&
    (seen.block > anchor.block || seen.blockHash === anchor.blockHash)
}

function comparedWith(seen: Seen, record: VerificationRecord): PinComparison {
  const { id, nonce, gameData } = record
  const { betAtNonce, nonceOfBet, root, fromNonce } = seen
  const isAsSeen = (betAtNonce ?? id) === id && (nonceOfBet ?? nonce) === nonce
  if (root !== gameData.epochRoot || !isAsSeen) return 'contradicted'
  return nonce < fromNonce ? 'later' : 'before'
}
