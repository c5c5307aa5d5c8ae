import { expect, test } from 'vitest'
import { openTestServer } from '#testing/server/test-server.ts'

// Without a chain: what is let through is told that there is none.
const server = await openTestServer()

test('from one network sixty checks a minute are let through, however many players ask', async () => {
  const statuses: number[] = []
  for (let players = 0; players < 7; players += 1) {
    const { client } = await server.newPlayer()
    const txHash = `0x${'0'.repeat(64)}`
    const asked = Array.from({ length: 10 }, () =>
      client.post('/api/wallet/recheck', { txHash }),
    )
    const answers = await Promise.all(asked)
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses).toEqual([...Array(60).fill(503), ...Array(10).fill(429)])
})
