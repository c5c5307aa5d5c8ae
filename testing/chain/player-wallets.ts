import type { Address } from 'viem'
import { WalletStore } from '../../api/src/features/wallet/wallet.store.ts'
import { walletKeyBox } from '../../api/src/features/wallet/wallet-keys.ts'
import { WalletVault } from '../../api/src/features/wallet/wallet-vault.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import { newId } from '../../api/src/platform/ids.ts'
import { sealedBox } from '../../api/src/platform/secrets/sealed-box.ts'

/** Wallets with keys, of players that are nothing else. */
export function playerWallets(db: Database, instanceId: number) {
  const store = new WalletStore(db)
  const masterKeys = new Map([[1, systemEntropy(32)]])
  const keys = walletKeyBox(sealedBox(masterKeys, systemEntropy), systemEntropy)
  return {
    vault: new WalletVault(store, keys),
    /** @returns the address of one more, which its chain is to know. */
    async add(): Promise<Address> {
      const userId = newId()
      const wallet = keys.make(userId)
      await db.transaction(async (tx) => {
        await store.addWallet(tx, wallet)
        await store.requestRegistration(tx, instanceId, userId)
      })
      return wallet.address
    },
  }
}
