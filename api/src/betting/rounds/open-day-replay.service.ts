import { DrizzleQueryError, sql } from 'drizzle-orm'
import { replayedClaim } from '#core/evidence/verify-round.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import { roundHash } from '#core/fairness/round.ts'
import { deriveServerSeed } from '#core/fairness/server-seed.ts'
import type { Json } from '#core/games/game.ts'
import { registry } from '#core/games/registry.ts'
import {
  NAMED_MAX,
  type NamedFinding,
} from '../../ledger/ledger-audit.service.ts'
import { mapInChunks } from '../../platform/batches.ts'
import { type Database, inSnapshot } from '../../platform/db/database.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'
import { rounds } from '../engine/rounds.table.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import { type FinishedRound, readPages } from './finished-rounds.service.ts'

export const OPEN_DAY = 'every round of the open day replays as it stands'

const PAGE = 1_000

type Seeds = Pick<FairnessService, 'readSeeds'>
type Drawn = Awaited<ReturnType<FairnessService['readSeeds']>>

/** Replays rounds outside of closed days, whose digests cover the others. */
export function replayOpenDay(db: Database, fairness: Seeds) {
  return inSnapshot(db, (snapshot) => replayRounds(snapshot, fairness))
}

/** Like {@link replayOpenDay}, in the caller's transaction. */
export async function replayRounds(
  snapshot: Database,
  fairness: Seeds,
): Promise<NamedFinding> {
  const finding: NamedFinding = { name: OPEN_DAY, violations: 0, rows: [] }
  const openDay = readPages(snapshot, { where: IN_NO_CLOSED_DAY, size: PAGE })
  for await (const page of openDay) {
    const seeds = await readPageSeeds(fairness, page)
    for (const row of page) {
      const wrong = findDifference(row, seeds.get(seedsKey(row)))
      if (wrong === undefined) continue
      finding.violations += 1
      const { id, userId } = row
      if (finding.rows.length < NAMED_MAX) {
        finding.rows.push(`player ${userId}, round ${id}: ${wrong}`)
      }
    }
  }
  return finding
}

export function countOpenDay(db: Database): Promise<number> {
  return db.$count(rounds, IN_NO_CLOSED_DAY)
}

/** A closed day covers a player's rounds up to its leaf, except open ones. */
const IN_NO_CLOSED_DAY = sql`NOT EXISTS (
  SELECT FROM audit_leaves
  WHERE number = (SELECT max(number) FROM audit_days)
    AND player = ${rounds.userId} AND seq >= ${rounds.seq}
    AND ${rounds.id} <> ALL (open_rounds))`

/** Reads seeds once per client seed, which most rounds of a player share. */
async function readPageSeeds(fairness: Seeds, page: readonly FinishedRound[]) {
  const byKey = new Map(page.map((row) => [seedsKey(row), row]))
  const drawn = await mapInChunks([...byKey.values()], (row) =>
    fairness.readSeeds(row).catch(noSeeds),
  )
  return new Map([...drawn].map(([row, seeds]) => [seedsKey(row), seeds]))
}

/** A tampered row may name unknown seeds. */
function noSeeds(error: unknown): undefined {
  if (error instanceof DrizzleQueryError) throw error
}

function seedsKey({ clientSeedId, userId }: FinishedRound): string {
  return `${userId} ${clientSeedId}`
}

/** Describes the difference; undefined if the round replays to its row. */
function findDifference(row: FinishedRound, drawn: Drawn | undefined) {
  if (drawn?.clientSeed.userId !== row.userId)
    return 'its seeds are missing, or sealed under another key'
  const { actions, outcome, payout, stake } = row
  const seeds = {
    serverSeed: deriveServerSeed(nativeHashes, drawn.streamKey, row.nonce),
    clientSeed: drawn.clientSeed.seed,
  }
  const claim = { ...row, ...seeds, actions: actions ?? [] }
  const { replayFailure, round, staked } = replayedClaim(nativeHashes, claim)
  if (!round) return `it cannot be replayed (${replayFailure})`
  // A hand without actions, such as a natural, is stored with an empty list.
  const untouched = registry.findGame(row)?.choices ? [] : null
  const expected: Record<string, [shown: Json, replayed: Json]> = {
    actions: [actions, round.actions ?? untouched],
    outcome: [outcome, round.outcome],
    stake: [stake, staked],
    payout: [payout, round.outcome.payout],
    'round hash': [row.roundHash, roundHash(nativeHashes, round)],
  }
  const different = Object.entries(expected).filter(
    ([, [shown, replayed]]) => !isSameJson(shown, replayed),
  )
  if (different.length === 0) return undefined
  return `not as it replays: ${different.map(([what]) => what).join(', ')}`
}
