CREATE TABLE "receipt_keys" (
	"number" integer PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed_key" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipt_keys_public_key" UNIQUE("public_key")
);
--> statement-breakpoint
ALTER TABLE "kept_answers" ADD COLUMN "seq" bigint;--> statement-breakpoint
-- A key that has signed receipts is never another, nor gone.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
