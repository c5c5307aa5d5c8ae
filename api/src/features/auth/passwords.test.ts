import { hash, verify } from '@node-rs/argon2'
import { beforeEach, expect, test, vi } from 'vitest'
import { NO_PASSWORD } from './no-password.ts'
import { Passwords } from './passwords.ts'

vi.mock('@node-rs/argon2')

let gate = Promise.withResolvers<void>()
/** Passwords whose hashing has begun; none ends before the gate opens. */
const begun: string[] = []

beforeEach(() => {
  gate = Promise.withResolvers()
  begun.length = 0
  vi.mocked(verify).mockReset().mockResolvedValue(true)
  vi.mocked(hash).mockResolvedValueOnce('hash of nobody')
  vi.mocked(hash).mockImplementation(async (password) => {
    begun.push(String(password))
    await gate.promise
    return `hash of ${password}`
  })
})

/** With nothing left to do. */
async function idlePasswords(): Promise<Passwords> {
  const passwords = new Passwords()
  await passwords.matches('stored', 'word')
  vi.mocked(verify).mockClear()
  return passwords
}

test('one is hashed at a time, and each network has its turn', async () => {
  const passwords = await idlePasswords()
  const flood = ['a1', 'a2', 'a3'].map((text) => passwords.hash(text, 'a'))
  const others = ['b', 'c'].map((network) => passwords.hash(network, network))
  expect(begun).toEqual(['a1'])
  gate.resolve()
  expect(await Promise.all([...flood, ...others])).toEqual(
    ['a1', 'a2', 'a3', 'b', 'c'].map((text) => `hash of ${text}`),
  )
  expect(begun).toEqual(['a1', 'b', 'c', 'a2', 'a3'])
})

test('hashes and comparisons wait in one queue', async () => {
  const passwords = await idlePasswords()
  const hashed = passwords.hash('a1', 'a')
  const compared = passwords.matches('stored', 'word')
  expect(begun).toEqual(['a1'])
  expect(verify).not.toHaveBeenCalled()
  gate.resolve()
  await hashed
  expect(await compared).toBe(true)
})

test('two hundred networks wait, and what comes then is refused unhashed', async () => {
  const passwords = await idlePasswords()
  const waiting = Array.from({ length: 201 }, (_, index) =>
    passwords.hash('fine', `network ${index}`),
  )
  const refusal = { code: 'unavailable' }
  await expect(passwords.hash('late', 'a')).rejects.toMatchObject(refusal)
  await expect(passwords.matches('stored', 'late')).rejects.toMatchObject(
    refusal,
  )
  gate.resolve()
  await Promise.all(waiting)
  expect(begun).toEqual(Array(201).fill('fine'))
  expect(verify).not.toHaveBeenCalled()
})

test.each([
  ['a name that nobody has', undefined],
  ['an account without a password', NO_PASSWORD],
])('for %s a hash is compared all the same', async (_what, stored) => {
  const passwords = new Passwords()
  expect(await passwords.matches(stored, 'nobody')).toBe(false)
  expect(vi.mocked(verify).mock.calls).toEqual([['hash of nobody', 'nobody']])
})
