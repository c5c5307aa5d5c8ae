import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Accounts that players' coins move from and to. */
type Account = 'house' | 'grants' | 'chain'

type Posting = {
  id?: string
  type: string
  amount: number
  /** Changes of the other accounts; together they are the amount, negated. */
  from: Partial<Record<Account, number>>
  game?: string
  metadata?: object
}

/** The migration that renamed the column `lane` of postings. */
const PARTITIONS_SINCE = 28

const PLAYER = randomUUID()
const WALLET = `0x${'a'.repeat(40)}`
const HASH = 'b'.repeat(64)
const COIN_WEI = 10n ** 18n

/**
 * Rows as the product of their time wrote them, by the number of the migration
 * after which they are added.
 */
export const EARLIER_ROWS: Record<
  number,
  (client: pg.Client, version: number) => Promise<void>
> = {
  1: async (client, version) => {
    await client.query(
      `INSERT INTO users (id, username, password, balance) VALUES ('${PLAYER}', 'early', '-', 0);
       INSERT INTO client_seeds (user_id, epoch, seed, set_by, set_at) VALUES ('${PLAYER}', 0, 'seed', 'server', now());
       INSERT INTO fairness_epochs VALUES ('${PLAYER}', 0, '${HASH}', now());
       INSERT INTO stream_keys VALUES ('${PLAYER}', '\\x0001');
       INSERT INTO idempotency_keys (user_id, key, digest, answer, balance)
         VALUES ('${PLAYER}', '${randomUUID()}', '${randomUUID()}', '{"balance":', 1000);
       UPDATE global_stats SET total_users = 1 WHERE id = 0`,
    )
    const add = posting(client, version)
    await add({ type: 'grant', amount: 1_000, from: { grants: -1_000 } })
    for (const [nonce, payout] of [20, 0].entries()) {
      await addRound(client, version, { nonce, payout })
    }
  },

  2: async (client, version) => {
    await client.query(
      `INSERT INTO chain_instances (chain_id, genesis_hash, registry) VALUES (97, '0x1', '0x2')`,
    )
    await addDeposit(client, version, { coins: 100, status: 'confirmed' })
    await addDeposit(client, version, {
      coins: 0,
      status: 'rejected',
      reason: 'Below the minimum of 0.001 tBNB',
    })
  },

  6: async (client, version) => {
    // The player had spent 10 of its 50 coins when it was taken back.
    const id = await addDeposit(client, version, {
      coins: 50,
      status: 'confirmed',
    })
    await posting(
      client,
      version,
    )({
      type: 'reversal',
      amount: -40,
      from: { house: -10, chain: 50 },
      metadata: { depositId: id },
    })
    await client.query(
      `UPDATE crypto_deposits SET status = 'reversed', borne = 10,
         reason = 'The chain undid it, and what was left of its coins was taken back.'
       WHERE id = '${id}'`,
    )
  },

  11: async (client, version) => {
    const id = randomUUID()
    const add = posting(client, version)
    const stake = { type: 'bet', amount: -5, from: { house: 5 } }
    const seq = await add({ ...stake, id, game: 'Hi-Lo' })
    await client.query(
      `INSERT INTO open_rounds (id, user_id, seq, nonce, client_seed_id, client_seed, weaker,
         game_type, rules_version, bet, actions, staked, held)
       VALUES ('${id}', '${PLAYER}', ${seq}, 2, 1, 'seed', true, 'Hi-Lo', 1,
         '{"betAmount": 5}', '[]', 5, 30);
       UPDATE users SET nonce = 3 WHERE id = '${PLAYER}';
       UPDATE global_stats SET held = held + 30 WHERE id = 0`,
    )
    await countBet(client, 5)
  },

  17: async (client, version) => {
    const id = randomUUID()
    const add = posting(client, version)
    const game = 'Horse Race'
    const seq = await add({
      id,
      game,
      type: 'bet',
      amount: -7,
      from: { house: 7 },
    })
    await add({
      game,
      type: 'win',
      amount: 21,
      from: { house: -21 },
      metadata: { betId: id },
    })
    await client.query(
      `INSERT INTO races (number, id, chain_id, commitment, status, epoch, closes_at,
         opened_at_block, bets, staked, pools, over_at)
       VALUES (1, '${randomUUID()}', 1, '${HASH}', 'settled', 1, now(), 1, 1, 7, '{21,0,0,0}', now());
       INSERT INTO race_bets (id, race_number, index, user_id, seq, horse, amount, status, payout, settled_at)
       VALUES ('${id}', 1, 0, '${PLAYER}', ${seq}, 1, 7, 'won', 21, now())`,
    )
    await countBet(client, 7)
  },

  18: async (client, version) => {
    const id = randomUUID()
    const add = posting(client, version)
    const game = 'Sports Bet'
    const seq = await add({
      id,
      game,
      type: 'bet',
      amount: -9,
      from: { house: 9 },
    })
    await client.query(
      `INSERT INTO stakes (id, user_id, seq, game_type, stake, reserved)
       VALUES ('${id}', '${PLAYER}', ${seq}, '${game}', 9, 18);
       INSERT INTO sports_games (id, source, home_team, away_team, commence_time, status, bookmakers, prices_at)
       VALUES ('game', 'simulated', 'Boston Celtics', 'Miami Heat', now(), 'upcoming', '[]', now());
       INSERT INTO sports_bets (id, user_id, game_id, team_name, bet_amount, odds, placed_at,
         market, bookmaker, priced_at, commence_time, is_live)
       VALUES ('${id}', '${PLAYER}', 'game', 'Boston Celtics', 9, 100, now(), 'h2h', 'House', now(), now(), false);
       UPDATE global_stats SET held = held + 18 WHERE id = 0`,
    )
    await countBet(client, 9)
  },

  39: async (client, version) => {
    await addRound(client, version, { nonce: 3, payout: 30 })
    await client.query(
      `INSERT INTO game_totals (partition, game_type, rounds, bets, staked, paid)
       VALUES (1, 'Coin Flip', 1, 10, 10, 30)`,
    )
  },
}

