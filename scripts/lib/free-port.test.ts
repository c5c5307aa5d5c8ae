import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { claimPort, freePort } from './free-port.ts'

test('a free port can be claimed', async () => {
  const port = await freePort()
  expect(await claimPort('127.0.0.1', port)).toBe(port)
})

test('no port is promised twice, though nobody listens yet', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(new Set(ports).size).toBe(200)
})

test('port 0 claims some free port', async () => {
  expect(await claimPort('127.0.0.1', 0)).toBeGreaterThan(0)
})

test('a port in use is refused, with another one to try', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  await expect(claimPort('127.0.0.1', port)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is already in use. Stop what uses it, or choose another port, for example: PORT=${port + 1} npm start`,
  )
})

test("an address of another machine is refused, by HOST's name", async () => {
  await expect(claimPort('192.0.2.1', 0)).rejects.toThrow(
    'HOST 192.0.2.1 is not an address of this machine.',
  )
})
