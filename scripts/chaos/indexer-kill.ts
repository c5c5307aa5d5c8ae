import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Hash } from 'viem'
import { WEI_PER_UNIT } from '#core/deposits/asset.ts'
import { type DepositSite, openDepositSite } from '../deposit/deposit-site.ts'
import { atLeast, type Measure, none } from '../lib/measures.ts'
import { seededRandom } from '../lib/seeded-random.ts'
import { onStage } from '../lib/stage.ts'
import { waitUntil } from '../lib/wait-until.ts'
import type { Series } from './faults.ts'
import { backWithin, violations } from './judge.ts'

export const INDEXER_KILLS = 5

const PLAYERS = 8
const SPACING_MS = 300
/** The smallest that is credited. */
const AMOUNT_WEI = WEI_PER_UNIT / 100n
/** A kill comes between these times after the indexer was seen to work. */
const CALM_MS = { least: 500, most: 3_000 }
const PATIENCE_MS = 60_000

/** Kills the indexer again and again while deposits arrive. */
export async function sufferIndexerKills({
  seed,
  times,
}: Series): Promise<Measure[]> {
  const rows: Measure[] = []
  await onStage(async (stage) => {
    const random = seededRandom(`${seed}:indexer_kill`)
    const site = await openDepositSite(stage, PLAYERS)
    try {
      const payers = startPayers(site)
      const absences: number[] = []
      for (let kill = 0; kill < times; kill += 1) {
        await sleep(CALM_MS.least + random() * (CALM_MS.most - CALM_MS.least))
        absences.push(await killIndexer(site))
      }
      // Each kill made a deposit of its own.
      const sent = (await payers.stop()) + times
      const audit = () => violations(stage.env.DATABASE_URL)
      rows.push(...(await judged(site, { sent, times, absences, audit })))
    } finally {
      await site.close()
    }
  })
  return rows
}

/** How long deposits go unseen, in milliseconds. */
async function killIndexer(site: DepositSite): Promise<number> {
  const startedAt = performance.now()
  process.kill(site.indexer.pid, 'SIGKILL')
  await site.indexer.ended
  const missed = await payOnce(site, 0)
  site.indexer = await site.startIndexer()
  await waitUntil(async () => {
    const { rowCount } = await site.database.query(
      'SELECT FROM crypto_deposits WHERE tx_hash = $1',
      [missed],
    )
    return rowCount === 1
  }, PATIENCE_MS)
  return performance.now() - startedAt
}

function payOnce({ pay, wallets }: DepositSite, turn: number): Promise<Hash> {
  const to = wallets[turn % wallets.length]
  if (!to) throw new Error('there is nobody to pay')
  return pay({ symbol: 'tBNB', to, amountWei: AMOUNT_WEI })
}

function startPayers(site: DepositSite) {
  let isWorking = true
  const work = async () => {
    let turn = 0
    for (; isWorking; turn += 1) {
      await payOnce(site, turn)
      await sleep(SPACING_MS)
    }
    return turn
  }
  const done = work()
  // Told by `stop`, also when it fails before anybody waits there.
  done.catch(() => undefined)
  return {
    /** @returns how many deposits were made. */
    stop(): Promise<number> {
      isWorking = false
      return done
    },
  }
}

async function judged(
  { database }: DepositSite,
  outcome: {
    sent: number
    times: number
    absences: number[]
    audit: () => Promise<number>
  },
): Promise<Measure[]> {
  const { sent, times, absences, audit } = outcome
  const isAllThere = async () => (await credited(database)).deposits >= sent
  await waitUntil(isAllThere, PATIENCE_MS)
  const { deposits, postings } = await credited(database)
  return [
    none('indexer_kill_not_credited', Math.max(sent - deposits, 0)),
    none('indexer_kill_credited_twice', Math.max(postings - sent, 0)),
    none('indexer_kill_audit_violations', await audit()),
    backWithin('indexer_kill', absences),
    atLeast(times + 1, {
      name: 'indexer_kill_deposits',
      value: sent,
      unit: 'deposits',
    }),
  ]
}

/** Transactions that were credited, and what the ledger says was paid out. */
async function credited(database: Pool) {
  const { rows } = await database.query<{ deposits: number; postings: number }>(
    `SELECT
       (SELECT count(DISTINCT tx_hash) FROM crypto_deposits
        WHERE status = 'confirmed')::int AS deposits,
       (SELECT count(*) FROM transactions
        WHERE type = 'deposit')::int AS postings`,
  )
  return rows[0] ?? { deposits: 0, postings: 0 }
}
