import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openSocket } from '#testing/server/test-socket.ts'
import { createBalancePushes } from './balance-pushes.ts'

const { clock } = testClock()
const server = await openTestServer({ clock })
const other = await server.startApi({ clock })

test('pushes the balance to every tab after a bet, a grant and a reset on any API', async () => {
  const { client, id } = await server.newPlayer()
  const { cookie } = client
  const tabs = [
    await openSocket(server.origin, { cookie }),
    await openSocket(server.origin, { cookie }),
    await openSocket(other.origin, { cookie }),
  ]
  const timestamp = clock().getTime()
  async function expectPushed(balance: number): Promise<void> {
    for (const { next } of tabs) {
      expect(await next()).toEqual({ type: 'balance', balance, timestamp })
    }
  }
  await expectPushed((await flipCoin(client, 10)).balance)
  const { balance } = await flipCoin(client.at(other.origin), 10)
  await expectPushed(balance)
  await server.modules.ledger.service.grant(id, 500)
  await expectPushed(balance + 500)
  await client.post('/api/user/reset-balance')
  await expectPushed(1_000)
  for (const { socket } of tabs) socket.close()
})

test('pushes no balance to other players', async () => {
  const [player, stranger] = [
    await server.newPlayer(),
    await server.newPlayer(),
  ]
  const received: unknown[] = []
  const others = [
    await openSocket(server.origin, { cookie: stranger.client.cookie }),
    await openSocket(server.origin),
  ]
  for (const { socket } of others) {
    socket.on('message', (data) => received.push(JSON.parse(String(data))))
  }
  const own = await openSocket(server.origin, { cookie: player.client.cookie })
  await flipCoin(player.client)
  await own.next()
  for (const { socket } of others) {
    // Messages arrive in order, so earlier ones precede the pong.
    socket.ping()
    await once(socket, 'pong')
    socket.close()
  }
  expect(received).not.toContainEqual(
    expect.objectContaining({ type: 'balance' }),
  )
})

test('pushes more balances than fit into one event', async () => {
  const { events } = server.platform
  const { hub } = server.modules.sockets
  const changed = createBalancePushes({ events, hub, clock })
  const sockets = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { client, id } = await server.newPlayer()
      const { cookie } = client
      return { id, ...(await openSocket(other.origin, { cookie })) }
    }),
  )
  const [first, second, third] = sockets.map(({ id }) => id)
  const strangers = Array.from({ length: 400 }, () => randomUUID())
  const all = [first, ...strangers.slice(200), second, ...strangers, third]
  for (const id of all) changed(id ?? '', Number.MAX_SAFE_INTEGER)
  for (const { next, socket } of sockets) {
    expect(await next()).toMatchObject({ balance: Number.MAX_SAFE_INTEGER })
    socket.close()
  }
})
