import type { Chain } from 'viem'
import type { Connector } from 'wagmi'
import { ChainNotSwitched } from './wallet-errors.ts'

const TIMEOUT_MS = 5_000

const timed = new WeakSet<Connector>()

/**
 * Limits how long a wallet's chain switch may take. Some wallets answer without
 * switching or switch without an event, and wagmi would wait forever, also
 * while connecting.
 */
export function timeSwitches(connector: Connector, chain: Chain): void {
  const { switchChain } = connector
  if (!switchChain || timed.has(connector)) return
  timed.add(connector)
  connector.switchChain = async (parameters) => {
    const timeout = new Promise<undefined>((resolve) => {
      setTimeout(resolve, TIMEOUT_MS)
    })
    const switching = switchChain.call(connector, parameters)
    const switched = await Promise.race([switching, timeout])
    if (switched) return switched
    const chainId = await connector.getChainId()
    if (chainId !== parameters.chainId) throw new ChainNotSwitched()
    connector.emitter.emit('change', { chainId })
    return chain
  }
}
