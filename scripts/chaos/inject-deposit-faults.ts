import { setTimeout as sleep } from 'node:timers/promises'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { type FaultyNode, startFaultyNode } from '#testing/chain/faulty-node.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import type { Measure } from '../cli/measures.ts'
import { openDepositSite } from '../deposit/deposit-site.ts'
import { onStage } from '../product/stage.ts'
import { chainControl } from './chain-control.ts'
import type { DepositFault, DepositScene } from './deposit-fault.ts'
import { judgeDeposits } from './deposit-judge.ts'
import { DepositSpenders } from './deposit-spenders.ts'
import { DepositTraffic } from './deposit-traffic.ts'
import type { Series } from './faults.ts'
import { OneTimePayments } from './one-time-payments.ts'

const PLAYERS = 8
const NODES = 2
/** Nobody has two minutes for each reorganisation. */
const REVERSE_AFTER_SECONDS = '4'
/** A fault comes between these times after deposits were seen to arrive. */
const CALM_MS = { least: 500, most: 2_000 }

type FaultSeries = { fault: DepositFault } & Series

/** Lets one fault after the other strike the same house while deposits arrive. */
export async function injectDepositFaults(
  series: readonly FaultSeries[],
): Promise<Measure[]> {
  const rows: Measure[] = []
  await onStage(async (stage) => {
    const nodes: FaultyNode[] = []
    const nodesOf = async (url: string) => {
      while (nodes.length < NODES) nodes.push(await startFaultyNode(url))
      return nodes.map((node) => node.url).join(',')
    }
    stage.env = { ...stage.env, REVERSE_AFTER_SECONDS }
    const site = await openDepositSite(stage, { players: PLAYERS, nodesOf })
    try {
      const chain = chainControl(site.client)
      // Blocks come by the clock alone, as on a real chain.
      await chain.setAutomine(false)
      for (const one of series) {
        rows.push(...(await injectSeries({ stage, site, chain, nodes }, one)))
      }
    } finally {
      await site.close()
      for (const node of nodes) node.close()
    }
  })
  return rows
}

async function injectSeries(
  place: Omit<DepositScene, 'traffic'>,
  { fault, seed, times, backWithin }: FaultSeries,
): Promise<Measure[]> {
  const { name } = fault
  console.log(`Injecting ${name}, ${times} times ...`)
  const { chain, site, stage } = place
  const random = seededRandom(`${seed}:${name}`)
  const payments = new OneTimePayments(
    { chain, deployment: site.chain.deployment },
    { name: `${seed}:${name}`, random: seededRandom(`${seed}:${name}:pay`) },
  )
  const traffic = new DepositTraffic(payments, site.wallets)
  const spenders = new DepositSpenders(
    site,
    seededRandom(`${seed}:${name}:spend`),
  )
  traffic.start()
  spenders.start()
  const absencesMs: number[] = []
  for (let strike = 0; strike < times; strike += 1) {
    await sleep(CALM_MS.least + random() * (CALM_MS.most - CALM_MS.least))
    absencesMs.push(await fault.strike({ ...place, traffic }, random))
  }
  await traffic.stop()
  await spenders.stop()
  await chain.mineEach(CONFIRMATIONS_NEEDED)
  const more = fault.more?.() ?? []
  const sent = traffic.sent.length
  const outcome = { name, absencesMs, backWithin, sent }
  return [...(await judgeDeposits(stage.env, site, outcome)), ...more]
}
