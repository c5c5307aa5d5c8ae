import { toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { systemEntropy } from '../../platform/entropy.ts'
import { sealedBox } from '../../platform/secrets/sealed-box.ts'
import { walletKeyBox } from './wallet-keys.ts'

const KEY = systemEntropy(32)
const USER = '019a0000-0000-7000-8000-000000000001'

function getBox(version: number, key: Uint8Array) {
  const box = sealedBox(new Map([[version, key]]), systemEntropy)
  return walletKeyBox(box, systemEntropy)
}

const box = getBox(1, KEY)

test('decrypts the private key of the address', () => {
  const wallet = box.make(USER)
  const privateKey = toHex(box.open(wallet))
  expect(privateKeyToAddress(privateKey).toLowerCase()).toBe(wallet.address)
})

test('creates different wallets', () => {
  const [a, b] = [box.make(USER), box.make(USER)]
  expect(a.address).not.toBe(b.address)
  expect(a.encryptionIv).not.toEqual(b.encryptionIv)
  expect(a.wrappedDataKey).not.toEqual(b.wrappedDataKey)
})

test('stores nothing that contains the key', () => {
  const wallet = box.make(USER)
  const privateKey = Buffer.from(box.open(wallet))
  const kept = Buffer.concat([
    wallet.encryptedPrivateKey,
    wallet.encryptionIv,
    wallet.wrappedDataKey,
  ])
  for (let at = 0; at + 4 <= privateKey.length; at += 1) {
    expect(kept.includes(privateKey.subarray(at, at + 4))).toBe(false)
  }
})

describe('refuses to decrypt a wallet', () => {
  const wallet = box.make(USER)
  const other = box.make(USER)

  test('with another master key of the same version', () => {
    expect(() => getBox(1, systemEntropy(32)).open(wallet)).toThrow()
  })

  test('without the master key of its version', () => {
    expect(() => getBox(2, KEY).open(wallet)).toThrow('master key version 1')
  })

  test.each([
    ['user', { userId: USER.replace(/1$/, '2') }],
    ['address', { address: other.address }],
    ['key version', { keyVersion: 2 }],
    ['data key', { wrappedDataKey: other.wrappedDataKey }],
    ['private key', { encryptedPrivateKey: other.encryptedPrivateKey }],
    ['IV', { encryptionIv: other.encryptionIv }],
    ['key cut short', { encryptedPrivateKey: new Uint8Array(5) }],
  ])('with another %s', (_name, change) => {
    expect(() => box.open({ ...wallet, ...change })).toThrow()
  })
})
