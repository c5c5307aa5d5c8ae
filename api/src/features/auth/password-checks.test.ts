import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { HeldHashing } from '#testing/server/held-hashing.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { databaseOn } from '../../platform/db/database.ts'
import { AuthService } from './auth.service.ts'
import { AuthStore } from './auth.store.ts'
import { loginLimits } from './login-limits.ts'
import { NO_PASSWORD } from './no-password.ts'
import { Passwords } from './passwords.ts'

const server = await openTestServer()
const db = databaseOn(server.pool)
const HOME = 'a network'

let hashing: HeldHashing
let passwords: Passwords
let auth: AuthService

beforeEach(async () => {
  await server.pool.query('DELETE FROM login_failures')
  hashing = new HeldHashing()
  passwords = new Passwords(hashing)
  const { service: ledger } = server.features.ledger
  const { service: fairness } = server.features.fairness
  auth = new AuthService({
    db,
    store: new AuthStore(db),
    limits: loginLimits(server.pool),
    passwords,
    ledger,
    fairness,
    clock: server.platform.clock,
  })
  const first = auth.login({ username: 'nobody', password: 'at all' }, 'afar')
  await expect(first).rejects.toMatchObject({ code: 'wrong_credentials' })
  hashing.asked.length = 0
})

const login = (username: string, password: string) =>
  auth.login({ username, password }, HOME)

async function withPassword(): Promise<void> {
  const player = { username: 'with password', password: 'right' }
  await auth.register(player, 'elsewhere')
  hashing.asked.length = 0
}

async function withWalletOnly(): Promise<void> {
  const id = randomUUID()
  await auth.enroll({ id, username: 'with wallet only', password: NO_PASSWORD })
}

test.each([
  ['with password', withPassword, 'right'],
  ['with wallet only', withWalletOnly, 'nobody'],
  ['with nobody', async () => undefined, 'nobody'],
])(
  'a wrong login into an account %s compares one hash, and none while it has to wait',
  async (username, make, likely) => {
    await make()
    const wrong = { code: 'wrong_credentials' }
    for (let failure = 1; failure <= 6; failure += 1) {
      await expect(login(username, 'guess')).rejects.toMatchObject(wrong)
      expect(hashing.asked).toEqual(
        Array(failure).fill(`verify hash of ${likely}`),
      )
    }
    const refusal = { code: 'too_many_requests' }
    await expect(login(username, 'guess')).rejects.toMatchObject(refusal)
    expect(hashing.asked).toHaveLength(6)
  },
)

test('while too many wait nobody is registered or let in, and it counts as no failure', async () => {
  const player = { username: 'early', password: 'right' }
  await auth.register(player, HOME)
  hashing.hold()
  const crowd = Array.from({ length: 201 }, (_, index) =>
    passwords.hash('fine', `network ${index}`),
  )
  const refusal = { code: 'unavailable' }
  const late = { username: 'late', password: 'fine' }
  await expect(auth.register(late, HOME)).rejects.toMatchObject(refusal)
  for (let time = 1; time <= 30; time += 1) {
    await expect(login('early', 'right')).rejects.toMatchObject(refusal)
  }
  hashing.letGo()
  await Promise.all(crowd)
  const { rowCount } = await server.pool.query(
    "SELECT FROM users WHERE username = 'late'",
  )
  expect(rowCount).toBe(0)
  expect((await login('early', 'right')).username).toBe('early')
})
