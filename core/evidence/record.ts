import * as z from 'zod/mini'
import { isOfSports, isSportsRecord, sportsRecord } from '../api/sports.ts'
import {
  isOfRace,
  isRaceRecord,
  type PublicRaceRecord,
  parsedRaceRecord,
  publicRaceRecord,
} from './race-record.ts'
import type { RecordAnchor } from './record-anchor.ts'
import {
  isOpen,
  type PublicRecord,
  publicRecord,
  verificationRecord,
} from './round-record.ts'

/** Record of a round, finished or not. Excludes anything that claims to be a race or sports bet. */
const roundRecord = publicRecord.check(
  z.refine((record) => !(isOfRace(record) || isOfSports(record))),
)

/** Record of any kind as on the wire: GET /api/verify/{id}. */
export const anyRecord = z.union([publicRaceRecord, sportsRecord, roundRecord])
export type AnyRecord = z.infer<typeof anyRecord>

/** Parses a record of any kind; the error names the first member that is wrong. */
export function parsedRecord(
  something: unknown,
): z.core.util.SafeParseResult<AnyRecord> {
  const { data } = anyRecord.safeParse(something)
  if (data) return { success: true, data }
  if (isOfRace(something)) return parsedRaceRecord(something)
  if (isOfSports(something)) return sportsRecord.safeParse(something)
  return verificationRecord.safeParse(something)
}

/** A record's evidence in one form for all kinds. */
export type Evidence = {
  kind: 'round' | 'race' | 'sports'
  /** True until the outcome is known. */
  isOpen: boolean
  id: string
  gameType: string
  timestamp: string
  /** Coins; undefined for a race without a bet. */
  stake: number | undefined
  outcome: string
  /** Published before the bet. */
  committed: Value[]
  /** Published once the outcome is known; undefined if it is not there. */
  revealed: Value[]
  /** Hash stored at settlement. */
  settledHash: string | undefined
  anchor: RecordAnchor | undefined
}

/** A value to compare letter by letter, and its name. */
export type Value = { name: string; value: string | number | undefined }

/** Returns the evidence in a record of any kind. */
export function getEvidence(record: AnyRecord): Evidence {
  const { id, gameType, timestamp, outcome } = record
  const stake = 'betAmount' in record ? record.betAmount : undefined
  const fields = { id, gameType, timestamp, outcome, stake }
  // Nothing is committed to before a sports bet.
  if (isSportsRecord(record)) {
    const nothing = { committed: [], revealed: [], isOpen: false }
    return {
      ...fields,
      ...nothing,
      kind: 'sports',
      settledHash: undefined,
      anchor: undefined,
    }
  }
  const kind = isRaceRecord(record) ? 'race' : 'round'
  const { gameData } = record
  const ended = 'expectedHash' in gameData ? gameData : undefined
  const commitment = {
    name: `Server seed hash, committed to before the ${kind}`,
    value: gameData.serverSeedHash,
  }
  return {
    ...fields,
    kind,
    isOpen: ended === undefined,
    committed: [
      commitment,
      isRaceRecord(record) ? getTerminal(record) : getRoot(record),
    ],
    revealed: isRaceRecord(record) ? seedsOfRace(record) : getSeeds(record),
    settledHash: ended?.expectedHash,
    anchor: ended?.anchor,
  }
}

function getRoot({ gameData: { epoch, epochRoot } }: PublicRecord): Value {
  return { name: `Root of epoch ${epoch}`, value: epochRoot }
}

function getTerminal({ gameData: { chainTerminal } }: PublicRaceRecord): Value {
  const { number, hash } = chainTerminal
  const name = `Terminal hash of the seed chain, counted as race ${number}`
  return { name, value: hash }
}

function getSeeds(record: PublicRecord): Value[] {
  const ended = isOpen(record) ? undefined : record
  return [
    { name: 'Server Seed', value: ended?.serverSeed },
    { name: 'Client Seed', value: ended?.clientSeed },
    { name: 'Nonce', value: record.nonce },
  ]
}

function seedsOfRace(record: PublicRaceRecord): Value[] {
  const ended = 'serverSeed' in record ? record : undefined
  const { saltBlock } = ended?.gameData ?? {}
  const seeds = [
    { name: 'Server Seed', value: ended?.serverSeed },
    { name: 'Client Seed: the salt', value: ended?.clientSeed },
    { name: 'Nonce: the race number', value: record.nonce },
  ]
  if (!saltBlock) return seeds
  const { number, chainId, hash } = saltBlock
  const name = `Salt: block ${number} of chain ${chainId}`
  return [...seeds, { name, value: hash }]
}
