import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '#core/assert.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { type FaultyNode, startFaultyNode } from '#testing/chain/faulty-node.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { atLeast, type Measure, none } from '../../cli/measures.ts'
import {
  type DepositSite,
  openDepositSite,
} from '../../deposit/deposit-site.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { onStage, type Stage } from '../../product/stage.ts'
import { measureOutage, type Series } from '../judge.ts'
import { type ChainControl, chainControl } from './chain-control.ts'
import { judgeLedger } from './judge-ledger.ts'
import { OneTimePayments, type Payment } from './payments.ts'
import { DepositTraffic, spendAll } from './traffic.ts'

export type DepositScene = {
  stage: Stage
  site: DepositSite
  chain: ChainControl
  /** Nodes of API and indexer. */
  nodes: readonly FaultyNode[]
  /** All payments, also those of earlier faults. */
  sent: Payment[]
  traffic: DepositTraffic
  random: () => number
  /** Counts of what must not happen, which become rows. */
  counts: Map<string, number>
}

export type DepositFault = {
  name: string
  times: number
  /** @returns milliseconds without new deposits */
  strike(scene: DepositScene): Promise<number>
}

const PLAYERS = 8
const NODES = 2
const REVERSE_AFTER_SECONDS = '4'
/** Pause before each fault. */
const PAUSE_MS = { least: 500, most: 2_000 }

/** Injects one fault after the other into one site while deposits arrive. */
export function injectDepositFaults(
  faults: readonly DepositFault[],
  series: Series,
): Promise<Measure[]> {
  return onStage(async (stage) => {
    const rows: Measure[] = []
    const nodes: FaultyNode[] = []
    const startNodes = async (url: string) => {
      while (nodes.length < NODES) nodes.push(await startFaultyNode(url))
      return nodes.map((node) => node.url).join(',')
    }
    stage.env = { ...stage.env, REVERSE_AFTER_SECONDS }
    const site = await openDepositSite(stage, { players: PLAYERS, startNodes })
    stage.runner.atStop(async () => {
      for (const node of nodes) node.close()
    })
    const chain = chainControl(site.client)
    // Mines by the clock, as a real chain.
    await chain.setAutomine(false)
    const place = { stage, site, chain, nodes, sent: [] }
    for (const fault of faults) {
      rows.push(...(await injectSeries(place, fault, series)))
    }
    return rows
  })
}

async function injectSeries(
  place: Omit<DepositScene, 'traffic' | 'random' | 'counts'>,
  fault: DepositFault,
  { seed, times, backWithin }: Series,
): Promise<Measure[]> {
  const { name } = fault
  const { chain, sent, site, stage } = place
  const before = sent.length
  const randomFor = (use: string) => seededRandom(`${seed}:${name}${use}`)
  const payments = new OneTimePayments({
    chain,
    deployment: site.chain.deployment,
    sent,
    name: `${seed}:${name}`,
    random: randomFor(':pay'),
  })
  const traffic = new DepositTraffic(payments, site.wallets)
  const over = new AbortController()
  const work = Promise.all([
    traffic.work(over.signal),
    spendAll(site, randomFor(':spend'), over.signal),
  ])
  // Reported when awaited.
  work.catch(() => undefined)
  const random = randomFor('')
  const counts = new Map<string, number>()
  const absencesMs: number[] = []
  const most = Math.min(times, fault.times)
  console.log(`Injecting ${name}, ${most} times ...`)
  while (absencesMs.length < most) {
    await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least))
    const scene = { ...place, traffic, random, counts }
    absencesMs.push(await fault.strike(scene))
  }
  over.abort()
  await work
  await chain.mineEach(CONFIRMATIONS_NEEDED)
  const value = sent.length - before
  return [
    ...(await judgeLedger(name, stage, site, { sent })),
    measureOutage(`${name}_back_within`, absencesMs, backWithin),
    atLeast(`${name}_deposits`, value, 'deposits', 1),
    ...[...counts].map(([what, count]) => none(`${name}_${what}`, count)),
  ]
}

const SEEN_WITHIN_MS = 60_000

/** @throws if payments aren't stored, or credited, within a minute */
export async function untilStored(
  { database }: DepositSite,
  payments: readonly Payment[],
  { isCredited = false } = {},
): Promise<void> {
  const hashes = payments.map(({ hash }) => hash)
  const areStored = await waitUntil(async () => {
    const { rowCount } = await database.query(
      `SELECT FROM crypto_deposits
       WHERE tx_hash = ANY ($1) AND (status = 'confirmed' OR NOT $2)`,
      [hashes, isCredited],
    )
    return rowCount === hashes.length
  }, SEEN_WITHIN_MS)
  assert(areStored, `${hashes} are stored within a minute`)
}
