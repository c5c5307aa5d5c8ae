import { unsign } from 'cookie-signature'
import { expect, test, vi } from 'vitest'
import { TEST_SECRETS } from '#testing/server/test-api.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openSocket } from '#testing/server/test-socket.ts'
import { createOwnerLookup, createSessionsService } from './sessions.service.ts'

const server = await openTestServer()
const secret = TEST_SECRETS.SESSION_SECRET

function createSessions() {
  const { db, events } = server.platform
  const findOwners = vi.fn(createOwnerLookup(db))
  const ownersForBets = vi.fn(createOwnerLookup(db))
  let now = 1
  const sessions = createSessionsService({
    cookie: 'sid',
    db,
    events,
    nowMs: () => now,
    ownersForBets: ownersForBets,
    findOwners: findOwners,
    secret,
  })
  return {
    sessions,
    findOwners,
    ownersForBets,
    recheck: sessions.recheck,
    pass(ms: number) {
      now += ms
    },
  }
}

async function signedIn() {
  const { client, id: userId } = await server.newPlayer()
  const { cookie = '' } = client
  const id = unsign(client.sid.slice('s:'.length), secret) || ''
  return { cookie, id, userId }
}

test('looks a session up five seconds after its last successful recheck', async () => {
  const { sessions, ownersForBets, findOwners, recheck, pass } =
    createSessions()
  const { cookie, userId } = await signedIn()
  await sessions.resolve(cookie)
  ownersForBets.mockRejectedValueOnce(new Error('away'))
  pass(5_000)
  await expect(recheck()).rejects.toThrow('away')
  expect(sessions.resolve(cookie)).toMatchObject({ userId })
  pass(1)
  expect(await sessions.resolve(cookie)).toMatchObject({ userId })
  expect(findOwners).toHaveBeenCalledTimes(2)
})

test('ages an answer from the time of its request', async () => {
  const { sessions, findOwners, recheck, pass } = createSessions()
  const { cookie, userId } = await signedIn()
  const lookingUp = sessions.resolve(cookie)
  pass(3_000)
  await lookingUp
  pass(2_001)
  await sessions.resolve(cookie)
  expect(findOwners).toHaveBeenCalledTimes(2)

  const rechecking = recheck()
  pass(5_000)
  await rechecking
  expect(sessions.resolve(cookie)).toMatchObject({ userId })
  pass(1)
  await sessions.resolve(cookie)
  expect(findOwners).toHaveBeenCalledTimes(3)
})

test('rechecks sessions used within a minute, in one query', async () => {
  const { sessions, ownersForBets, recheck, pass } = createSessions()
  const [idle, active] = [await signedIn(), await signedIn()]
  await sessions.resolve(idle.cookie)
  pass(30_000)
  await sessions.resolve(active.cookie)
  pass(30_000)
  await recheck()
  expect(ownersForBets.mock.calls).toEqual([[[active.id, idle.id]]])
  pass(1)
  await recheck()
  expect(ownersForBets).toHaveBeenLastCalledWith([active.id])
})

test.each([
  ['deleted', 'DELETE FROM session WHERE sid = $1'],
  ['expired', "UPDATE session SET expire = 'epoch' WHERE sid = $1"],
  [
    'somebody else’s',
    `UPDATE session SET sess = (
       SELECT sess FROM session
       WHERE sid <> $1 AND sess->>'userId' IS NOT NULL LIMIT 1
     ) WHERE sid = $1`,
  ],
  ['nobody’s', `UPDATE session SET sess = '{}' WHERE sid = $1`],
])('drops a session that is %s', async (_how, statement) => {
  const { sessions, recheck } = createSessions()
  const [ended, other] = [await signedIn(), await signedIn()]
  const session = await sessions.resolve(ended.cookie)
  await sessions.resolve(other.cookie)
  const dropped = vi.fn()
  sessions.onDropped(dropped)
  await server.pool.query(statement, [ended.id])
  expect(sessions.resolve(ended.cookie)).toEqual(session)
  await recheck()
  expect(dropped.mock.calls).toEqual([[session?.digest]])
  expect(await sessions.resolve(ended.cookie)).not.toEqual(session)
  const { userId } = other
  expect(sessions.resolve(other.cookie)).toMatchObject({ userId })
})

test('drops a session that a look-up finds ended', async () => {
  const { sessions, pass } = createSessions()
  const { cookie, id } = await signedIn()
  const session = await sessions.resolve(cookie)
  const dropped = vi.fn()
  sessions.onDropped(dropped)
  await server.pool.query('DELETE FROM session WHERE sid = $1', [id])
  pass(5_001)
  expect(await sessions.resolve(cookie)).toBeUndefined()
  expect(dropped.mock.calls).toEqual([[session?.digest]])
})

test('does not restore a session forgotten during a recheck', async () => {
  const { sessions, ownersForBets, recheck } = createSessions()
  const { cookie, id, userId } = await signedIn()
  await sessions.resolve(cookie)
  ownersForBets.mockImplementationOnce(async () => {
    await server.pool.query('DELETE FROM session WHERE sid = $1', [id])
    sessions.forget(id)
    return new Map([[id, userId]])
  })
  await recheck()
  expect(await sessions.resolve(cookie)).toBeUndefined()
})

test('does not drop a session looked up during a recheck', async () => {
  const { sessions, ownersForBets, recheck, pass } = createSessions()
  const { cookie, userId } = await signedIn()
  await sessions.resolve(cookie)
  ownersForBets.mockImplementationOnce(async () => {
    pass(5_001)
    await sessions.resolve(cookie)
    return new Map()
  })
  await recheck()
  expect(sessions.resolve(cookie)).toMatchObject({ userId })
})

test('closes the sockets of a session that was deleted', async () => {
  const { cookie, id } = await signedIn()
  const other = await signedIn()
  const { closed } = await openSocket(server.origin, { cookie })
  const others = await openSocket(server.origin, { cookie: other.cookie })
  await server.pool.query('DELETE FROM session WHERE sid = $1', [id])
  await server.modules.sessions.service.recheck()
  expect(await closed).toEqual({ code: 4401, reason: 'Signed out' })
  expect(others.socket.readyState).toBe(others.socket.OPEN)
  others.socket.close()
})
