import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { Bystanders } from './bystanders.ts'

const RESULT = {
  transactionId: '0198c0de-0000-7000-8000-000000000000',
  balance: 1,
  payout: 0,
}

/** Bystanders of a server that refuses these paths. */
async function bystandersOf(refused: readonly string[]): Promise<Bystanders> {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(refused.includes(url) ? 503 : 200)
    response.end(JSON.stringify(RESULT))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = z.object({ port: z.int() }).parse(server.address())
  const bystanders = new Bystanders(`http://127.0.0.1:${port}`, () => 0)
  bystanders.start(['sid=any'])
  return bystanders
}

// They come from 127.0.0.2, which only Linux has.
test.runIf(process.platform === 'linux')(
  'a read or a visit that is refused is told',
  async () => {
    const bystanders = await bystandersOf(['/api/user', '/healthz'])
    await expect
      .poll(() => new Set(bystanders.refusals))
      .toEqual(new Set(['/api/user: 503', '/healthz: 503']))
    await bystanders.stop()
    const { bets, reads, visits } = bystanders.takeTimings()
    expect(bets).toHaveLength(bystanders.players.acknowledged.length)
    expect(reads).toHaveLength(bets.length)
    expect(visits.length).toBeGreaterThanOrEqual(
      bystanders.refusals.length - reads.length,
    )
    expect(bystanders.takeTimings().bets).toEqual([])
  },
)
