import { type DepositFault, untilSeen } from './deposit-fault.ts'

/** The indexer is gone at once, and a deposit arrives before the next one. */
export const indexerKill: DepositFault = {
  name: 'indexer_kill',
  times: 5,
  async strike({ site, traffic }) {
    const startedAt = performance.now()
    process.kill(site.indexer.pid, 'SIGKILL')
    await site.indexer.ended
    const missed = await traffic.pay()
    site.indexer = await site.startIndexer()
    await untilSeen(site, missed)
    return performance.now() - startedAt
  },
}
