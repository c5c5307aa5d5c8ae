import { expect, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { whileDamaged } from '#testing/database/open-transaction.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { ledgerFindings } from './ledger-audit.service.ts'

const server = await openTestServer()
// One player with a grant, a bet and its win: transactions 1, 2 and 3.
const player = await server.newPlayer()
await chooseNextRound(server, player, (draws) => {
  const bet = { betAmount: coins(10), choice: 'heads' } as const
  return coinFlip.start(bet, draws).outcome.payout > 0
})
await flipCoin(player.client, 10)

const BALANCE = "every balance follows from its player's transactions"
const BALANCE_AFTER = 'every balanceAfter follows from the one before'
const DAY =
  "what a player's day has taken and paid is what their last transactions have"
const ACCOUNTS = "the house's accounts follow from the postings"
const ROUND = 'every round took its stakes and paid its payout once'
const OUTCOME =
  'every round has the game of its stake, and paid what its outcome says'
const POT = 'the pot has grown by a hundredth of all that went into spins'
const HELD = 'the house keeps what its open rounds, stakes and races could take'
const POSTING = "a posting's player side is its transactions"
const TOTALS = 'the totals shown are the true ones'
const STAKE =
  'every stake was taken once and brought back what it says, and nothing else did'
const DEPOSIT =
  'every confirmed deposit brought its coins once, and no other any but what the house bears'

const UNKNOWN = 'no bet or win without its round or stake'
const NO_POSTING = 'no transaction without a player or a posting'

/** A lost stake that was a coin flip's. */
const ADD_STAKE = `INSERT INTO stakes (id, user_id, seq, game_type, stake, reserved, paid)
  SELECT id, user_id, seq, 'Sports Bet', 10, 10, 0 FROM transactions WHERE type = 'bet'`

/** A deposit of 5 units at a coin each. */
function addDeposit(coins: number, status = 'confirmed'): string {
  return `INSERT INTO crypto_deposits (id, instance_id, user_id, wallet,
      crypto_type, tx_hash, amount, claimed, block_number, block_hash, coins_per_unit,
      coins, status, confirmed_at)
    SELECT gen_random_uuid(), 1, id, '0x', 'GUMBY', '0x',
      5000000000000000000, 5000000000000000000, 1, '0x', 1, ${coins}, '${status}', now()
    FROM users LIMIT 1`
}

test.each([
  [
    'a balance',
    `UPDATE users SET balance = balance + 1
     RETURNING 'player ' || id || ', balance ' || balance AS named`,
    BALANCE,
  ],
  ["a player's seq", 'UPDATE users SET seq = seq - 1', BALANCE],
  ["a day's stakes", 'UPDATE users SET staked_today = staked_today + 1', DAY],
  ["a day's payouts", 'UPDATE users SET paid_today = paid_today + 1', DAY],
  [
    'a nonce',
    'UPDATE users SET nonce = nonce + 1',
    "a player's rounds count up without a gap",
  ],
  [
    "the house's balance",
    'UPDATE global_stats SET house_balance = 5',
    ACCOUNTS,
  ],
  ['the pot', 'UPDATE global_stats SET jackpot = 5', ACCOUNTS],
  ['the grants', 'UPDATE global_stats SET grant_balance = 5', ACCOUNTS],
  ['no partitions', 'DELETE FROM global_stats', 'all accounts sum to zero'],
  ['the totals', 'UPDATE global_stats SET total_bets_placed = 7', TOTALS],
  ['the count of players', 'UPDATE global_stats SET total_users = 7', TOTALS],
  [
    'the sum of stakes',
    'UPDATE global_stats SET total_amount_wagered = 7',
    TOTALS,
  ],
  [
    'what is held',
    'UPDATE global_stats SET held = held + 1 WHERE id = 0',
    HELD,
  ],
  [
    'the hundredths of the pot',
    'UPDATE global_stats SET jackpot_hundredths = jackpot_hundredths + 1 WHERE id = 0',
    POT,
  ],
  ['a stake', 'UPDATE rounds SET stake = stake + 1', ROUND],
  [
    'a payout',
    `UPDATE rounds SET payout = payout + 1
     RETURNING 'player ' || user_id || ', round ' || id AS named`,
    ROUND,
  ],
  [
    'the bet of a round',
    `UPDATE rounds SET bet = jsonb_set(bet, '{betAmount}', '9')`,
    ROUND,
  ],
  [
    'the id of a bet',
    "UPDATE transactions SET id = gen_random_uuid() WHERE type = 'bet'",
    ROUND,
  ],
  [
    'the type of a bet',
    "UPDATE transactions SET type = 'refund' WHERE type = 'bet'",
    ROUND,
  ],
  [
    'the outcome of a round',
    `UPDATE rounds SET outcome = outcome || '{"payout": 7}'`,
    OUTCOME,
  ],
  ['the game of a round', "UPDATE rounds SET game_type = 'Slots'", OUTCOME],
  ['an amount', 'UPDATE transactions SET amount = amount + 1', POSTING],
  [
    'an amount below its balanceAfter',
    `UPDATE transactions SET amount = amount - 1 WHERE type = 'bet'
     RETURNING 'player ' || user_id || ', transaction ' || seq AS named`,
    BALANCE_AFTER,
  ],
  [
    'a balanceAfter',
    'UPDATE transactions SET balance_after = balance_after + 1 WHERE seq = 2',
    BALANCE_AFTER,
  ],
  [
    'a missing transaction',
    "DELETE FROM transactions WHERE seq = 1 RETURNING 'player ' || user_id AS named",
    BALANCE,
  ],
  [
    'a sum of its transactions',
    "INSERT INTO history_segments SELECT id, '', '', 128, 1, 1000, now(), now() FROM users",
    'what is summed up of histories is what they hold',
  ],
  ['a deposit that brought nothing', addDeposit(5), DEPOSIT],
  [
    'a deposit at another rate',
    addDeposit(7, 'pending'),
    'every deposit brings what its rate says, rounded down, or a coin that was found with it',
  ],
  [
    'a chain account',
    'UPDATE global_stats SET chain_balance = 5 WHERE id = 0',
    'the chain account is out what confirmed deposits brought',
  ],
  [
    'a credit without a deposit',
    "UPDATE transactions SET type = 'deposit'",
    DEPOSIT,
  ],
  ['a stake of a game', ADD_STAKE, STAKE],
  [
    'a stake without its sports bet',
    ADD_STAKE,
    'every sports bet is a stake, and was paid what it says',
  ],
  [
    'a stake of another bet',
    `${ADD_STAKE}; UPDATE stakes SET stake = stake - 1`,
    STAKE,
  ],
  [
    'what a stake is said to have brought',
    `${ADD_STAKE}; UPDATE stakes SET paid = 1`,
    STAKE,
  ],
  [
    'what is reserved for a stake',
    `${ADD_STAKE}; UPDATE stakes SET paid = NULL`,
    HELD,
  ],
  [
    'a refund of no stake',
    "UPDATE transactions SET type = 'refund' WHERE type = 'win'",
    STAKE,
  ],
  ['a bet without a round', 'DELETE FROM rounds', UNKNOWN],
  [
    'a round without its win',
    "UPDATE transactions SET type = 'refund' WHERE type = 'win'",
    UNKNOWN,
  ],
  [
    'a raise of no round',
    `UPDATE transactions SET type = 'raise',
      metadata = '{"roundId": "01890a5d-ac96-774b-bcce-b302099a8057"}' WHERE seq = 1`,
    UNKNOWN,
  ],
  ['no posting', 'DELETE FROM batches', NO_POSTING],
  ['no player', 'DELETE FROM users', NO_POSTING],
  [
    'a posting that does not sum to zero',
    'ALTER TABLE batches DROP CONSTRAINT batches_sum_to_zero; UPDATE batches SET house = house + 1',
    'every posting sums to zero',
  ],
  [
    'a batch',
    'UPDATE batches SET players = players + 1, house = house - 1',
    POSTING,
  ],
])(
  'finds %s that was changed, and names its row',
  async (_what, damage, claim) => {
    await whileDamaged(server.pool, damage, async (db, returned) => {
      const findings = await ledgerFindings(db)
      const broken = findings.filter(({ violations }) => violations > 0)
      const found = broken.find(({ name }) => name === claim)
      expect(broken.map(({ name }) => name)).toContain(claim)
      if (!returned) return
      expect(found).toMatchObject({ violations: 1 })
      expect(found?.rows[0]).toContain(returned.named)
    })
  },
)
