import { setTimeout as sleep } from 'node:timers/promises'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { BLOCK_SECONDS } from './chain-control.ts'
import {
  type DepositFault,
  type DepositScene,
  untilCredited,
  untilSeen,
} from './deposit-fault.ts'
import type { Payment } from './one-time-payments.ts'

const BLOCK_MS = 100
/** More than the first branch had. */
const BLOCKS_AHEAD = 2

type Reorg = { depth: number; random: () => number }

/** The chain gives up its newest blocks, and grows another branch. */
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
  const doomed = [await traffic.pay(), await traffic.pay(), await traffic.pay()]
  await chain.mineEach(depth, () => sleep(BLOCK_MS))
  if (depth >= CONFIRMATIONS_NEEDED) await untilCredited(site, doomed)

  await undo({ depth, random })
  const startedAt = performance.now()
  await chain.setIntervalMining({ interval: BLOCK_SECONDS })
  await untilSeen(site, await traffic.pay())
  return performance.now() - startedAt
}

/** Remembers where the chain is. @returns what goes on from there. */
async function fork({ chain, traffic }: DepositScene) {
  const { id, known } = await traffic.inTurn(async () => {
    // What waits for a block now would come back from the snapshot by itself.
    await chain.mineEach(1)
    return { id: await chain.snapshot(), known: traffic.sent.length }
  })
  return ({ depth, random }: Reorg) =>
    traffic.inTurn(async () => {
      await chain.revert({ id })
      const undone = inRandomOrder(traffic.sent.slice(known), random)
      const steps = undone.map((payment, index) => ({
        block: Math.floor(random() * depth),
        send: fateOf(index, { traffic, payment }),
      }))
      let block = 0
      await chain.mineEach(depth + BLOCKS_AHEAD, async () => {
        const due = steps.filter((step) => step.block === block)
        for (const { send } of due) await send()
        block += 1
      })
    })
}

/** It is mined again elsewhere, or never again, or another one in its place. */
function fateOf(
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
