import { type AnyRecord, getEvidence } from '#core/evidence/record.ts'
import { type Verified, verify } from '#core/evidence/verify.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'

/** A bet that won coins, and that only its seeds decided. */
export type ProvenWin = {
  id: string
  game: string
  timestamp: string
  staked: number
  paid: number
  /** Player's id, if the record has it. */
  player?: string
}

/** Returns the win that a record proves by itself, if any. */
export function provenWin(record: AnyRecord): ProvenWin | undefined {
  const verified = verify(record, { hashes: nobleHashes })
  return typeof verified === 'object' ? findWin(verified) : undefined
}

/** Returns the win in a verified record; undefined if its proof is weaker. */
export function findWin(verified: Verified): ProvenWin | undefined {
  const { gain, record, status } = verified
  if (status !== 'proven' || !gain || gain.paid <= gain.staked) return undefined
  const { id, gameType: game, timestamp } = getEvidence(record)
  const player = verified.kind === 'round' && verified.record.gameData.player
  return { id, game, timestamp, ...gain, ...(player && { player }) }
}
