import { type Address, toHex } from 'viem'
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
import type { NewWallet } from './wallet.store.ts'

export type WalletKeys = ReturnType<typeof walletKeyBox>

/**
 * Makes wallets and locks their keys twice: each under a data key of its own,
 * which the master key seals. User, address and version of the master key are
 * bound to both locks, so that no row passes for another.
 */
export function walletKeyBox(box: SealedBox, entropy: Entropy) {
  return {
    make(userId: string): NewWallet {
      const privateKey = entropy(KEY_BYTES)
      const address = addressOf(privateKey)
      const owner = { userId, address, keyVersion: box.version }
      const dataKey = entropy(KEY_BYTES)
      const encryptionIv = entropy(IV_BYTES)
      const associated = contextOf(owner)
      const parts = { key: dataKey, iv: encryptionIv, associated }
      const { body, tag } = encryptGcm(privateKey, parts)
      return {
        ...owner,
        encryptionIv,
        encryptedPrivateKey: Buffer.concat([body, tag]),
        wrappedDataKey: box.seal(dataKey, associated),
      }
    },

    /** The private key, for signing in this process only. */
    open(wallet: NewWallet): Uint8Array {
      const associated = contextOf(wallet)
      const key = box.open(wallet.wrappedDataKey, associated)
      const sealed = wallet.encryptedPrivateKey
      const tagAt = sealed.length - TAG_BYTES
      const privateKey = decryptGcm(
        { body: sealed.subarray(0, tagAt), tag: sealed.subarray(tagAt) },
        { key, iv: wallet.encryptionIv, associated },
      )
      const isOwn = addressOf(privateKey) === wallet.address
      assert(isOwn, 'a key opens its own wallet')
      return privateKey
    },
  }
}

/** In lower case. */
function addressOf(privateKey: Uint8Array): Address {
  return lowerCase(privateKeyToAddress(toHex(privateKey)))
}

function contextOf(
  owner: Pick<NewWallet, 'userId' | 'address' | 'keyVersion'>,
) {
  return `wallet-key:${owner.userId}:${owner.address}:${owner.keyVersion}`
}
