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
