CREATE TABLE "seed_lineages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"first_epoch" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text,
	CONSTRAINT "seed_lineages_first_epoch" UNIQUE("first_epoch")
);
--> statement-breakpoint
CREATE TABLE "lost_anchors" (
	"instance_id" integer NOT NULL,
	"contract" text NOT NULL,
	"next_number" bigint NOT NULL,
	CONSTRAINT "lost_anchors_instance_id_contract_pk" PRIMARY KEY("instance_id","contract")
);
--> statement-breakpoint
INSERT INTO "seed_lineages" ("first_epoch") VALUES (0);
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seed_lineages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "stream_keys" ADD COLUMN "from_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stream_keys" ALTER COLUMN "from_epoch" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "stream_keys" DROP CONSTRAINT "stream_keys_pkey";--> statement-breakpoint
ALTER TABLE "stream_keys" ADD CONSTRAINT "stream_keys_user_id_from_epoch_pk" PRIMARY KEY("user_id","from_epoch");
