import { type Address, getAddress } from 'viem'
import type { WalletInfo } from '#core/api/wallet.ts'
import { NETWORKS } from '#core/chain/networks.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import { REFUSALS, Refusal } from '#core/refusals.ts'
import type { Asset, DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DepositTimeline } from '../deposits/deposit-timeline.service.ts'
import { faucetOf } from './faucet-of.ts'
import type { WalletStanding, WalletStore } from './wallet.store.ts'
import type { WalletKeys } from './wallet-keys.ts'

const STUCK_AFTER_MS = 60_000

const WAITS_FOR = {
  no_operator: 'The house has no account on this chain to register it with.',
  no_gas: "The house's account has run out of gas; the operator was told.",
  refused: 'The registry refuses it; the operator was told.',
  fees_too_high: 'The chain asks for too high fees; the operator was told.',
  reverted: 'The registry refused it. It is tried again.',
  chain: 'The chain is slow to confirm it. It goes on by itself.',
}

type WalletDeps = {
  db: Database
  store: WalletStore
  keys: WalletKeys
  clock: Clock
  timeline: DepositTimeline
  /** Without one there are no deposits. */
  chain: DepositChain | undefined
}

/** Players' deposit wallets, and what they are told of them. */
export class WalletService {
  readonly #deps: WalletDeps

  constructor(deps: WalletDeps) {
    this.#deps = deps
  }

  /** Makes the player's wallet; later calls change nothing. @throws unavailable */
  async generate(userId: string): Promise<WalletInfo> {
    const { chain, db, keys, store } = this.#deps
    if (!chain) throw new Refusal('deposits_off')
    await db.transaction(async (tx) => {
      const isFirst = await store.addWallet(tx, keys.make(userId))
      if (isFirst) await store.requestRegistration(tx, chain.instanceId, userId)
    })
    return this.info(userId)
  }

  async info(userId: string): Promise<WalletInfo> {
    const { chain, store, timeline } = this.#deps
    const made = await timeline.listOf(userId)
    if (!chain) return { ...NO_CHAIN, deposits: made }
    const standing = await store.findStanding(userId, chain.instanceId)
    return {
      ...this.#progress(standing),
      createdAt: standing?.createdAt.toISOString() ?? null,
      deposits: made,
      network: { chainId: chain.chainId, ...NETWORKS[chain.chainId] },
      assets: chain.assets.map(asShown),
      faucet: faucetOf(chain),
    }
  }

  /** The player's own, in lower case; undefined when none was generated. */
  addressOf(userId: string): Promise<Address | undefined> {
    return this.#deps.store.addressOf(userId)
  }

  /** Whose the wallets are, by address in lower case. */
  ownersOf(addresses: readonly Address[]): Promise<Map<string, string>> {
    return this.#deps.store.ownersOf(addresses)
  }

  /** The chain's wallets, a page by the player's id. */
  async ownersAfter(userId: string, limit: number) {
    const { chain, store } = this.#deps
    return chain ? store.ownersAfter(chain.instanceId, userId, limit) : []
  }

  #progress(
    standing: WalletStanding | undefined,
  ): Pick<WalletInfo, 'address' | 'state' | 'reason'> {
    if (!standing) return { address: null, state: 'none' }
    if (standing.status === 'final') {
      return { address: getAddress(standing.address), state: 'active' }
    }
    const reason = this.#waitsFor(standing)
    return { address: null, state: 'activating', ...(reason && { reason }) }
  }

  /** Told once it takes long. */
  #waitsFor(standing: WalletStanding): string | undefined {
    const { createdAt, requestedAt, problem, status } = standing
    const since = requestedAt ?? createdAt
    const waitedMs = this.#deps.clock().getTime() - since.getTime()
    if (waitedMs < STUCK_AFTER_MS) return undefined
    if (!this.#deps.chain?.operator) return WAITS_FOR.no_operator
    if (status === 'failed') return WAITS_FOR.reverted
    return WAITS_FOR[problem ?? 'chain']
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
  const minimum = unitsOf(minimumWei)
  return { symbol, ...(token && { address: token }), minimum, coinsPerUnit }
}
