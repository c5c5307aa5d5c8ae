import { hardhat } from 'viem/chains'
import { expect, test, vi } from 'vitest'
import { type Connector, createConfig, createConnector, http } from 'wagmi'
import { timeSwitches } from './timed-switch.ts'
import { ChainNotSwitched } from './wallet-errors.ts'

/** A wallet that answers a switch and sends no event. */
function silentWallet(chainId: number): Connector {
  const config = createConfig({
    chains: [hardhat],
    transports: { [hardhat.id]: http() },
    storage: null,
    multiInjectedProviderDiscovery: false,
    connectors: [
      createConnector(() => ({
        id: 'silent',
        name: 'Silent',
        type: 'test',
        connect: vi.fn(),
        disconnect: vi.fn(),
        getAccounts: vi.fn(),
        getProvider: vi.fn(),
        isAuthorized: vi.fn(),
        onAccountsChanged: vi.fn(),
        onChainChanged: vi.fn(),
        onDisconnect: vi.fn(),
        getChainId: async () => chainId,
        switchChain: () => new Promise(() => undefined),
      })),
    ],
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('no connector')
  timeSwitches(connector, hardhat)
  return connector
}

async function switchIt(connector: Connector) {
  vi.useFakeTimers()
  const switching = connector.switchChain?.({ chainId: hardhat.id })
  const [answer] = await Promise.allSettled([
    switching,
    vi.advanceTimersByTimeAsync(5_000),
  ])
  return answer
}

test('fails after five seconds when the wallet does not switch', async () => {
  const answer = await switchIt(silentWallet(56))
  expect(answer).toEqual({
    status: 'rejected',
    reason: expect.any(ChainNotSwitched),
  })
})

test('succeeds when the wallet switched without an event', async () => {
  const wallet = silentWallet(hardhat.id)
  const changed = vi.fn()
  wallet.emitter.on('change', changed)
  const answer = await switchIt(wallet)
  expect(answer).toEqual({ status: 'fulfilled', value: hardhat })
  expect(changed).toHaveBeenCalledWith(
    expect.objectContaining({ chainId: hardhat.id }),
  )
})
