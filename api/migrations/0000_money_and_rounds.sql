CREATE TABLE "login_failures" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "session" (
	"sid" varchar PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp (6) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"password" text NOT NULL,
	"balance" bigint DEFAULT 1000 NOT NULL,
	"role" text DEFAULT 'player' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"wallet_address" text,
	"wallet_created_at" timestamp with time zone,
	"nonce" bigint DEFAULT 0 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"seat_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "users_balance_range" CHECK ("users"."balance" BETWEEN 0 AND 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "client_seeds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_seeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"seed" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fairness_epochs" (
	"user_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"root" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fairness_epochs_user_id_epoch_pk" PRIMARY KEY("user_id","epoch")
);
--> statement-breakpoint
CREATE TABLE "stream_keys" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lane" smallint NOT NULL,
	"players" bigint DEFAULT 0 NOT NULL,
	"house" bigint DEFAULT 0 NOT NULL,
	"jackpot" bigint DEFAULT 0 NOT NULL,
	"grants" bigint DEFAULT 0 NOT NULL,
	"chain" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batches_sum_to_zero" CHECK ("batches"."players" + "batches"."house" + "batches"."jackpot" + "batches"."grants" + "batches"."chain" = 0)
);
--> statement-breakpoint
CREATE TABLE "global_stats" (
	"id" smallint PRIMARY KEY NOT NULL,
	"house_balance" bigint DEFAULT 0 NOT NULL,
	"jackpot" bigint DEFAULT 0 NOT NULL,
	"grant_balance" bigint DEFAULT 0 NOT NULL,
	"chain_balance" bigint DEFAULT 0 NOT NULL,
	"total_users" bigint DEFAULT 0 NOT NULL,
	"total_bets_placed" bigint DEFAULT 0 NOT NULL,
	"total_amount_wagered" bigint DEFAULT 0 NOT NULL,
	"last_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"digest" uuid NOT NULL,
	"answer" text NOT NULL,
	"balance" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"game_type" text,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"batch_id" bigint NOT NULL,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	"metadata" jsonb,
	CONSTRAINT "transactions_user_id_seq_pk" PRIMARY KEY("user_id","seq"),
	CONSTRAINT "transactions_balance_range" CHECK ("transactions"."balance_after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"nonce" bigint NOT NULL,
	"client_seed_id" bigint NOT NULL,
	"game_type" text NOT NULL,
	"rules_version" smallint NOT NULL,
	"bet" jsonb NOT NULL,
	"outcome" jsonb NOT NULL,
	"stake" bigint NOT NULL,
	"payout" bigint NOT NULL,
	"round_hash" text NOT NULL,
	"settled_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "session_expire" ON "session" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower(normalize("username", NFKC)));--> statement-breakpoint
CREATE INDEX "client_seeds_user" ON "client_seeds" USING btree ("user_id","epoch","id");