/** Returns a function that posts to the player. @returns its seq */
function posting(client: pg.Client, version: number) {
  const partition = version < PARTITIONS_SINCE ? 'lane' : '"partition"'
  return async (move: Posting): Promise<number> => {
    const { amount, game = null, id = randomUUID(), metadata, type } = move
    const { house = 0, grants = 0, chain = 0 } = move.from
    const { rows } = await client.query<{ seq: number }>(
      `WITH posting AS (
         INSERT INTO batches (${partition}, players, house, grants, chain)
         VALUES (0, $1, $2, $3, $4) RETURNING id
       ), accounts AS (
         UPDATE global_stats SET house_balance = house_balance + $2,
           grant_balance = grant_balance + $3, chain_balance = chain_balance + $4
         WHERE id = 0
       ), player AS (
         UPDATE users SET balance = balance + $1, seq = seq + 1 WHERE id = '${PLAYER}'
         RETURNING balance, seq
       )
       INSERT INTO transactions (user_id, seq, id, type, game_type, amount, balance_after, batch_id, metadata)
       SELECT '${PLAYER}', seq, $5, $6, $7, $1, balance, posting.id, $8 FROM player, posting
       RETURNING seq`,
      [amount, house, grants, chain, id, type, game, metadata],
    )
    return Number(rows[0]?.seq)
  }
}

async function addRound(
  client: pg.Client,
  version: number,
  { nonce, payout }: { nonce: number; payout: number },
): Promise<void> {
  const add = posting(client, version)
  const [id, game] = [randomUUID(), 'Coin Flip']
  const seq = await add({
    id,
    game,
    type: 'bet',
    amount: -10,
    from: { house: 10 },
  })
  if (payout > 0) {
    await add({ game, type: 'win', amount: payout, from: { house: -payout } })
  }
  await client.query(
    `INSERT INTO rounds (id, user_id, seq, nonce, client_seed_id, game_type, rules_version,
       bet, outcome, stake, payout, round_hash)
     VALUES ($1, '${PLAYER}', $2, $3, 1, '${game}', 1,
       '{"betAmount": 10, "choice": "heads"}', $4, 10, $5, '${HASH}')`,
    [id, seq, nonce, { payout }, payout],
  )
  await client.query(
    `UPDATE users SET nonce = nonce + 1 WHERE id = '${PLAYER}'`,
  )
  await countBet(client, 10)
}

/** @returns the deposit's id */
async function addDeposit(
  client: pg.Client,
  version: number,
  deposit: { coins: number; status: string; reason?: string },
): Promise<string> {
  const { coins, reason, status } = deposit
  const id = randomUUID()
  const amount = String(BigInt(Math.max(coins, 1)) * COIN_WEI)
  await client.query(
    `INSERT INTO crypto_deposits (id, instance_id, user_id, wallet, crypto_type, tx_hash,
       amount, block_number, block_hash, confirmations, coins_per_unit, coins, status, reason, confirmed_at)
     VALUES ($1::uuid, 1, '${PLAYER}', '${WALLET}', 'tBNB', $1::uuid::text, $2, 7, '0x7', 6, 1, $3, $4, $5, now())`,
    [id, amount, coins, status, reason],
  )
  if (coins > 0) {
    const metadata = { depositId: id }
    const from = { chain: -coins }
    await posting(
      client,
      version,
    )({ type: 'deposit', amount: coins, from, metadata })
  }
  return id
}

function countBet(client: pg.Client, stake: number) {
  return client.query(
    `UPDATE global_stats SET total_bets_placed = total_bets_placed + 1,
       total_amount_wagered = total_amount_wagered + $1 WHERE id = 0`,
    [stake],
  )
}
