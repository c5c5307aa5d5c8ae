import { setTimeout as sleep } from 'node:timers/promises'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Fault } from '#testing/chain/faulty-node.ts'
import { type DepositFault, untilCredited, untilSeen } from './deposit-fault.ts'

/** As on a bad day of a public node. */
const DELAY_MS = 300

const slow: Fault = (truth) => async (request) => {
  await sleep(DELAY_MS)
  return truth(request)
}

/** All nodes take their time: deposits are credited all the same. */
export const slowNodes: DepositFault = {
  name: 'rpc_slow',
  times: 3,
  async strike({ site, chain, nodes, traffic }) {
    for (const node of nodes) node.be(slow)
    const payment = await traffic.pay()
    await untilSeen(site, payment)
    await chain.mineEach(CONFIRMATIONS_NEEDED)
    const startedAt = performance.now()
    await untilCredited(site, [payment])
    const absenceMs = performance.now() - startedAt
    for (const node of nodes) node.be()
    return absenceMs
  },
}
