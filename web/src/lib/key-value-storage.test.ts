import { afterEach, expect, test } from 'vitest'
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

const real = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'localStorage')
  if (real) Object.defineProperty(globalThis, 'localStorage', real)
})

test.each([
  ['null', () => null],
  ['missing', () => undefined],
  ['forbidden', fail],
  ['full', () => full],
])('keeps a value in memory when the storage is %s', (_what, get) => {
  Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
  const storage = browserStorage('localStorage')
  storage.setItem('key', 'value')
  expect(storage.getItem('key')).toBe('value')
  storage.removeItem('key')
  expect(storage.getItem('key')).toBeNull()
})
