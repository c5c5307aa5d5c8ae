import { MOST_WINNING_TICKETS } from '#core/games/slots/slots.ts'
import { betCommit } from './bet-commit.ts'
import { WITHOUT_EVENT } from './commit-statement.ts'
import type { DecidedMove } from './moves.ts'

/** Writes rounds, open and finished, and adds finished ones to their game's totals. */
export const commitRounds = betCommit<DecidedMove>({
  ...WITHOUT_EVENT,
  name: 'commit_rounds',
  columns: {
    nonce: ['int8', ({ round }) => round.nonce],
    client_seed_id: ['int8', ({ round }) => round.clientSeed.id],
    rules_version: ['int2', ({ round }) => round.game.rulesVersion],
    round_hash: ['text', ({ roundHash }) => roundHash ?? 'NULL'],
    bet: ['jsonb', ({ bet }) => bet],
    outcome: ['jsonb', ({ outcome }) => outcome],
  },
  reservedChange: "coalesce(sum((hand->>'reservedChange')::int8), 0)",
  writtenRows: `
kept_rounds AS (
  INSERT INTO rounds (id, user_id, seq, nonce, client_seed_id, game_type,
    rules_version, bet, actions, outcome, stake, payout, win_seq, round_hash)
  SELECT id, user_id,
    CASE step WHEN 0 THEN seq
      ELSE (SELECT seq FROM open_rounds WHERE open_rounds.id = committed_bets.id) END,
    nonce, client_seed_id, game_type, rules_version, bet, hand->'actions', outcome,
    coalesce((hand->>'staked')::int8, stake), payout,
    CASE WHEN step > 0 AND payout > 0 THEN seq + (stake > 0)::int END, round_hash
  FROM committed_bets WHERE round_hash IS NOT NULL
),
game_total AS (
  UPDATE game_totals AS total SET rounds = total.rounds + finished.rounds,
    bets = total.bets + finished.bets, staked = total.staked + finished.staked,
    bet_squares = total.bet_squares + finished.bet_squares,
    largest_bet = greatest(total.largest_bet, finished.largest_bet),
    hits = total.hits + finished.hits, paid = total.paid + finished.paid,
    paid_squares = total.paid_squares + finished.paid_squares,
    largest_paid = greatest(total.largest_paid, finished.largest_paid),
    jackpot_tickets = total.jackpot_tickets + finished.jackpot_tickets,
    jackpot_hits = total.jackpot_hits + finished.jackpot_hits,
    jackpot_paid = total.jackpot_paid + finished.jackpot_paid
  FROM (
    SELECT game_type, count(*) AS rounds, sum(bet) AS bets, sum(staked) AS staked,
      sum(bet::float8 * bet) AS bet_squares, max(bet) AS largest_bet,
      count(*) FILTER (WHERE paid > 0) AS hits, sum(paid) AS paid,
      sum(paid::float8 * paid) AS paid_squares, max(paid) AS largest_paid,
      sum(least(bet, ${MOST_WINNING_TICKETS})) AS jackpot_tickets,
      count(*) FILTER (WHERE is_jackpot) AS jackpot_hits, sum(payout - paid) AS jackpot_paid
    FROM partition, (
      SELECT *, CASE WHEN is_jackpot THEN 0 ELSE payout END AS paid FROM (
        SELECT game_type, payout,
          CASE WHEN hand IS NULL THEN stake ELSE (bet->>'betAmount')::int8 END AS bet,
          coalesce((hand->>'staked')::int8, stake) AS staked,
          $2::int8 > 0 AND hand->'actions' IS NOT NULL AS is_jackpot
        FROM committed_bets WHERE round_hash IS NOT NULL
      ) AS round
    ) AS finished
    GROUP BY game_type
  ) AS finished
  WHERE total.partition = $1::int2 AND total.game_type = finished.game_type
),
opened AS (
  INSERT INTO open_rounds (id, user_id, seq, nonce, client_seed_id, client_seed, weaker,
    game_type, rules_version, bet, actions, staked, held)
  SELECT id, user_id, seq, nonce, client_seed_id, hand->>'clientSeed',
    (hand->>'weaker')::bool, game_type, rules_version, bet, hand->'actions',
    (hand->>'staked')::int8, (hand->>'reserved')::int8
  FROM committed_bets WHERE round_hash IS NULL
  ON CONFLICT (id) DO UPDATE SET actions = excluded.actions,
    staked = excluded.staked, held = excluded.held, acted_at = now()
),
closed AS (
  DELETE FROM open_rounds WHERE id IN (
    SELECT id FROM committed_bets WHERE step > 0 AND round_hash IS NOT NULL)
),`,
})
