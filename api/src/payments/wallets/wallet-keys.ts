import { type Address, type Hex, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { assert } from '#core/assert.ts'
import { lowerCase } from '#core/chain/chains.ts'
import type { Entropy } from '../../platform/entropy.ts'
import {
  decryptGcm,
  encryptGcm,
  IV_BYTES,
  KEY_BYTES,
  TAG_BYTES,
} from '../../platform/secrets/aes-gcm.ts'
import type { SealedBox } from '../../platform/secrets/sealed-box.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-columns.ts'
import type { NewWallet, WalletStore } from './wallet.store.ts'
import { walletKeys } from './wallet.table.ts'

type WalletKeys = ReturnType<typeof walletKeyBox>

/**
 * Creates wallets and encrypts their keys twice: each with its own data key,
 * which the master key seals. Both bind the user, the address and the version of
 * the master key at creation, so that rows can't be swapped.
 */
export function walletKeyBox(box: SealedBox, entropy: Entropy) {
  return {
    make(userId: string): NewWallet {
      const privateKey = entropy(KEY_BYTES)
      const address = toAddress(privateKey)
      const owner = { userId, address, keyVersion: box.version }
      const dataKey = entropy(KEY_BYTES)
      const encryptionIv = entropy(IV_BYTES)
      const associated = toContext(owner)
      const parts = { key: dataKey, iv: encryptionIv, associated }
      const { body, tag } = encryptGcm(privateKey, parts)
      return {
        ...owner,
        encryptionIv,
        encryptedPrivateKey: Buffer.concat([body, tag]),
        wrappedDataKey: box.seal(dataKey, associated),
      }
    },

    /** Decrypts a private key. It must not leave this process. */
    open(wallet: NewWallet): Uint8Array {
      const associated = toContext(wallet)
      const key = box.open(wallet.wrappedDataKey, associated)
      const sealed = wallet.encryptedPrivateKey
      const tagAt = sealed.length - TAG_BYTES
      const privateKey = decryptGcm(
        { body: sealed.subarray(0, tagAt), tag: sealed.subarray(tagAt) },
        { key, iv: wallet.encryptionIv, associated },
      )
      const isOwn = toAddress(privateKey) === wallet.address
      assert(isOwn, 'the key belongs to the wallet')
      return privateKey
    },
  }
}

function toAddress(privateKey: Uint8Array): Address {
  return lowerCase(privateKeyToAddress(toHex(privateKey)))
}

/** Only data keys are sealed again; what they encrypt stays. */
export const sealedDataKeys: SealedColumn = {
  name: 'wallet keys',
  table: walletKeys,
  sealed: walletKeys.wrappedDataKey,
  key: [walletKeys.userId],
  bound: [walletKeys.address, walletKeys.keyVersion],
  toContext,
}

function toContext({ userId, address, keyVersion }: Record<string, unknown>) {
  return `wallet-key:${userId}:${address}:${keyVersion}`
}

export type WalletVault = ReturnType<typeof createWalletVault>

/** Creates the vault of all players' wallet keys, to sign sweeps. */
export function createWalletVault(store: WalletStore, keys: WalletKeys) {
  return {
    /** True if a player's wallet has this address. @param address in lower case */
    async holds(address: Address): Promise<boolean> {
      return (await store.findOwners([address])).size > 0
    },

    /** Decrypts a private key. It must not leave this process. */
    async openKey(address: Address): Promise<Hex> {
      const wallet = await store.findWallet(address)
      assert(wallet !== undefined, "the wallet is a player's")
      return toHex(keys.open(wallet))
    },
  }
}
