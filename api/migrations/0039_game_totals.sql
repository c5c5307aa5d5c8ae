CREATE TABLE "game_totals" (
	"partition" smallint NOT NULL,
	"game_type" text NOT NULL,
	"rounds" bigint NOT NULL,
	"bets" bigint NOT NULL,
	"staked" bigint NOT NULL,
	"bet_squares" double precision NOT NULL,
	"largest_bet" bigint NOT NULL,
	"hits" bigint NOT NULL,
	"paid" bigint NOT NULL,
	"paid_squares" double precision NOT NULL,
	"largest_paid" bigint NOT NULL,
	"jackpot_tickets" bigint NOT NULL,
	"jackpot_hits" bigint NOT NULL,
	"jackpot_paid" bigint NOT NULL,
	CONSTRAINT "game_totals_partition_game_type_pk" PRIMARY KEY("partition","game_type")
);
--> statement-breakpoint
ALTER TABLE "races" ADD COLUMN "paid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
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
