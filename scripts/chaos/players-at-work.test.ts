import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { PlayersAtWork } from './players-at-work.ts'

/** One player, betting at a house that answers everything alike. */
async function playerAt(status: number, body: string): Promise<PlayersAtWork> {
  const house = createServer((_request, response) => {
    response.writeHead(status).end(body)
  }).listen(0, '127.0.0.1')
  await once(house, 'listening')
  onTestFinished(() => {
    house.closeAllConnections()
    house.close()
  })
  const { port } = house.address() as AddressInfo
  const players = new PlayersAtWork([`http://127.0.0.1:${port}`], () => 0)
  players.start(['sid=any'])
  return players
}

test('an answer that is none is told when the players are stopped', async () => {
  const players = await playerAt(200, '{}')
  await expect(players.stop()).rejects.toThrow(/transactionId/)
})

test('a refusal that nobody expects is a surprise', async () => {
  const players = await playerAt(500, 'broken')
  await expect.poll(() => players.surprises[0]).toBe('500 broken')
  await players.stop()
  expect(players.acknowledged).toEqual([])
})
