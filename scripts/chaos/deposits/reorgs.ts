import { setTimeout as sleep } from 'node:timers/promises'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { BLOCK_SECONDS } from './chain-control.ts'
import {
  type DepositFault,
  type DepositScene,
  untilCredited,
  untilSeen,
} from './deposit-fault.ts'
import type { Payment } from './payments.ts'

const BLOCK_MS = 100
const BLOCKS_AHEAD = 2

type Reorg = { depth: number; random: () => number }

/** Replaces the newest blocks by a longer branch. */
export function reorg(depth: number): DepositFault {
  return {
    name: `reorg_${depth}`,
    times: 3,
    strike: (scene, random) => reorganise(scene, { depth, random }),
  }
}

async function reorganise(
  scene: DepositScene,
  { depth, random }: Reorg,
): Promise<number> {
  const { site, chain, traffic } = scene
  await chain.setIntervalMining({ interval: 0 })
  const undo = await fork(scene)
  const reorged = [
    await traffic.pay(),
    await traffic.pay(),
    await traffic.pay(),
  ]
  await chain.mineEach(depth, () => sleep(BLOCK_MS))
  if (depth >= CONFIRMATIONS_NEEDED) await untilCredited(site, reorged)

  await undo({ depth, random })
  const startedAt = performance.now()
  await chain.setIntervalMining({ interval: BLOCK_SECONDS })
  await untilSeen(site, await traffic.pay())
  return performance.now() - startedAt
}

/** Takes a snapshot of the chain. @returns a function that forks it there */
async function fork({ chain, traffic }: DepositScene) {
  const { id, known } = await traffic.inTurn(async () => {
    // The snapshot would restore pending transactions.
    await chain.mineEach(1)
    return { id: await chain.snapshot(), known: traffic.sent.length }
  })
  return ({ depth, random }: Reorg) =>
    traffic.inTurn(async () => {
      await chain.revert({ id })
      const reverted = inRandomOrder(traffic.sent.slice(known), random)
      const steps = reverted.map((payment, index) => ({
        block: Math.floor(random() * depth),
        send: resendOf(index, { traffic, payment }),
      }))
      let block = 0
      await chain.mineEach(depth + BLOCKS_AHEAD, async () => {
        const due = steps.filter((step) => step.block === block)
        for (const { send } of due) await send()
        block += 1
      })
    })
}

/** Mines a payment again, replaces it or drops it. */
function resendOf(
  index: number,
  { traffic, payment }: Pick<DepositScene, 'traffic'> & { payment: Payment },
): () => Promise<unknown> {
  const { payments } = traffic
  if (index % 3 === 0) return () => payments.send(payment)
  if (index % 3 === 1) return () => payments.replace(payment)
  return async () => undefined
}

function inRandomOrder<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
