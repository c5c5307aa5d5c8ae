CREATE TABLE "audit_days" (
	"number" integer PRIMARY KEY NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"root" text NOT NULL,
	"sum" bigint NOT NULL,
	"players" integer NOT NULL,
	"previous" text NOT NULL,
	"count" bigint NOT NULL,
	"first_id" uuid,
	"last_id" uuid,
	"entries" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "audit_days_ended_at" UNIQUE("ended_at")
);
--> statement-breakpoint
CREATE TABLE "audit_leaves" (
	"number" integer NOT NULL,
	"player" uuid NOT NULL,
	"nonce" "bytea" NOT NULL,
	"seq" bigint NOT NULL,
	"balance" bigint NOT NULL,
	"index" integer NOT NULL,
	"path" "bytea" NOT NULL,
	"open_rounds" uuid[] NOT NULL,
	"marks" "bytea" NOT NULL,
	CONSTRAINT "audit_leaves_number_player_pk" PRIMARY KEY("number","player")
);
--> statement-breakpoint
-- What was published of a day is never another, nor what it was made of.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
