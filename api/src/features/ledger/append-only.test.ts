import { expect, test } from 'vitest'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const { client, id } = await server.newPlayer()
await flipCoin(client)

const WRITTEN_ONCE = [
  ['transactions', 'amount = 0'],
  ['batches', 'house = 0'],
  ['rounds', 'payout = 0'],
  ['fairness_epochs', "root = ''"],
  ['client_seeds', "seed = ''"],
  ['operator_actions', "reason = ''"],
  ['sports_decisions', "reason = ''"],
] as const

test.each(
  WRITTEN_ONCE.flatMap(([table, change]) => [
    [table, `UPDATE ${table} SET ${change}`],
    [table, `DELETE FROM ${table}`],
    [table, `TRUNCATE ${table}`],
  ]),
)('%s refuses %s', async (table, statement) => {
  await expect(server.pool.query(statement)).rejects.toMatchObject({
    code: '23001',
    message: `${table} is append-only`,
  })
})

test.each([
  ['a balance below zero', 'UPDATE users SET balance = -1'],
  ['a balance no number holds', 'UPDATE users SET balance = 9007199254740992'],
  [
    'a posting that does not sum to zero',
    'INSERT INTO batches (partition, players, house) VALUES (0, 10, -9)',
  ],
  [
    'a transaction to below zero',
    `INSERT INTO transactions (user_id, seq, id, type, amount, balance_after, batch_id)
     VALUES ('${id}', 99, gen_random_uuid(), 'bet', -5000, -1, 1)`,
  ],
  [
    'a second transaction with the same seq',
    `INSERT INTO transactions (user_id, seq, id, type, amount, balance_after, batch_id)
     VALUES ('${id}', 1, gen_random_uuid(), 'grant', 1, 1, 1)`,
  ],
  [
    'a second root for an epoch',
    `INSERT INTO fairness_epochs (user_id, epoch, root, published_at)
     VALUES ('${id}', 0, 'another', now())`,
  ],
])('the database refuses %s', async (_what, statement) => {
  await expect(server.pool.query(statement)).rejects.toMatchObject({
    code: expect.stringMatching(/^235(14|05)$/),
  })
})
