import { type Address, type Hex, toHex } from 'viem'
import { assert } from '#core/assert.ts'
import type { WalletStore } from './wallet.store.ts'
import type { WalletKeys } from './wallet-keys.ts'

/** All players' wallets, and the keys that money leaves them with. */
export class WalletVault {
  readonly #store: WalletStore
  readonly #keys: WalletKeys

  constructor(store: WalletStore, keys: WalletKeys) {
    this.#store = store
    this.#keys = keys
  }

  /** Whether any player's wallet has this address, in lower case. */
  async holds(address: Address): Promise<boolean> {
    return (await this.#store.ownersOf([address])).size > 0
  }

  /** For signing in this process only. */
  async openKey(address: Address): Promise<Hex> {
    const wallet = await this.#store.findWallet(address)
    assert(wallet !== undefined, 'only wallets of ours are opened')
    return toHex(this.#keys.open(wallet))
  }
}
