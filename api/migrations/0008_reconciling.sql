CREATE TABLE "deposit_gaps" (
	"instance_id" integer NOT NULL,
	"wallet" text NOT NULL,
	"crypto_type" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"block_number" bigint NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_gaps_instance_id_wallet_crypto_type_pk" PRIMARY KEY("instance_id","wallet","crypto_type")
);
--> statement-breakpoint
CREATE TABLE "token_log_cursors" (
	"instance_id" integer PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL
);
