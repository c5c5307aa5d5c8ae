import { expect, test, vi } from 'vitest'
import {
  type KeyValueStorage,
  memoryStorage,
  roomyStorage,
} from '../../../lib/key-value-storage.ts'
import { createPinStore, isBulk } from './pin-store.ts'

const ROOT = 'ab'.repeat(32)

/** Storage with room for so many facts; browsers count characters. */
function smallStorage(factsMax: number): KeyValueStorage {
  const storage = memoryStorage()
  const { setItem } = storage
  storage.setItem = (key, value) => {
    if (storage.length >= factsMax && storage.getItem(key) === null) {
      throw new DOMException('Full', 'QuotaExceededError')
    }
    setItem(key, value)
  }
  return storage
}

test('makes room by dropping commitments of every player, but no pin', () => {
  const storage = smallStorage(2)
  const bea = createPinStore(roomyStorage(storage, isBulk), 'bea')
  bea.setPin(0, { root: ROOT, fromNonce: 3 })
  bea.setCommitments(0, [ROOT])
  const lou = createPinStore(roomyStorage(storage, isBulk), 'lou')
  lou.setCommitments(0, [ROOT])
  expect(lou.commitments(0)).toEqual([ROOT])
  expect(bea.commitments(0)).toBeUndefined()
  expect(bea.pin(0)).toEqual({ root: ROOT, fromNonce: 3 })
})

test('reads the latest value, even if it did not fit in storage', () => {
  const storage = memoryStorage()
  const store = createPinStore(roomyStorage(storage, isBulk), 'bea')
  store.setUnaccounted(9)
  const full = vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  store.setUnaccounted(10)
  expect(store.unaccounted()).toBe(10)
  full.mockRestore()
  store.setUnaccounted(11)
  expect(store.unaccounted()).toBe(11)
})

test('forgets old commitments of its own player only', () => {
  const storage = memoryStorage()
  const [bea, lou] = [
    createPinStore(storage, 'bea'),
    createPinStore(storage, 'lou'),
  ]
  for (const store of [bea, lou]) store.setCommitments(0, [ROOT])
  bea.forgetBulkBefore(1)
  expect(bea.commitments(0)).toBeUndefined()
  expect(lou.commitments(0)).toEqual([ROOT])
})
