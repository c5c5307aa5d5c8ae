CREATE TABLE "house_samples" (
	"at" timestamp with time zone PRIMARY KEY NOT NULL,
	"house" bigint NOT NULL,
	"held" bigint NOT NULL,
	"jackpot" bigint NOT NULL,
	"bets_placed" bigint NOT NULL,
	"amount_wagered" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_audits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_audits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"violated" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "game_tallies" (
	"game_type" text NOT NULL,
	"is_jackpot" boolean NOT NULL,
	"rounds" bigint NOT NULL,
	"hits" bigint NOT NULL,
	"staked" bigint NOT NULL,
	"paid" bigint NOT NULL,
	"luck" double precision NOT NULL,
	"variance" double precision NOT NULL,
	"largest" double precision NOT NULL,
	CONSTRAINT "game_tallies_game_type_is_jackpot_pk" PRIMARY KEY("game_type","is_jackpot")
);
--> statement-breakpoint
CREATE TABLE "tally_cursors" (
	"source" text PRIMARY KEY NOT NULL,
	"position" jsonb NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sports_totals" (
	"game_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"bets" integer NOT NULL,
	"hits" integer NOT NULL,
	"staked" bigint NOT NULL,
	"paid" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "crypto_deposits_status" ON "crypto_deposits" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "batches_refills" ON "batches" USING btree ("created_at","house") WHERE "batches"."house" > 0 AND "batches"."grants" < 0 AND "batches"."jackpot" = 0;--> statement-breakpoint
CREATE INDEX "rounds_settled_at" ON "rounds" USING btree ("settled_at");
--> statement-breakpoint
-- What audits have found is never another.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_audits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
