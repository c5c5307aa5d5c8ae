import { expect, it, onTestFinished, vi } from 'vitest'
import { browserStorage } from './key-value-storage.ts'

function fail(): never {
  throw new DOMException('denied', 'SecurityError')
}

const full = {
  getItem: () => null,
  setItem: fail,
  removeItem: fail,
  key: () => null,
  length: 0,
}

it.each([
  ['null', () => null],
  ['missing', () => undefined],
  ['forbidden', fail],
  ['full', () => full],
])('keeps a value in memory where the storage is %s', (_what, get) => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(
    get as () => Storage,
  )
  onTestFinished(() => browserStorage('localStorage').removeItem('key'))
  const storage = browserStorage('localStorage')
  storage.setItem('key', 'value')
  expect(storage.getItem('key')).toBe('value')
  storage.removeItem('key')
  expect(storage.getItem('key')).toBeNull()
})
