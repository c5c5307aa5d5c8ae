import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '#core/assert.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { kill } from '../chaos/api-faults.ts'
import { judgeLedger } from '../chaos/deposits/judge-ledger.ts'
import {
  countRows,
  failuresOfAudit,
  judgeBets,
  STORED_PAYOUTS,
  violations,
} from '../chaos/judge.ts'
import {
  atLeast,
  atMost,
  type Measure,
  none,
  rounded,
  withoutBar,
} from '../cli/measures.ts'
import { type DepositSite, openDepositSite } from '../deposit/deposit-site.ts'
import { waitUntil } from '../process/wait-until.ts'
import type { Stage } from '../product/stage.ts'
import { openBackups } from './backups.ts'
import { flipEach, payInto, startBets } from './players.ts'

const PLAYERS = 8
const PLAYS_MS = 15_000
/** `archive_timeout`, and some time to copy the file. */
const LOSES_AT_MOST_S = 70
const ARCHIVES_WITHIN_MS = 120_000
const BACK_WITHIN_S = 120
/** Open rounds end within a minute of the restore's settlement. */
const ROUNDS_END_WITHIN_MS = 90_000
const REASON = 'The disk of the drill was destroyed.'

/**
 * Destroys the database of a product under load, restores it to a chosen time, and
 * opens the product again.
 */
export async function drillRecovery(
  stage: Stage,
  seed: string,
): Promise<Measure[]> {
  const highWater = join(stage.directory, 'high-water.json')
  stage.env = { ...stage.env, HIGH_WATER_FILE: highWater }
  const backups = await openBackups(stage)
  const site = await openDepositSite(stage, { players: PLAYERS })
  const payments = await payInto(site, seed)
  const before = startBets(site, site.api, `${seed}:before`)
  await sleep(PLAYS_MS)

  console.log('Making a base backup under load ...')
  await backups.take()
  await sleep(PLAYS_MS)
  const promised = before.accepted.length
  const target = await databaseTime(stage)
  // PostgreSQL refuses to restore to a time that no archived commit follows.
  await untilArchived(stage)
  await sleep(PLAYS_MS)

  console.log('Destroying the database ...')
  const given = before.accepted.slice()
  const rows = [none('unexpected_answers', before.surprises.length)]
  const destroyedAt = await databaseTime(stage)
  await destroyDatabase(stage)
  await destroyProcesses(site)
  const stopped = before.stop()

  console.log('Restoring everything archived ...')
  await backups.restore()
  rows.push(
    await lostSince(stage, destroyedAt),
    none('archive_audit_violations', await violations(stage.database)),
  )
  await destroyDatabase(stage)

  console.log(`Restoring the state of ${target.toISOString()} ...`)
  const startedAt = performance.now()
  await backups.restore(target)
  rows.push(withoutBar('restored_after', secondsSince(startedAt), 's'))
  const kept = { accepted: given.slice(0, promised), surprises: [] }
  rows.push(
    ...(await judgeBets('kept', stage.database, kept, STORED_PAYOUTS)),
    none('later_transactions', await countLater(stage, target)),
    atLeast('lost_bets', await countMissing(stage, given), 'bets', 1),
  )

  const api = await stage.startApi()
  rows.push(none('bets_on_known_seeds', await flipEach(site, api)))
  await stage.runner.run({
    name: 'settle-restore',
    args: ['scripts/operator.ts', 'restored', '--reason', REASON],
    env: stage.env,
  })
  const bets = async () => (await flipEach(site, api)) > 0
  await waitUntil(bets, BACK_WITHIN_S * 1_000)
  rows.push(atMost('back_after', secondsSince(startedAt), 's', BACK_WITHIN_S))

  await site.startIndexer()
  await waitUntil(() => haveRoundsEnded(stage), ROUNDS_END_WITHIN_MS)
  const after = startBets(site, api, `${seed}:after`)
  await sleep(PLAYS_MS)
  await after.stop()
  await stopped
  const { sent, chain } = await payments.stop()
  await chain.mineEach(CONFIRMATIONS_NEEDED)
  const again = [...after.seeds].filter((seed) => before.seeds.has(seed))
  return [
    ...rows,
    ...(await judgeBets('new', stage.database, after, STORED_PAYOUTS)),
    none('seeds_played_again', again.length),
    atLeast('deposits', sent.length, 'deposits', 1),
    ...(await judgeLedger('deposits', stage, site, { sent })),
    none('ledger_audit_failed', await failuresOfAudit(stage)),
  ]
}

/** Crashes the database and removes its files. */
async function destroyDatabase(stage: Stage): Promise<void> {
  await stage.crashDatabase()
  rmSync(join(stage.directory, 'postgres'), { recursive: true })
}

async function destroyProcesses({ api, indexer }: DepositSite): Promise<void> {
  await kill(api)
  process.kill(indexer.pid, 'SIGKILL')
  await indexer.ended
}

async function databaseTime({ database }: Stage): Promise<Date> {
  // Dates have milliseconds, so that rounding up includes every commit before.
  const { rows } = await database.query<{ now: Date }>(
    `SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS now`,
  )
  return rows[0]?.now ?? new Date(Number.NaN)
}

/** Waits until everything written so far is in the archive. */
async function untilArchived({ database }: Stage): Promise<void> {
  const { rows } = await database.query<{ segment: string }>(
    'SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment',
  )
  const archived =
    'SELECT count(*) FROM pg_stat_archiver WHERE last_archived_wal >= $1'
  const isArchived = async () =>
    (await countRows(database, archived, [rows[0]?.segment])) > 0
  assert(await waitUntil(isArchived, ARCHIVES_WITHIN_MS), 'WAL is archived')
}

/** Measures how much older than its loss the restored database is. */
async function lostSince({ database }: Stage, lostAt: Date): Promise<Measure> {
  const { rows } = await database.query<{ last: Date }>(
    'SELECT max(timestamp) AS last FROM transactions',
  )
  const lostMs = lostAt.getTime() - Number(rows[0]?.last)
  return atMost('archive_lost', rounded(lostMs / 1_000), 's', LOSES_AT_MOST_S)
}

function countLater({ database }: Stage, target: Date): Promise<number> {
  const later = 'SELECT count(*) FROM transactions WHERE timestamp > $1'
  return countRows(database, later, [target])
}

/** Counts accepted bets that the database lacks. */
function countMissing(
  { database }: Stage,
  accepted: readonly unknown[],
): Promise<number> {
  return countRows(
    database,
    `SELECT count(*) FROM jsonb_array_elements($1::jsonb) AS given(answer)
     WHERE NOT EXISTS (SELECT FROM rounds
       WHERE id = (given.answer->>'transactionId')::uuid)`,
    [JSON.stringify(accepted)],
  )
}

async function haveRoundsEnded({ database }: Stage): Promise<boolean> {
  return (await countRows(database, 'SELECT count(*) FROM open_rounds')) === 0
}

function secondsSince(startedAt: number): number {
  return rounded((performance.now() - startedAt) / 1_000)
}
