import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { assert } from '#core/assert.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { Broadcaster } from '../../platform/chain/outbox/broadcaster.ts'
import type { Fees } from '../../platform/chain/outbox/fees.ts'
import type { Term } from '../../platform/db/lease.ts'
import type { WalletVault } from '../wallets/wallet-vault.service.ts'
import { callOfMove } from './move-call.ts'
import type { OpenMove, SweepStore } from './sweep.store.ts'

type SignerDeps = {
  chain: Chain
  store: SweepStore
  vault: WalletVault
  broadcaster: Broadcaster
}

/** What is chosen for one attempt at a move. */
export type Offer = { nonce: number; gas: bigint; amount: bigint; fees: Fees }

/** Signs moves with the wallets' keys, keeps what it signed, and then sends it. */
export class MoveSigner {
  readonly #deps: SignerDeps

  constructor(deps: SignerDeps) {
    this.#deps = deps
  }

  async sign(term: Term, move: OpenMove, offer: Offer): Promise<void> {
    const { broadcaster, store } = this.#deps
    const attempt = await this.#signed(move, offer)
    await store.write(term, async (tx) => {
      await store.addAttempt(tx, attempt)
      const { nonce, gas, amount } = offer
      const change = {
        status: 'sent',
        problem: null,
        nonce,
        gas,
        amount,
      } as const
      await store.change(tx, move, change)
    })
    await broadcaster.send(attempt)
  }

  async #signed(move: OpenMove, { amount, fees, gas, nonce }: Offer) {
    const { chain, vault } = this.#deps
    const { treasury, wallet } = move
    assert(!(await vault.holds(treasury)), 'no wallet is a treasury')
    const account = privateKeyToAccount(await vault.openKey(wallet))
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: chain.deployment.chainId,
      ...callOfMove(chain, { ...move, amount }),
      ...fees,
      gas,
      nonce,
    })
    return { hash: keccak256(raw), raw, moveId: move.id, amount, ...fees }
  }
}
