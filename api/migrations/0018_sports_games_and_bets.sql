CREATE TABLE "sports_bets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"game_id" text NOT NULL,
	"team_name" text NOT NULL,
	"bet_amount" bigint NOT NULL,
	"odds" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"payout" bigint,
	"placed_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"tx_hash" text,
	"crypto_amount" numeric,
	"crypto_type" text,
	"market" text NOT NULL,
	"point" double precision,
	"bookmaker" text NOT NULL,
	"priced_at" timestamp with time zone NOT NULL,
	"commence_time" timestamp with time zone NOT NULL,
	"is_live" boolean NOT NULL,
	"confirmed_at" timestamp with time zone,
	"closed_for" text,
	"graded_version" integer DEFAULT 0 NOT NULL,
	"home_score" integer,
	"away_score" integer
);
--> statement-breakpoint
CREATE TABLE "sports_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"game_id" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"home_score" integer,
	"away_score" integer,
	"reason" text NOT NULL,
	"decided_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sports_games" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"home_team" text NOT NULL,
	"away_team" text NOT NULL,
	"commence_time" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"home_score" integer,
	"away_score" integer,
	"bookmakers" jsonb NOT NULL,
	"prices_at" timestamp with time zone NOT NULL,
	"result_version" integer DEFAULT 0 NOT NULL,
	"settled_version" integer DEFAULT 0 NOT NULL,
	"decided_by" text
);
--> statement-breakpoint
CREATE TABLE "sports_seasons" (
	"number" integer PRIMARY KEY NOT NULL,
	"sealed_seed" "bytea" NOT NULL,
	"seed_hash" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"anchored_at" timestamp with time zone NOT NULL,
	"anchor_elapsed" bigint NOT NULL,
	"speed" integer NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "sports_bets_of_player" ON "sports_bets" USING btree ("user_id","placed_at");--> statement-breakpoint
CREATE INDEX "sports_bets_of_game" ON "sports_bets" USING btree ("game_id","graded_version");--> statement-breakpoint
CREATE INDEX "sports_bets_status" ON "sports_bets" USING btree ("status","commence_time");--> statement-breakpoint
CREATE INDEX "sports_decisions_of_game" ON "sports_decisions" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "sports_games_result" ON "sports_games" USING btree ("result_version","commence_time");--> statement-breakpoint
-- What operators decided about money stays as it was decided.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sports_decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
