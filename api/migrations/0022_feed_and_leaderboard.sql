CREATE TABLE "feed_bets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feed_bets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bet_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"game_type" text NOT NULL,
	"stake" bigint NOT NULL,
	"payout" bigint NOT NULL,
	"settled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feed_bets_bet" UNIQUE("bet_id"),
	CONSTRAINT "feed_bets_range" CHECK ("feed_bets"."stake" > 0 AND "feed_bets"."payout" >= 0)
);
--> statement-breakpoint
CREATE TABLE "hidden_names" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hidden_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leaderboard_players" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"is_shown" boolean NOT NULL,
	"joined_seq" bigint NOT NULL,
	"counted_seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leaderboard_weeks" (
	"week" date NOT NULL,
	"user_id" uuid NOT NULL,
	"stake" bigint DEFAULT 0 NOT NULL,
	"payout" bigint DEFAULT 0 NOT NULL,
	"best_bet_id" uuid,
	"best_game_type" text,
	"best_stake" bigint,
	"best_payout" bigint,
	CONSTRAINT "leaderboard_weeks_week_user_id_pk" PRIMARY KEY("week","user_id"),
	CONSTRAINT "leaderboard_weeks_stake" CHECK ("leaderboard_weeks"."stake" >= 0)
);
