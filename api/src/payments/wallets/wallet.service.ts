import { getAddress } from 'viem'
import type { WalletInfo } from '#core/api/wallet.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { NETWORKS, PUBLIC_FAUCETS } from '#core/chain/networks.ts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import { REFUSALS, Refusal } from '#core/refusals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Asset, DepositSite } from '../deposit-chain.ts'
import type { DepositTimeline } from '../deposits/deposit-timeline.service.ts'
import type { WalletRegistration, WalletStore } from './wallet.store.ts'
import type { walletKeyBox } from './wallet-keys.ts'

const STUCK_AFTER_MS = 60_000

const WAITS_FOR = {
  no_operator: 'The casino has no account on this chain to register it with.',
  no_gas: "The casino's account is out of gas. The operator has been notified.",
  refused: 'The registry rejects it. The operator has been notified.',
  fees_too_high:
    'Network fees are too high right now. The operator has been notified.',
  reverted: 'The registry rejected it. We’ll try again.',
  chain: 'The chain is slow to confirm it. You don’t need to do anything.',
}

export function createWalletService({
  chain,
  clock,
  db,
  keys,
  store,
  timeline,
}: {
  /** Undefined while deposits are off. */
  chain: DepositSite | undefined
  clock: Clock
  db: Database
  keys: Pick<ReturnType<typeof walletKeyBox>, 'make'>
  store: WalletStore
  timeline: DepositTimeline
}) {
  /** Creates the player's wallet if there is none. @throws unavailable */
  async function generate(userId: string): Promise<WalletInfo> {
    if (!chain) throw new Refusal('deposits_off')
    await db.transaction((tx) =>
      store.addWallet(tx, chain.instanceId, keys.make(userId)),
    )
    return info(userId)
  }

  async function info(userId: string): Promise<WalletInfo> {
    const deposits = await timeline.listDeposits(userId)
    if (!chain) return { ...NO_CHAIN, deposits }
    const registration = await store.findRegistration(userId, chain.instanceId)
    return {
      ...progress(registration),
      createdAt: registration?.createdAt.toISOString() ?? null,
      deposits,
      network: { chainId: chain.chainId, ...NETWORKS[chain.chainId] },
      assets: Object.values(chain.assets).map(asShown),
      faucet: getFaucet(chain),
    }
  }

  function progress(
    registration: WalletRegistration | undefined,
  ): Pick<WalletInfo, 'address' | 'state' | 'reason'> {
    if (!registration) return { address: null, state: 'none' }
    if (registration.status === 'final') {
      return { address: getAddress(registration.address), state: 'active' }
    }
    const reason = getWaitReason(registration)
    return { address: null, state: 'activating', ...(reason && { reason }) }
  }

  /** Explains a registration that takes long. */
  function getWaitReason(registration: WalletRegistration): string | undefined {
    const { createdAt, requestedAt, problem, status } = registration
    const since = requestedAt ?? createdAt
    const waitedMs = clock().getTime() - since.getTime()
    if (waitedMs < STUCK_AFTER_MS) return undefined
    if (!chain?.operator) return WAITS_FOR.no_operator
    if (status === 'failed') return WAITS_FOR.reverted
    return WAITS_FOR[problem ?? 'chain']
  }

  return {
    generate,
    info,
    findAddress: store.findAddress,
    findOwners: store.findOwners,
  }
}

const NO_CHAIN: Omit<WalletInfo, 'deposits'> = {
  address: null,
  createdAt: null,
  state: 'none',
  reason: REFUSALS.deposits_off.text({}),
  network: null,
  assets: [],
  faucet: null,
}

function asShown({ symbol, token, minimumWei, coinsPerUnit }: Asset) {
  const minimum = formatUnits(minimumWei)
  return { symbol, ...(token && { address: token }), minimum, coinsPerUnit }
}

/** Links to our own faucet on a local chain, and to public ones elsewhere. */
function getFaucet(chain: DepositSite): WalletInfo['faucet'] {
  const { assets, chainId, operator } = chain
  if (chainId === LOCAL_CHAIN) return operator ? { kind: 'local' } : null
  const { explorer } = NETWORKS[chainId]
  const tokens = Object.values(assets).flatMap(({ symbol, token }) =>
    token
      ? [
          {
            label: `${symbol} from its contract: call faucet`,
            url: `${explorer}/address/${token}#writeContract`,
          },
        ]
      : [],
  )
  return { kind: 'links', links: [...PUBLIC_FAUCETS, ...tokens] }
}
