import {
  type LiabilityProof,
  listClosedDays,
  listConfirmedDeposits,
  type PublicAudit,
  readAudit,
  readOwnLiability,
} from '#core/api/audit.ts'
import {
  type LiabilityLeaf,
  liabilityNode,
  nodeOfHex,
} from '#core/audit/liabilities-tree.ts'
import { toHex } from '#core/fairness/hashes.ts'
import type { Config } from '../../config.ts'
import { createCachedRead } from '../../platform/cached-read.ts'
import type { Database } from '../../platform/db/database.ts'
import { createLease, whileLeading } from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'
import type { Module, Platform } from '../../platform/platform.ts'
import type { AnchorsService } from '../anchors/anchors.ts'
import {
  confirmedDeposits,
  findLeaf,
  type LeafRow,
  lastDay,
  listDays,
  readFigures,
  shownDay,
} from './audit.store.ts'
import { createDayCloser } from './day-closer.ts'
import { readPath } from './day-tree.ts'

const CHECK_EVERY_MS = 5_000
const CACHE_MS = 5_000
const NODE_HEX = /.{80}/g

export function createAudit(
  platform: Platform,
  {
    anchors,
    auditEveryMs: everyMs,
  }: Pick<Config, 'auditEveryMs'> & {
    anchors: { service: Pick<AnchorsService, 'readAnchor' | 'state'> }
  },
): Module {
  const { clock, db } = platform
  const { entropy } = platform.createSecrets('audit')
  const closer = createDayCloser({ ...platform, entropy, everyMs })
  const lease = createLease('audit', platform)
  const run = whileLeading(lease, closer.tick)
  const audit = createCachedRead(CACHE_MS, readPublicAudit)

  async function readPublicAudit(): Promise<PublicAudit> {
    const [figures, days] = await Promise.all([
      readFigures(db, clock()),
      listDays(db),
    ])
    const shown = { figures, days: days.map(shownDay) }
    const [newest] = days
    if (newest) {
      const { number, digest: hash } = newest
      const leaf = { kind: 'day', number, hash } as const
      const anchor = await anchors.service.readAnchor(leaf)
      if (anchor) return { ...shown, anchor, unanchored: null }
    }
    const { reason = 'It goes out with the next anchor.' } =
      await anchors.service.state()
    return { ...shown, anchor: null, unanchored: reason }
  }

  return {
    mount(serve) {
      serve(readAudit, audit.read)
      serve(listClosedDays, async ({ query: { before } }) => {
        const days = await listDays(db, before ? Number(before) : undefined)
        return { days: days.map(shownDay) }
      })
      serve(listConfirmedDeposits, async ({ query: { before } }) => ({
        deposits: await confirmedDeposits(db, before),
      }))
      serve(readOwnLiability, async ({ playerId }) => ({
        proof: await findProof(db, playerId),
      }))
    },
    jobs: [{ name: 'audit', everyMs: CHECK_EVERY_MS, run }] satisfies Job[],
    release: () => lease.release(),
  }
}

/** Returns a player's leaf in the newest tree; null for players registered later. */
async function findProof(
  db: Database,
  player: string,
): Promise<LiabilityProof | null> {
  const day = await lastDay(db)
  const found = day && (await findLeaf(db, day.number, player))
  if (!(day && found?.log)) return null
  const before = await findLeaf(db, day.number - 1, player)
  const { balance, log, number, openRounds, seq, staked } = found
  const nonce = toHex(found.nonce)
  const leaf = { number, player, nonce, seq, balance, staked, log }
  return {
    day: shownDay(day),
    leaf,
    after: before?.seq ?? 0,
    openBefore: before?.openRounds ?? [],
    openRounds,
    ...(await findPath(db, leaf, found)),
  }
}

type ProofPath = Pick<LiabilityProof, 'index' | 'path'>

/** Reads the path from subtrees, which earlier releases stored with the leaf. */
function findPath(
  db: Database,
  leaf: LiabilityLeaf,
  { index, path }: LeafRow,
): Promise<ProofPath> | ProofPath {
  if (index === null || path === null)
    return readPath(db, leaf.number, liabilityNode(nativeHashes, leaf))
  const nodes = toHex(path).match(NODE_HEX) ?? []
  return { index, path: nodes.map(nodeOfHex) }
}

/** Lists the newest days' digests for the next anchor. They bind older ones. */
export async function publishedDigests(db: Database) {
  const days = await listDays(db)
  return days.map(({ number, digest: hash }) => ({ number, hash }))
}
