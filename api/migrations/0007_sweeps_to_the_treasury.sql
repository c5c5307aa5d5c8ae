CREATE TABLE "sweep_attempts" (
	"hash" text PRIMARY KEY NOT NULL,
	"move_id" bigint NOT NULL,
	"raw" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"max_fee_per_gas" numeric(78, 0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78, 0) NOT NULL,
	"signed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sweep_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sweep_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sweep_id" integer NOT NULL,
	"instance_id" integer NOT NULL,
	"wallet" text NOT NULL,
	"asset" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"status" text DEFAULT 'planned' NOT NULL,
	"problem" text,
	"funding_id" bigint,
	"nonce" integer,
	"gas" bigint,
	"tx_hash" text,
	"block_number" bigint,
	"block_hash" text,
	"fee" numeric(78, 0),
	"has_succeeded" boolean,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sweep_moves_of_sweep" UNIQUE("sweep_id","wallet","asset"),
	CONSTRAINT "sweep_moves_nonce" UNIQUE("instance_id","wallet","nonce")
);
--> statement-breakpoint
CREATE TABLE "sweeps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sweeps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"instance_id" integer NOT NULL,
	"treasury" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "sweep_attempts_move" ON "sweep_attempts" USING btree ("move_id");--> statement-breakpoint
CREATE INDEX "sweep_moves_open" ON "sweep_moves" USING btree ("instance_id") WHERE "sweep_moves"."status" IN ('planned', 'sent', 'mined');--> statement-breakpoint
CREATE INDEX "sweep_moves_block" ON "sweep_moves" USING btree ("instance_id","block_number");--> statement-breakpoint
CREATE UNIQUE INDEX "sweeps_one_at_a_time" ON "sweeps" USING btree ("instance_id") WHERE "sweeps"."done_at" IS NULL;--> statement-breakpoint
CREATE INDEX "outbox_transactions_paid" ON "outbox_transactions" USING btree ("instance_id","to") WHERE "outbox_transactions"."value" > 0;