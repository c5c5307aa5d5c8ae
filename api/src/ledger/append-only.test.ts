import { expect, test } from 'vitest'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const { id } = await server.newPlayer()

const APPEND_ONLY = [
  ['transactions', 'amount'],
  ['batches', 'house'],
  ['rounds', 'payout'],
  ['fairness_epochs', 'root'],
  ['client_seeds', 'seed'],
  ['operator_actions', 'reason'],
  ['sports_decisions', 'reason'],
  ['receipt_keys', 'public_key'],
  ['race_seeds', 'race_number'],
  ['audit_days', 'digest'],
  ['audit_leaves', 'balance'],
  ['audit_subtrees', 'nodes'],
  ['ledger_audits', 'violated'],
]

test.each(APPEND_ONLY)('rejects changes of %s', async (table, column) => {
  for (const statement of [
    `UPDATE ${table} SET ${column} = ${column} WHERE false`,
    `DELETE FROM ${table} WHERE false`,
    `TRUNCATE ${table}`,
  ]) {
    await expect(server.pool.query(statement)).rejects.toMatchObject({
      code: '23001',
      message: `${table} is append-only`,
    })
  }
})

const TRANSACTION = `INSERT INTO transactions
  (user_id, seq, id, type, amount, balance_after, batch_id) VALUES ('${id}'`

test.each([
  ['a balance below zero', 'UPDATE users SET balance = -1'],
  ['a balance above MAX_COINS', 'UPDATE users SET balance = 9007199254740992'],
  [
    'a posting that does not sum to zero',
    'INSERT INTO batches (partition, players, house) VALUES (0, 10, -9)',
  ],
  [
    'a transaction to a balance below zero',
    `${TRANSACTION}, 99, gen_random_uuid(), 'bet', -5000, -1, 1)`,
  ],
  [
    'a second transaction with the same seq',
    `${TRANSACTION}, 1, gen_random_uuid(), 'grant', 1, 1, 1)`,
  ],
  [
    'a second root for an epoch',
    `INSERT INTO fairness_epochs (user_id, epoch, root, published_at)
     VALUES ('${id}', 0, 'another', now())`,
  ],
])('rejects %s', async (_name, statement) => {
  await expect(server.pool.query(statement)).rejects.toMatchObject({
    code: expect.stringMatching(/^235(14|05)$/),
  })
})
