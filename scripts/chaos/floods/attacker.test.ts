import { once } from 'node:events'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { Attacker } from './attacker.ts'

test('connections stay open behind an attack until the attacker is ended', async () => {
  const server = createServer().on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined).resume()
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = z.object({ port: z.int() }).parse(server.address())
  const countOpen = promisify(server.getConnections.bind(server))

  const target = { port, cookie: '' }
  const early = new Attacker('flood_upgrades')
  const ofEarly = await early.attack(target)
  // A thread that ended by itself would be gone by the end of another attack.
  const late = new Attacker('flood_upgrades')
  const ofLate = await late.attack(target)
  const tried = [ofEarly, ofLate].flatMap((tally) => Object.values(tally))
  const open = tried.reduce((sum, count) => sum + count, 0)
  expect(open).toBeGreaterThan(0)
  await expect.poll(() => countOpen()).toBe(open)
  await Promise.all([early.end(), late.end()])
  await expect.poll(() => countOpen()).toBe(0)
})
