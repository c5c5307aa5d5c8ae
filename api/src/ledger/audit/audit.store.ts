import { and, asc, between, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type {
  AuditFigures,
  ClosedDay,
  ConfirmedDeposit,
} from '#core/api/audit.ts'
import type { LiabilityLeaf } from '#core/audit/liabilities-tree.ts'
import { toHex } from '#core/fairness/hashes.ts'
import {
  type Database,
  onlyRow,
  type Transaction,
} from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/sql-values.ts'
import { auditDays, auditLeaves } from './audit.table.ts'
import { MARK_BYTES } from './player-logs.ts'

export type DayRow = typeof auditDays.$inferSelect
export type LeafRow = typeof auditLeaves.$inferSelect

/** A leaf that is written. */
export type NewLeaf = LiabilityLeaf & {
  openRounds: string[]
  marks: Uint8Array
}

/** A leaf with the state at the previous closing, where the day's log begins. */
export type StoredSpan = LeafRow & {
  after: number
  balanceBefore: number
  openBefore: string[]
}

const SPANS_AT_ONCE = 1_000
/** Marks that one statement writes. */
const STATEMENT_BYTES = 2 ** 20
const DAYS_PER_PAGE = 30

/** Lists closed days, newest first. @param before number of the previous page's last day. */
export function listDays(db: Database, before?: number, limit = DAYS_PER_PAGE) {
  return db
    .select()
    .from(auditDays)
    .where(before === undefined ? undefined : lt(auditDays.number, before))
    .orderBy(desc(auditDays.number))
    .limit(limit)
}

export async function lastDay(db: Database): Promise<DayRow | undefined> {
  const [day] = await listDays(db, undefined, 1)
  return day
}

export function allDays(db: Database): Promise<DayRow[]> {
  return db.select().from(auditDays).orderBy(asc(auditDays.number))
}

export async function findLeaf(db: Database, number: number, player: string) {
  const [leaf] = await db
    .select()
    .from(auditLeaves)
    .where(and(eq(auditLeaves.number, number), eq(auditLeaves.player, player)))
  return leaf
}

export async function findSpans(
  db: Database,
  number: number,
  player: string,
): Promise<StoredSpan[]> {
  const before = alias(auditLeaves, 'before')
  const rows = await db
    .select({
      leaf: auditLeaves,
      after: before.seq,
      balanceBefore: before.balance,
      openBefore: before.openRounds,
    })
    .from(auditLeaves)
    .leftJoin(
      before,
      and(
        eq(before.number, sql`${auditLeaves.number} - 1`),
        eq(before.player, auditLeaves.player),
      ),
    )
    .where(and(eq(auditLeaves.number, number), gt(auditLeaves.player, player)))
    .orderBy(asc(auditLeaves.player))
    .limit(SPANS_AT_ONCE)
  return rows.map((row) => ({
    ...row.leaf,
    after: row.after ?? 0,
    balanceBefore: row.balanceBefore ?? 0,
    openBefore: row.openBefore ?? [],
  }))
}

/** Reads leaves of consecutive players, with the number of rows in their logs. */
export function findLeaves(
  db: Database,
  number: number,
  [first, last]: readonly [first: string, last: string],
) {
  const { balance, log, marks, nonce, openRounds, player, seq, staked } =
    auditLeaves
  return db
    .select({
      number: auditLeaves.number,
      player,
      nonce: sql<string>`encode(${nonce}, 'hex')`,
      seq,
      balance,
      staked,
      log: sql<string>`coalesce(${log}, '')`,
      openRounds,
      count: sql<number>`octet_length(${marks}) / ${MARK_BYTES}`,
    })
    .from(auditLeaves)
    .where(and(eq(auditLeaves.number, number), between(player, first, last)))
}

/** Adds leaves of a day that is published later. */
export async function addLeaves(
  tx: Transaction,
  leaves: readonly NewLeaf[],
): Promise<void> {
  for (const some of toStatements(leaves)) await insertLeaves(tx, some)
}

/** Cuts leaves into statements of a size that memory holds. */
function* toStatements(leaves: readonly NewLeaf[]): Generator<NewLeaf[]> {
  let some: NewLeaf[] = []
  let bytes = 0
  for (const leaf of leaves) {
    some.push(leaf)
    bytes += leaf.marks.length
    if (bytes < STATEMENT_BYTES) continue
    yield some
    some = []
    bytes = 0
  }
  if (some.length > 0) yield some
}

async function insertLeaves(
  tx: Transaction,
  leaves: readonly NewLeaf[],
): Promise<void> {
  const rows = leaves.map((leaf) => ({ ...leaf, marks: toHex(leaf.marks) }))
  await tx.execute(sql`
    INSERT INTO audit_leaves (number, player, nonce, seq, balance, staked, log,
      open_rounds, marks)
    SELECT number, player, decode(nonce, 'hex'), seq, balance, staked, log,
      "openRounds", decode(marks, 'hex')
    FROM json_to_recordset(${JSON.stringify(rows)}) AS leaf (number int4,
      player uuid, nonce text, seq int8, balance int8, staked int8, log text,
      "openRounds" uuid[], marks text)`)
}

export function shownDay(row: DayRow): ClosedDay {
  const { closedAt, count, digest, endedAt, jackpot, number } = row
  const { players, previous, root, sum, version } = row
  const lastMoment = new Date(endedAt.getTime() - 1)
  return {
    version,
    number,
    day: lastMoment.toISOString().slice(0, 10),
    closedAt: closedAt.toISOString(),
    root,
    sum,
    jackpot,
    players,
    count,
    previous,
    digest,
  }
}

const DEPOSITS_PER_PAGE = 100
/** Sorts after every id, so the first page begins with the newest. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type Accounts = Omit<AuditFigures['accounts'], 'sum'>

/** Reads all accounts and confirmed deposits, in one statement and so one snapshot. */
export async function readFigures(
  db: Database,
  at: Date,
): Promise<AuditFigures> {
  const { rows } = await db.execute<{
    accounts: Accounts
    assets: AuditFigures['deposits']['assets']
  }>(sql`
    SELECT json_build_object(
      'players', (SELECT coalesce(sum(balance), 0) FROM users),
      'house', coalesce(sum(house_balance), 0),
      'jackpot', coalesce(sum(jackpot), 0),
      'grants', coalesce(sum(grant_balance), 0),
      'chain', coalesce(sum(chain_balance), 0)) AS accounts,
      (SELECT coalesce(json_agg(line ORDER BY line.asset), '[]') FROM (
        SELECT crypto_type AS asset, count(*) AS deposits,
          sum(amount)::text AS amount, sum(coins) AS coins
        FROM crypto_deposits WHERE status = 'confirmed' GROUP BY crypto_type
      ) AS line) AS assets
    FROM global_stats`)
  const { accounts, assets } = onlyRow(rows)
  const sum = Object.values(accounts).reduce((total, one) => total + one, 0)
  return {
    at: at.toISOString(),
    accounts: { ...accounts, sum },
    deposits: {
      assets,
      confirmed: assets.reduce((total, { coins }) => total + coins, 0),
      // Avoids -0 for an empty account.
      credited: 0 - accounts.chain,
    },
  }
}

/** Lists confirmed deposits, newest first, from the one before an id. */
export async function confirmedDeposits(db: Database, before = LAST_ID) {
  const { rows } = await db.execute<{ deposit: ConfirmedDeposit }>(sql`
    SELECT json_build_object('id', deposit.id, 'chainId', chain_id,
      'genesisHash', genesis_hash, 'registry', registry, 'wallet', wallet, 'asset', crypto_type,
      'transaction', tx_hash, 'fromBlock', from_block, 'block', block_number,
      'amount', amount::text, 'coinsPerUnit', coins_per_unit, 'coins', coins,
      'confirmedAt', ${isoText('confirmed_at')}) AS deposit
    FROM crypto_deposits AS deposit
    JOIN chain_instances ON chain_instances.id = instance_id
    WHERE status = 'confirmed' AND deposit.id < ${before}::uuid
    ORDER BY deposit.id DESC LIMIT ${DEPOSITS_PER_PAGE}`)
  return rows.map(({ deposit }) => deposit)
}
