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
export function evidenceOf(record: AnyRecord): Evidence {
  const { id, gameType, timestamp, outcome } = record
  const stake = 'betAmount' in record ? record.betAmount : undefined
  const fields = { id, gameType, timestamp, outcome, stake }
  if (isRaceRecord(record)) return { ...fields, ...raceEvidence(record) }
  if (isSportsRecord(record)) return { ...fields, ...NO_EVIDENCE }
  return { ...fields, ...roundEvidence(record) }
}

/** Nothing is committed to before a sports bet. */
const NO_EVIDENCE: Omit<Evidence, keyof Fields> = {
  kind: 'sports',
  isOpen: false,
  committed: [],
  revealed: [],
  settledHash: undefined,
  anchor: undefined,
}

type Fields = Pick<
  Evidence,
  'id' | 'gameType' | 'timestamp' | 'stake' | 'outcome'
>

function roundEvidence(record: PublicRecord): Omit<Evidence, keyof Fields> {
  const { epoch, epochRoot, serverSeedHash } = record.gameData
  const ended = isOpen(record) ? undefined : record
  return {
    kind: 'round',
    isOpen: ended === undefined,
    committed: [
      {
        name: 'Server seed hash, committed to before the round',
        value: serverSeedHash,
      },
      { name: `Root of epoch ${epoch}`, value: epochRoot },
    ],
    revealed: [
      { name: 'Server Seed', value: ended?.serverSeed },
      { name: 'Client Seed', value: ended?.clientSeed },
      { name: 'Nonce', value: record.nonce },
    ],
    settledHash: ended?.gameData.expectedHash,
    anchor: ended?.gameData.anchor,
  }
}

function raceEvidence(record: PublicRaceRecord): Omit<Evidence, keyof Fields> {
  const { chainTerminal, serverSeedHash } = record.gameData
  const ended = 'serverSeed' in record ? record : undefined
  const { saltBlock } = ended?.gameData ?? {}
  return {
    kind: 'race',
    isOpen: ended === undefined,
    committed: [
      {
        name: 'Server seed hash, committed to before the race',
        value: serverSeedHash,
      },
      {
        name: `Terminal hash of the seed chain, standing for race ${chainTerminal.number}`,
        value: chainTerminal.hash,
      },
    ],
    revealed: [
      { name: 'Server Seed', value: ended?.serverSeed },
      { name: 'Client Seed: the salt', value: ended?.clientSeed },
      { name: 'Nonce: the number of the race', value: record.nonce },
      ...(saltBlock
        ? [
            {
              name: `Salt: block ${saltBlock.number} of chain ${saltBlock.chainId}`,
              value: saltBlock.hash,
            },
          ]
        : []),
    ],
    settledHash: ended?.gameData.expectedHash,
    anchor: ended?.gameData.anchor,
  }
}
