CREATE TABLE "race_bets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"race_number" bigint NOT NULL,
	"index" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"horse" smallint NOT NULL,
	"amount" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"payout" bigint DEFAULT 0 NOT NULL,
	"settled_hash" text,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "race_bets_amount" CHECK ("race_bets"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "race_chains" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "race_chains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_race" bigint NOT NULL,
	"last_race" bigint NOT NULL,
	"end" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "race_chains_firstRace_unique" UNIQUE("first_race")
);
--> statement-breakpoint
CREATE TABLE "race_seeds" (
	"chain_id" integer NOT NULL,
	"race_number" bigint NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "race_seeds_chain_id_race_number_pk" PRIMARY KEY("chain_id","race_number")
);
--> statement-breakpoint
CREATE TABLE "races" (
	"number" bigint PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"chain_id" integer NOT NULL,
	"commitment" text NOT NULL,
	"status" text NOT NULL,
	"epoch" integer NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"opened_at_block" bigint NOT NULL,
	"closed_at" timestamp with time zone,
	"salt_block" jsonb,
	"server_seed" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"order" smallint[],
	"settled_hash" text,
	"over_at" timestamp with time zone,
	"bets" integer DEFAULT 0 NOT NULL,
	"staked" bigint DEFAULT 0 NOT NULL,
	"pools" bigint[] DEFAULT '{0,0,0,0}' NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "races_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE INDEX "race_bets_race" ON "race_bets" USING btree ("race_number","index");--> statement-breakpoint
CREATE INDEX "race_bets_pending" ON "race_bets" USING btree ("race_number") WHERE "race_bets"."status" = 'pending';
--> statement-breakpoint
-- Seeds are made once; what a chain began with is never another.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON race_chains
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON race_seeds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON races
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON race_bets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A race that is over stays as it was, and so do seed and salt once they are shown.
CREATE TRIGGER over_for_good BEFORE UPDATE ON races
  FOR EACH ROW WHEN (
    OLD.status IN ('settled', 'void')
    OR (OLD.number, OLD.id, OLD.chain_id, OLD.commitment, OLD.closes_at)
      IS DISTINCT FROM (NEW.number, NEW.id, NEW.chain_id, NEW.commitment, NEW.closes_at)
    OR OLD.salt_block IS NOT NULL AND OLD.salt_block IS DISTINCT FROM NEW.salt_block
    OR OLD.server_seed IS NOT NULL AND OLD.server_seed IS DISTINCT FROM NEW.server_seed
  ) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A bet is settled once, and nothing else about it ever changes.
CREATE TRIGGER settled_once BEFORE UPDATE ON race_bets
  FOR EACH ROW WHEN (
    OLD.status <> 'pending'
    OR (OLD.id, OLD.race_number, OLD.index, OLD.user_id, OLD.seq, OLD.horse, OLD.amount, OLD.placed_at)
      IS DISTINCT FROM (NEW.id, NEW.race_number, NEW.index, NEW.user_id, NEW.seq, NEW.horse, NEW.amount, NEW.placed_at)
  ) EXECUTE FUNCTION refuse_change();
