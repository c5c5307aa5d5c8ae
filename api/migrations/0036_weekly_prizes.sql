CREATE TABLE "leaderboard_prizes" (
	"week" date PRIMARY KEY NOT NULL,
	"paid_at" timestamp with time zone DEFAULT now() NOT NULL,
	"winners" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON leaderboard_prizes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
