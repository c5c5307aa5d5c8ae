import { connectorsForWallets } from '@rainbow-me/rainbowkit'
import {
  injectedWallet,
  walletConnectWallet,
} from '@rainbow-me/rainbowkit/wallets'
import { bscTestnet, hardhat } from 'viem/chains'
import { type Config, createConfig, http } from 'wagmi'
import type { SiweSite } from '#core/api/siwe.ts'
import { BSC_TESTNET, LOCAL_CHAIN } from '#core/chain/chains.ts'
import { timeSwitches } from './timed-switch.ts'

const CHAINS = { [BSC_TESTNET]: bscTestnet, [LOCAL_CHAIN]: hardhat }

let shared: Config | undefined

/** Shared by all dialogs, and so is a connected wallet. */
export function sharedWalletConfig(site: SiweSite): Config {
  shared ??= walletConfig(site)
  return shared
}

/**
 * Connects wallets of the browser, and those on phones if the site has a WalletConnect
 * project. Reads the chain through our API only. Forgets wallets when the page closes.
 */
function walletConfig({ network, walletConnectProjectId }: SiweSite): Config {
  const { chainId, name, rpcUrl } = network
  const known = CHAINS[chainId]
  const rpcUrls = rpcUrl ? { default: { http: [rpcUrl] } } : known.rpcUrls
  const nativeCurrency = { name: 'test BNB', symbol: 'tBNB', decimals: 18 }
  const chain = { ...known, name, rpcUrls, nativeCurrency }
  const byHouse = http(`${location.origin}/api/rpc`)
  const config = createConfig({
    chains: [chain],
    connectors: createConnectors(walletConnectProjectId),
    transports: { [BSC_TESTNET]: byHouse, [LOCAL_CHAIN]: byHouse },
    storage: null,
  })
  const { connectors } = config._internal
  // Wallets may announce themselves several times.
  connectors.setState((all) =>
    all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at),
  )
  const timeAll = () => {
    for (const connector of config.connectors) timeSwitches(connector, chain)
  }
  timeAll()
  connectors.subscribe(timeAll)
  return config
}

/** Wallets that do not announce themselves: old ones, and those on phones. */
function createConnectors(projectId: string | undefined) {
  const wallets = [
    ...('ethereum' in window ? [injectedWallet] : []),
    ...(projectId ? [walletConnectWallet] : []),
  ]
  if (wallets.length === 0) return []
  return connectorsForWallets([{ groupName: 'Wallets', wallets }], {
    appName: 'Bendy Casino',
    // Required, but unused without such wallets.
    projectId: projectId ?? 'none',
  })
}
