import { setTimeout as sleep } from 'node:timers/promises'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { BLOCK_SECONDS } from './chain-control.ts'
import {
  type DepositFault,
  type DepositScene,
  untilStored,
} from './deposit-faults.ts'

const BLOCK_MS = 100
const BLOCKS_AHEAD = 2

/**
 * Replaces the newest blocks by a longer branch: fewer and more than six
 * confirmations; the last depth exceeds what Ponder follows.
 */
export const REORGS: DepositFault[] = [2, 5, 8, 40].map((depth) => ({
  name: `reorg_${depth}`,
  times: 3,
  async strike(scene) {
    const { site, sent, chain, traffic } = scene
    await chain.setIntervalMining({ interval: 0 })
    const { id, known } = await traffic.inTurn(async () => {
      // The snapshot would restore pending transactions.
      await chain.mineEach(1)
      return { id: await chain.snapshot(), known: sent.length }
    })
    const reorged = [
      await traffic.pay(),
      await traffic.pay(),
      await traffic.pay(),
    ]
    await chain.mineEach(depth, () => sleep(BLOCK_MS))
    if (depth >= CONFIRMATIONS_NEEDED) {
      await untilStored(site, reorged, { isCredited: true })
    }
    await traffic.inTurn(async () => {
      await chain.revert({ id })
      await mineBranch(scene, depth, known)
    })
    const startedAt = performance.now()
    await chain.setIntervalMining({ interval: BLOCK_SECONDS })
    await untilStored(site, [await traffic.pay()])
    return performance.now() - startedAt
  },
}))

/** Mines reverted payments again, replaces or drops them, in random order. */
async function mineBranch(
  { chain, random, sent, traffic }: DepositScene,
  depth: number,
  known: number,
): Promise<void> {
  const { payments } = traffic
  const steps = sent
    .slice(known)
    .map((payment) => ({ payment, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ payment }, index) => ({
      payment,
      index,
      block: Math.floor(random() * depth),
    }))
  let block = 0
  await chain.mineEach(depth + BLOCKS_AHEAD, async () => {
    for (const { payment, index } of steps.filter((it) => it.block === block)) {
      if (index % 3 === 0) await payments.send(payment)
      if (index % 3 === 1) await payments.replace(payment)
    }
    block += 1
  })
}
