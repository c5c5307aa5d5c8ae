CREATE TABLE "anchor_blocks" (
	"anchor_id" integer NOT NULL,
	"block_hash" text NOT NULL,
	"block_number" bigint NOT NULL,
	"block_timestamp" bigint NOT NULL,
	"transaction" text NOT NULL,
	"gas_used" bigint NOT NULL,
	"cost" numeric(78, 0) NOT NULL,
	CONSTRAINT "anchor_blocks_anchor_id_block_hash_pk" PRIMARY KEY("anchor_id","block_hash")
);
--> statement-breakpoint
CREATE TABLE "anchor_leaves" (
	"anchor_id" integer NOT NULL,
	"index" integer NOT NULL,
	"kind" text NOT NULL,
	"player" uuid,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"path" "bytea" NOT NULL,
	CONSTRAINT "anchor_leaves_anchor_id_index_pk" PRIMARY KEY("anchor_id","index")
);
--> statement-breakpoint
CREATE TABLE "anchors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "anchors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"instance_id" integer NOT NULL,
	"contract" text NOT NULL,
	"number" bigint NOT NULL,
	"root" text NOT NULL,
	"leaf_count" integer NOT NULL,
	"outbox_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "anchors_outbox" UNIQUE("outbox_id")
);
--> statement-breakpoint
CREATE INDEX "anchor_leaves_epoch" ON "anchor_leaves" USING btree ("player","number");--> statement-breakpoint
CREATE INDEX "anchor_leaves_house" ON "anchor_leaves" USING btree ("kind","number") WHERE "anchor_leaves"."player" IS NULL;--> statement-breakpoint
CREATE INDEX "anchors_contract" ON "anchors" USING btree ("instance_id","contract","id");--> statement-breakpoint
-- A root that was sent is never another, nor what is under it.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON anchors
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON anchor_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON anchor_blocks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
