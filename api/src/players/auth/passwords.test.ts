import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { openTestServer } from '#testing/server/test-server.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { type AuthService, createAuthService } from './auth.service.ts'
import { loginLimits } from './login-limits.ts'
import {
  argon2id,
  createPasswords,
  NO_PASSWORD,
  type PasswordHashing,
  type Passwords,
} from './passwords.ts'

const server = await openTestServer()
const db = openDatabase(server.pool)

let hashing: HeldHashing
let passwords: Passwords
let auth: AuthService

beforeEach(async () => {
  await server.pool.query('DELETE FROM login_failures')
  hashing = new HeldHashing()
  passwords = createPasswords(hashing)
  auth = createAuthService({
    db,
    limits: loginLimits(server.pool),
    passwords,
    ledger: server.modules.ledger.service,
    fairness: server.modules.fairness.service,
  })
  await passwords.matches(undefined, 'nobody')
  hashing.calls.length = 0
})

const login = (username: string, password: string) =>
  auth.login({ username, password }, 'a network')

test('hashes or compares one password at a time, and each network in turn', async () => {
  hashing.hold()
  const texts = ['a1', 'a2', 'a3', 'b']
  const hashed = texts.map((text) => passwords.hash(text, `of ${text[0]}`))
  const compared = passwords.matches('hash of word', 'word')
  expect(hashing.calls).toEqual(['hash a1'])
  hashing.letGo()
  expect(await Promise.all(hashed)).toEqual(texts.map((t) => `hash of ${t}`))
  expect(await compared).toBe(true)
  const order = 'hash a1,hash b,verify hash of word,hash a2,hash a3'
  expect(hashing.calls.join()).toBe(order)
})

test.each([
  [
    'with password',
    'right',
    (username: string) =>
      auth.register({ username, password: 'right' }, 'elsewhere'),
  ],
  [
    'with wallet only',
    'nobody',
    (username: string) =>
      auth.enroll({ id: randomUUID(), username, password: NO_PASSWORD }),
  ],
  ['with nobody', 'nobody', async () => undefined],
])('compares one hash a login, %s', async (username, likely, make) => {
  await make(username)
  hashing.calls.length = 0
  const wrong = { code: 'wrong_credentials' }
  for (let failure = 1; failure <= 6; failure += 1) {
    await expect(login(username, 'guess')).rejects.toMatchObject(wrong)
    expect(hashing.calls).toEqual(
      Array(failure).fill(`verify hash of ${likely}`),
    )
  }
  const refusal = { code: 'too_many_requests' }
  await expect(login(username, 'guess')).rejects.toMatchObject(refusal)
  expect(hashing.calls).toHaveLength(6)
})

test('rejects the password of the dummy hash', async () => {
  for (const stored of [undefined, NO_PASSWORD]) {
    expect(await passwords.matches(stored, 'nobody')).toBe(false)
  }
})

test('refuses registrations and logins while 200 networks wait, without counting a failure', async () => {
  await auth.register({ username: 'early', password: 'right' }, 'a network')
  hashing.hold()
  const crowd = Array.from({ length: 201 }, (_, index) =>
    passwords.hash('fine', `network ${index}`),
  )
  const refusal = { code: 'unavailable' }
  const late = { username: 'late', password: 'too late' }
  await expect(auth.register(late, 'a network')).rejects.toMatchObject(refusal)
  for (let time = 1; time <= 30; time += 1) {
    await expect(login('early', 'right')).rejects.toMatchObject(refusal)
  }
  hashing.letGo()
  await Promise.all(crowd)
  expect(hashing.calls).not.toContain('hash too late')
  const { rowCount } = await server.pool.query(
    "SELECT FROM users WHERE username = 'late'",
  )
  expect(rowCount).toBe(0)
  await login('early', 'right')
})

test('hashes with argon2id at 19 MiB, two passes and one lane by default', async () => {
  const hashed = await argon2id().hash('a password')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('accepts a password in composed and decomposed Unicode', async () => {
  const [composed, split] = ['caf\u00e9', 'cafe\u0301']
  const hashed = await passwords.hash(split, 'a network')
  expect(hashed).toBe(`hash of ${composed}`)
  for (const stored of [hashed, `hash of ${split}`]) {
    expect(await passwords.matches(stored, composed)).toBe(true)
    expect(await passwords.matches(stored, split)).toBe(true)
  }
})

/** Records its calls, and blocks those made between `hold` and `letGo`. */
class HeldHashing implements PasswordHashing {
  readonly calls: string[] = []
  #gate = Promise.withResolvers<void>()

  constructor() {
    this.letGo()
  }

  hold(): void {
    this.#gate = Promise.withResolvers()
  }

  letGo(): void {
    this.#gate.resolve()
  }

  async hash(password: string): Promise<string> {
    this.calls.push(`hash ${password}`)
    await this.#gate.promise
    return `hash of ${password}`
  }

  async verify(hashed: string, password: string): Promise<boolean> {
    this.calls.push(`verify ${hashed}`)
    await this.#gate.promise
    return hashed === `hash of ${password}`
  }
}
