CREATE TABLE "game_totals" (
	"partition" smallint NOT NULL,
	"game_type" text NOT NULL,
	"rounds" bigint DEFAULT 0 NOT NULL,
	"bets" bigint DEFAULT 0 NOT NULL,
	"staked" bigint DEFAULT 0 NOT NULL,
	"bet_squares" double precision DEFAULT 0 NOT NULL,
	"largest_bet" bigint DEFAULT 0 NOT NULL,
	"hits" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"paid_squares" double precision DEFAULT 0 NOT NULL,
	"largest_paid" bigint DEFAULT 0 NOT NULL,
	"jackpot_tickets" bigint DEFAULT 0 NOT NULL,
	"jackpot_hits" bigint DEFAULT 0 NOT NULL,
	"jackpot_paid" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "game_totals_partition_game_type_pk" PRIMARY KEY("partition","game_type")
);
--> statement-breakpoint
CREATE TABLE "race_totals" (
	"id" smallint PRIMARY KEY DEFAULT 0 NOT NULL,
	"races" bigint DEFAULT 0 NOT NULL,
	"hits" bigint DEFAULT 0 NOT NULL,
	"staked" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"variance" double precision DEFAULT 0 NOT NULL,
	"largest" double precision DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "rounds_settled_at";--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD COLUMN "cause" jsonb;--> statement-breakpoint
ALTER TABLE "races" ADD COLUMN "paid" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE races DISABLE TRIGGER over_for_good;
--> statement-breakpoint
UPDATE races SET paid = (SELECT coalesce(sum(payout), 0) FROM race_bets WHERE race_number = number);
--> statement-breakpoint
ALTER TABLE races ENABLE TRIGGER over_for_good;
--> statement-breakpoint
INSERT INTO game_totals
SELECT 0, game_type, count(*), sum(bet), sum(stake), sum(bet::float8 * bet), max(bet),
  count(*) FILTER (WHERE paid > 0), sum(paid), sum(paid::float8 * paid), max(paid),
  sum(least(bet, 10000)), count(*) FILTER (WHERE is_jackpot), sum(payout - paid)
FROM (
  SELECT *, CASE WHEN is_jackpot THEN 0 ELSE payout END AS paid FROM (
    SELECT game_type, stake, payout, (bet->>'betAmount')::int8 AS bet,
      game_type = 'Slot Machine' AND actions IS NOT NULL AS is_jackpot
    FROM rounds
  ) AS round
) AS finished
GROUP BY game_type;
--> statement-breakpoint
UPDATE crypto_deposits SET cause = CASE
  WHEN reason LIKE 'Below the minimum of %'
    THEN jsonb_build_object('code', 'below_minimum', 'minimum', substr(reason, 22))
  WHEN reason LIKE 'The house does not credit it: %'
    THEN jsonb_build_object('code', 'rejected', 'reason', substr(reason, 31))
  ELSE jsonb_build_object('code', CASE reason
    WHEN 'More than a balance can hold: the operator decides.' THEN 'exceeds_balance'
    WHEN 'It waits: with it the balance would be more than it can hold.' THEN 'no_room'
    WHEN 'The chain shows no such payment.' THEN 'not_on_chain'
    WHEN 'Sent by the house itself: it brings no coins.' THEN 'from_house'
    WHEN 'It was found in your wallet before, and is listed as that.' THEN 'already_found'
    WHEN 'Its token claims a transfer that never reached your wallet.' THEN 'never_received'
    WHEN 'It was one of your payments, which is listed by itself.' THEN 'listed_separately'
    WHEN 'The chain undid it, and its coins were taken back.' THEN 'reversed'
    WHEN 'The chain undid it, and what was left of its coins was taken back.' THEN 'partly_reversed'
    WHEN 'No block has it any more: it was dropped, or another took its place.' THEN 'dropped'
    ELSE 'reorganised'
  END)
END
WHERE reason IS NOT NULL;
--> statement-breakpoint
INSERT INTO race_totals
SELECT 0, count(*), count(*) FILTER (WHERE paid > 0), coalesce(sum(staked), 0),
  coalesce(sum(paid), 0), coalesce(sum(pool.variance), 0), coalesce(max(pool.largest), 0)
FROM races, LATERAL (
  SELECT var_pop(pool) AS variance,
    greatest(max(pool) - avg(pool), avg(pool) - min(pool)) AS largest
  FROM unnest(races.pools) AS pool
) AS pool
WHERE status = 'settled' AND bets > 0;
--> statement-breakpoint
INSERT INTO sports_totals (game_id, version, bets, hits, staked, paid)
SELECT game.id, game.settled_version, count(bet.id), count(bet.id) FILTER (WHERE bet.payout > 0),
  coalesce(sum(bet.bet_amount), 0), coalesce(sum(bet.payout), 0)
FROM sports_games AS game
LEFT JOIN sports_bets AS bet ON bet.game_id = game.id AND bet.status IN ('won', 'lost')
WHERE game.settled_version > 0
GROUP BY game.id
ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, bets = excluded.bets,
  hits = excluded.hits, staked = excluded.staked, paid = excluded.paid;
