CREATE TABLE "open_rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"nonce" bigint NOT NULL,
	"client_seed_id" bigint NOT NULL,
	"client_seed" text NOT NULL,
	"weaker" boolean NOT NULL,
	"game_type" text NOT NULL,
	"rules_version" smallint NOT NULL,
	"bet" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"staked" bigint NOT NULL,
	"held" bigint NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"acted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "open_rounds_one_a_game" UNIQUE("user_id","game_type"),
	CONSTRAINT "open_rounds_staked" CHECK ("open_rounds"."staked" > 0 AND "open_rounds"."held" >= 0)
);
--> statement-breakpoint
ALTER TABLE "global_stats" ADD COLUMN "jackpot_hundredths" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "global_stats" ADD COLUMN "held" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rounds" ADD COLUMN "actions" jsonb;--> statement-breakpoint
ALTER TABLE "rounds" ADD COLUMN "win_seq" bigint;--> statement-breakpoint
CREATE INDEX "open_rounds_acted_at" ON "open_rounds" USING btree ("acted_at");