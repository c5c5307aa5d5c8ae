import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { flipCoin } from '../../testing/flip-coin.ts'
import { openTestHouse } from '../../testing/test-house.ts'
import { ledgerFindings } from './ledger-audit.ts'

const house = await openTestHouse()

test.each([
  ['a balance', 'UPDATE users SET balance = balance + 1'],
  ["a player's seq", 'UPDATE users SET seq = seq - 1'],
  ["a day's stakes", 'UPDATE users SET staked_today = staked_today + 1'],
  ["a day's payouts", 'UPDATE users SET paid_today = paid_today + 1'],
  ['a nonce', 'UPDATE users SET nonce = nonce + 1'],
  ["the house's balance", 'UPDATE global_stats SET house_balance = 5'],
  ['no lanes', 'DELETE FROM global_stats'],
  ['the totals', 'UPDATE global_stats SET total_bets_placed = 7'],
  ['a stake', 'UPDATE rounds SET stake = stake + 1'],
  ['a payout', 'UPDATE rounds SET payout = payout + 1'],
  ['an amount', 'UPDATE transactions SET amount = amount + 1'],
  ['a missing transaction', 'DELETE FROM transactions WHERE seq = 1'],
  [
    'a note of its movements',
    "INSERT INTO transaction_stretches SELECT id, '', '', 128 FROM users",
  ],
  ['a deposit that brought nothing', addDeposit(5)],
  ['a deposit at another rate', addDeposit(7, 'pending')],
  ['a credit without a deposit', "UPDATE transactions SET type = 'deposit'"],
  ['a batch', 'UPDATE batches SET players = players + 1, house = house - 1'],
])('a ledger with %s tampered with is not sound', async (_what, tamper) => {
  const { client } = await house.newPlayer()
  await flipCoin(client, 10)
  const pg = await house.pool.connect()
  try {
    await pg.query('BEGIN')
    await pg.query("SET LOCAL session_replication_role = 'replica'")
    await pg.query(tamper)
    const findings = await ledgerFindings(drizzle(pg))
    expect(findings.some(({ violations }) => violations > 0)).toBe(true)
  } finally {
    await pg.query('ROLLBACK')
    pg.release()
  }
})

/** A deposit of 5 units at a coin each. */
function addDeposit(coins: number, status = 'confirmed'): string {
  return `INSERT INTO crypto_deposits (id, instance_id, user_id, wallet,
      crypto_type, tx_hash, amount, claimed, block_number, block_hash, coins_per_unit,
      coins, status, confirmed_at)
    SELECT gen_random_uuid(), 1, id, '0x', 'GUMBY', '0x',
      5000000000000000000, 5000000000000000000, 1, '0x', 1, ${coins}, '${status}', now()
    FROM users LIMIT 1`
}
