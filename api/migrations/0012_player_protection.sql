CREATE TABLE "player_limits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"daily_stake" bigint,
	"daily_loss" bigint,
	"pending_daily_stake" bigint,
	"pending_daily_loss" bigint,
	"pending_from" timestamp with time zone,
	"cool_off_until" timestamp with time zone,
	CONSTRAINT "player_limits_positive" CHECK (least("player_limits"."daily_stake", "player_limits"."daily_loss", "player_limits"."pending_daily_stake", "player_limits"."pending_daily_loss") > 0)
);
--> statement-breakpoint
CREATE TABLE "game_pauses" (
	"game_type" text PRIMARY KEY NOT NULL,
	"paused_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "play_day" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "staked_today" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "paid_today" bigint DEFAULT 0 NOT NULL;