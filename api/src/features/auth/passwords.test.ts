import { expect, test } from 'vitest'
import { HeldHashing } from '#testing/server/held-hashing.ts'
import { NO_PASSWORD } from './no-password.ts'
import { argon2id, Passwords } from './passwords.ts'

/** With nothing left to do, and held from now on. */
async function heldPasswords() {
  const hashing = new HeldHashing()
  const passwords = new Passwords(hashing)
  await passwords.matches(undefined, 'nobody')
  hashing.asked.length = 0
  hashing.hold()
  return { hashing, passwords }
}

test('one is hashed at a time, and each network has its turn', async () => {
  const { hashing, passwords } = await heldPasswords()
  const hashed = [
    passwords.hash('a1', 'network a'),
    passwords.hash('a2', 'network a'),
    passwords.hash('a3', 'network a'),
    passwords.hash('b', 'network b'),
    passwords.hash('c', 'network c'),
  ]
  expect(hashing.asked).toEqual(['hash a1'])
  hashing.letGo()
  const texts = ['a1', 'a2', 'a3', 'b', 'c']
  expect(await Promise.all(hashed)).toEqual(texts.map((t) => `hash of ${t}`))
  const inTurn = ['a1', 'b', 'c', 'a2', 'a3'].map((text) => `hash ${text}`)
  expect(hashing.asked).toEqual(inTurn)
})

test('hashes and comparisons wait in one queue', async () => {
  const { hashing, passwords } = await heldPasswords()
  const hashed = passwords.hash('a1', 'network a')
  const compared = passwords.matches('hash of word', 'word')
  expect(hashing.asked).toEqual(['hash a1'])
  hashing.letGo()
  await hashed
  expect(await compared).toBe(true)
})

test('two hundred networks wait, and what comes then is refused unhashed', async () => {
  const { hashing, passwords } = await heldPasswords()
  const waiting = Array.from({ length: 201 }, (_, index) =>
    passwords.hash('fine', `network ${index}`),
  )
  const refusal = { code: 'unavailable' }
  const late = [
    passwords.hash('late', 'one more network'),
    passwords.matches('hash of late', 'late'),
  ]
  for (const refused of late)
    await expect(refused).rejects.toMatchObject(refusal)
  hashing.letGo()
  await Promise.all(waiting)
  expect(hashing.asked).toEqual(Array(201).fill('hash fine'))
})

test.each([
  ['a name that nobody has', undefined],
  ['an account without a password', NO_PASSWORD],
])('for %s a hash is compared all the same', async (_what, stored) => {
  const hashing = new HeldHashing()
  const passwords = new Passwords(hashing)
  expect(await passwords.matches(stored, 'nobody')).toBe(false)
  expect(hashing.asked).toEqual(['hash nobody', 'verify hash of nobody'])
})

test('hashes with argon2id at 19 MiB, two passes and one lane by default', async () => {
  const hashed = await argon2id().hash('a password')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
