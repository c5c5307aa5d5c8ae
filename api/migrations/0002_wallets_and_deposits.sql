CREATE TABLE "crypto_deposits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"instance_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"wallet" text NOT NULL,
	"crypto_type" text NOT NULL,
	"tx_hash" text,
	"ordinal" smallint DEFAULT 0 NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"sender" text,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"from_block" bigint,
	"confirmations" smallint DEFAULT 0 NOT NULL,
	"coins_per_unit" integer NOT NULL,
	"coins" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "crypto_deposits_amount" CHECK ("crypto_deposits"."amount" > 0),
	CONSTRAINT "crypto_deposits_coins" CHECK ("crypto_deposits"."coins" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "crypto_deposits_confirmed" CHECK (("crypto_deposits"."status" = 'confirmed') <= ("crypto_deposits"."confirmed_at" IS NOT NULL AND "crypto_deposits"."coins" > 0)),
	CONSTRAINT "crypto_deposits_traced" CHECK ("crypto_deposits"."tx_hash" IS NOT NULL OR "crypto_deposits"."from_block" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "wallet_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"encrypted_private_key" "bytea" NOT NULL,
	"encryption_iv" "bytea" NOT NULL,
	"wrapped_data_key" "bytea" NOT NULL,
	"key_version" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallet_keys_user" UNIQUE("user_id"),
	CONSTRAINT "wallet_keys_address" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "wallet_registrations" (
	"instance_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"outbox_id" bigint,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallet_registrations_instance_id_user_id_pk" PRIMARY KEY("instance_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "chain_instances" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chain_instances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"chain_id" integer NOT NULL,
	"genesis_hash" text NOT NULL,
	"registry" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chain_instances_key" UNIQUE("chain_id","genesis_hash","registry")
);
--> statement-breakpoint
CREATE TABLE "outbox_attempts" (
	"hash" text PRIMARY KEY NOT NULL,
	"transaction_id" bigint NOT NULL,
	"raw" text NOT NULL,
	"max_fee_per_gas" numeric(78, 0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78, 0) NOT NULL,
	"signed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"instance_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"to" text NOT NULL,
	"data" text NOT NULL,
	"value" numeric(78, 0) DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"sender" text,
	"nonce" integer,
	"gas" bigint,
	"block_number" bigint,
	"block_hash" text,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_transactions_nonce" UNIQUE("instance_id","sender","nonce")
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"owner" uuid NOT NULL,
	"epoch" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_deposits_payment" ON "crypto_deposits" USING btree ("instance_id","tx_hash","wallet","crypto_type","ordinal") WHERE "crypto_deposits"."tx_hash" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_deposits_unattributed" ON "crypto_deposits" USING btree ("instance_id","wallet","crypto_type","from_block") WHERE "crypto_deposits"."tx_hash" IS NULL;--> statement-breakpoint
CREATE INDEX "crypto_deposits_user" ON "crypto_deposits" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "crypto_deposits_pending" ON "crypto_deposits" USING btree ("instance_id","block_number") WHERE "crypto_deposits"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "wallet_registrations_outbox" ON "wallet_registrations" USING btree ("outbox_id");--> statement-breakpoint
CREATE INDEX "outbox_attempts_transaction" ON "outbox_attempts" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "outbox_transactions_status" ON "outbox_transactions" USING btree ("instance_id","status");