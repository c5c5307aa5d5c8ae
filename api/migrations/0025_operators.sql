CREATE TABLE "operator_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "operator_tokens_hash" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "frozen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "frozen_reason" text;--> statement-breakpoint
CREATE INDEX "operator_actions_target" ON "operator_actions" USING btree ("target","id");--> statement-breakpoint
CREATE INDEX "operator_actions_actor" ON "operator_actions" USING btree ("actor_id") WHERE "operator_actions"."actor_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_frozen_for_a_reason" CHECK (("users"."frozen_at" IS NULL) = ("users"."frozen_reason" IS NULL));
--> statement-breakpoint
-- What operators did is never another.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A sign-in that was under way while the account was frozen starts no session:
-- it waits for the freezing transaction, and then sees what that has written.
CREATE FUNCTION refuse_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE frozen timestamptz;
BEGIN
  IF NEW.sess->>'userId' IS NOT NULL THEN
    SELECT frozen_at INTO frozen FROM users
      WHERE id = (NEW.sess->>'userId')::uuid FOR SHARE;
    IF frozen IS NOT NULL THEN
      RAISE EXCEPTION 'The account % is frozen', NEW.sess->>'userId';
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_frozen BEFORE INSERT OR UPDATE ON session
  FOR EACH ROW EXECUTE FUNCTION refuse_frozen();
