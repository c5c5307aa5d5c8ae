import { setTimeout as sleep } from 'node:timers/promises'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { type FaultyNode, startFaultyNode } from '#testing/chain/faulty-node.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import type { Measure } from '../../cli/measures.ts'
import { openDepositSite } from '../../deposit/deposit-site.ts'
import { onStage } from '../../product/stage.ts'
import type { Series } from '../inject-faults.ts'
import { chainControl } from './chain-control.ts'
import type { DepositFault, DepositScene } from './deposit-fault.ts'
import { judgeDeposits } from './judge-deposits.ts'
import { rpcFaults, slowNodes } from './node-faults.ts'
import { OneTimePayments } from './payments.ts'
import { creditKill, indexerKill, newChain } from './process-faults.ts'
import { reorg } from './reorgs.ts'
import { DepositSpenders, DepositTraffic } from './traffic.ts'

/** Below and above six confirmations; the last exceeds what Ponder follows. */
const DEPTHS = [2, 5, 8, 40]

/** Returns all faults in order; the new chain comes last. */
export function depositFaults(): DepositFault[] {
  return [
    indexerKill,
    ...DEPTHS.map(reorg),
    ...rpcFaults,
    slowNodes,
    creditKill,
    newChain(),
  ]
}

const PLAYERS = 8
const NODES = 2
const REVERSE_AFTER_SECONDS = '4'
/** Pause before each fault. */
const PAUSE_MS = { least: 500, most: 2_000 }

type FaultSeries = { fault: DepositFault } & Series

/** Injects one fault after the other into one site while deposits arrive. */
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
      // Mines by the clock, as a real chain.
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
    await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least))
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
