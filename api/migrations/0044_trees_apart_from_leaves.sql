CREATE TABLE "audit_snapshots" (
	"number" integer NOT NULL,
	"page" integer NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"jackpot" bigint NOT NULL,
	"players" json NOT NULL,
	CONSTRAINT "audit_snapshots_number_page_pk" PRIMARY KEY("number","page")
);
--> statement-breakpoint
CREATE TABLE "audit_subtrees" (
	"number" integer NOT NULL,
	"height" smallint NOT NULL,
	"index" integer NOT NULL,
	"first" "bytea" NOT NULL,
	"nodes" "bytea" NOT NULL,
	CONSTRAINT "audit_subtrees_number_height_index_pk" PRIMARY KEY("number","height","index")
);
--> statement-breakpoint
ALTER TABLE "audit_leaves" ALTER COLUMN "index" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_leaves" ALTER COLUMN "path" DROP NOT NULL;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_subtrees
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
