import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { PlayersAtWork } from './players-at-work.ts'

type CannedAnswer = [status: number, body: string]

/** One player, betting at a server that gives one answer after the other. */
async function playerAt(
  last: CannedAnswer,
  ...before: CannedAnswer[]
): Promise<PlayersAtWork> {
  const server = createServer((_request, response) => {
    const [status, body] = before.shift() ?? last
    response.writeHead(status).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const players = new PlayersAtWork({
    urls: [`http://127.0.0.1:${port}`],
    random: () => 0,
  })
  players.start(['sid=any'])
  return players
}

test('an answer that is none is told when the players are stopped', async () => {
  const players = await playerAt([200, '{}'])
  await expect(players.stop()).rejects.toThrow(/transactionId/)
})

test('a refusal that nobody expects is a surprise', async () => {
  const players = await playerAt([500, 'broken'])
  await expect.poll(() => players.surprises[0]).toBe('500 broken')
  await players.stop()
  expect(players.acknowledged).toEqual([])
})

test('a refusal to be repeated is counted', async () => {
  const result = JSON.stringify({
    transactionId: '0198c0de-0000-7000-8000-000000000000',
    balance: 1,
    payout: 0,
  })
  const players = await playerAt([200, result], [503, 'busy'], [503, 'busy'])
  await players.untilNextAnswer()
  await players.stop()
  expect(players.repeatedTries).toBe(2)
  expect(players.surprises).toEqual([])
})
