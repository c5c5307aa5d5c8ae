import type { Chain } from 'viem'
import type { Connector } from 'wagmi'

const OVERDUE_MS = 5_000

const timed = new WeakSet<Connector>()

/** The wallet did not switch chains in time. */
export class StillElsewhere extends Error {
  override readonly name = 'StillElsewhere'
}

/**
 * Ends a wallet's chain switch after some seconds. Some answer without
 * switching or switch without an event, and wagmi would wait for that forever,
 * also while it connects.
 */
export function timeSwitches(connector: Connector, chain: Chain): void {
  const { switchChain } = connector
  if (!switchChain || timed.has(connector)) return
  timed.add(connector)
  connector.switchChain = async (asked) => {
    const overdue = new Promise<undefined>((resolve) => {
      setTimeout(resolve, OVERDUE_MS)
    })
    const switching = switchChain.call(connector, asked)
    const switched = await Promise.race([switching, overdue])
    if (switched) return switched
    const chainId = await connector.getChainId()
    if (chainId !== asked.chainId) throw new StillElsewhere()
    connector.emitter.emit('change', { chainId })
    return chain
  }
}
