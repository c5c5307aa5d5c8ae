import { expect, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { whileDamaged } from '#testing/database/open-transaction.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { type CLAIMS, checkClaims } from './ledger-audit.service.ts'

const server = await openTestServer()
// Transactions 1, 2 and 3 are a grant, a bet and its win.
const player = await server.newPlayer()
await chooseNextRound(server, player, (draws) => {
  const bet = { betAmount: coins(10), choice: 'heads' } as const
  return coinFlip.start(bet, draws).outcome.payout > 0
})
await flipCoin(player.client, 10)

const ADD_STAKE = `INSERT INTO stakes (id, user_id, seq, game_type, stake, reserved, paid)
  SELECT id, user_id, seq, 'Sports Bet', 10, 10, 0 FROM transactions WHERE type = 'bet'`

/** Adds a deposit of 5 units at one coin each. */
function addDeposit(coins: number, status = 'confirmed'): string {
  return `INSERT INTO crypto_deposits (id, instance_id, user_id, wallet,
      crypto_type, tx_hash, amount, claimed, block_number, block_hash, coins_per_unit,
      coins, status, confirmed_at)
    SELECT gen_random_uuid(), 1, id, '0x', 'GUMBY', '0x',
      5000000000000000000, 5000000000000000000, 1, '0x', 1, ${coins}, '${status}', now()
    FROM users LIMIT 1`
}

const DAMAGES: Readonly<Record<keyof typeof CLAIMS, readonly string[]>> = {
  'all accounts sum to zero': ['DELETE FROM global_stats'],
  'every posting sums to zero': [
    'ALTER TABLE batches DROP CONSTRAINT batches_sum_to_zero; UPDATE batches SET house = house + 1',
  ],
  'the player side of a posting is the sum of its transactions': [
    'UPDATE transactions SET amount = amount + 1',
    'UPDATE batches SET players = players + 1, house = house - 1',
  ],
  'house accounts are the sums of their postings': [
    'UPDATE global_stats SET house_balance = 5',
    'UPDATE global_stats SET jackpot = 5',
    'UPDATE global_stats SET grant_balance = 5',
  ],
  "every balance is the sum of its player's transactions": [
    "UPDATE users SET balance = balance + 1 RETURNING 'player ' || id || ', balance ' || balance AS named",
    'UPDATE users SET seq = seq - 1',
    "DELETE FROM transactions WHERE seq = 1 RETURNING 'player ' || user_id AS named",
  ],
  'daily stakes and payouts are the sums of the last transactions': [
    'UPDATE users SET staked_today = staked_today + 1',
    'UPDATE users SET paid_today = paid_today + 1',
  ],
  'every balanceAfter follows from the previous one': [
    'UPDATE transactions SET balance_after = balance_after + 1 WHERE seq = 2',
    `UPDATE transactions SET amount = amount - 1 WHERE type = 'bet'
     RETURNING 'player ' || user_id || ', transaction ' || seq AS named`,
  ],
  'every transaction has a player and a posting': [
    'DELETE FROM batches',
    'DELETE FROM users',
  ],
  'nonces of a player count up without gaps': [
    'UPDATE users SET nonce = nonce + 1',
  ],
  'every round posted its stakes and payout once': [
    'UPDATE rounds SET stake = stake + 1',
    "UPDATE rounds SET payout = payout + 1 RETURNING 'player ' || user_id || ', round ' || id AS named",
    `UPDATE rounds SET bet = jsonb_set(bet, '{betAmount}', '9')`,
    "UPDATE transactions SET id = gen_random_uuid() WHERE type = 'bet'",
    "UPDATE transactions SET type = 'refund' WHERE type = 'bet'",
  ],
  'every round has the game of its stake and the payout of its outcome': [
    `UPDATE rounds SET outcome = outcome || '{"payout": 7}'`,
    "UPDATE rounds SET game_type = 'Slots'",
  ],
  'every bet and win has a round or stake': [
    'DELETE FROM rounds',
    "UPDATE transactions SET type = 'refund' WHERE type = 'win'",
    `UPDATE transactions SET type = 'raise',
       metadata = '{"roundId": "01890a5d-ac96-774b-bcce-b302099a8057"}' WHERE seq = 1`,
  ],
  'every stake was posted once and paid what it says, and nothing else was': [
    ADD_STAKE,
    `${ADD_STAKE}; UPDATE stakes SET stake = stake - 1`,
    `${ADD_STAKE}; UPDATE stakes SET paid = 1`,
    "UPDATE transactions SET type = 'refund' WHERE type = 'win'",
  ],
  'sums of a race are those of its bets': [
    `INSERT INTO races (number, id, chain_id, commitment, status, epoch, closes_at, rules_version, bets)
     VALUES (1, gen_random_uuid(), 1, '', 'open', 1, now(), 1, 1)`,
  ],
  'reserved coins cover open rounds, stakes and races': [
    'UPDATE global_stats SET held = held + 1 WHERE id = 0',
    `${ADD_STAKE}; UPDATE stakes SET paid = NULL`,
  ],
  'every sports bet has a stake with its payout': [ADD_STAKE],
  'the jackpot grew by its share of all stakes': [
    'UPDATE global_stats SET jackpot_hundredths = jackpot_hundredths + 1 WHERE id = 0',
  ],
  'every confirmed deposit was credited once, and nothing else was': [
    addDeposit(5),
    "UPDATE transactions SET type = 'deposit'",
  ],
  'the chain account equals all confirmed deposits, negative': [
    'UPDATE global_stats SET chain_balance = 5 WHERE id = 0',
  ],
  'every deposit has the coins of its rate, rounded down, or one more if found by balance':
    [addDeposit(7, 'pending')],
  'every weekly prize was paid once, and no other': [
    "UPDATE transactions SET type = 'prize' WHERE type = 'grant'",
    `INSERT INTO leaderboard_prizes (week, winners)
     SELECT '2026-11-16', jsonb_build_array(jsonb_build_object(
       'userId', id, 'coins', 5, 'transactionId', gen_random_uuid())) FROM users LIMIT 1`,
  ],
  'history segments are the sums of their transactions': [
    "INSERT INTO history_segments SELECT id, '', '', 128, 1, 1000, now(), now() FROM users",
  ],
  'displayed totals match the rows': [
    'UPDATE global_stats SET total_bets_placed = 7',
    'UPDATE global_stats SET total_users = 7',
    'UPDATE global_stats SET total_amount_wagered = 7',
  ],
}

const DAMAGED = Object.entries(DAMAGES).flatMap(([claim, damages]) =>
  damages.map((damage) => ({ claim, damage })),
)

test.each(DAMAGED)('detects a violation of "$claim": $damage', async (each) => {
  await whileDamaged(server.pool, each.damage, async (db, returned) => {
    const findings = await checkClaims(db)
    const found = findings.find(({ name }) => name === each.claim)
    expect(found?.violations).toBeGreaterThan(0)
    if (!returned) return
    expect(found?.violations).toBe(1)
    expect(found?.rows[0]).toContain(returned.named)
  })
})
