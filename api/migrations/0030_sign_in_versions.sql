CREATE TABLE "security_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"wallet" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sign_in_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "security_notices_user" ON "security_notices" USING btree ("user_id","id");--> statement-breakpoint
DROP TRIGGER refuse_frozen ON session;
--> statement-breakpoint
DROP FUNCTION refuse_frozen();
--> statement-breakpoint
-- Refuses the session of a sign-in that was overtaken: the account was frozen or
-- closed, or a way in was replaced, after the sign-in was checked. FOR SHARE
-- waits for the transaction that does so, and then checks what it has written.
CREATE FUNCTION refuse_overtaken_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.sess->>'userId' IS NOT NULL THEN
    PERFORM FROM users
      WHERE id = (NEW.sess->>'userId')::uuid
        AND sign_in_version = (NEW.sess->>'signInVersion')::integer
        AND frozen_at IS NULL AND closed_at IS NULL
      FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The sign-in of % was overtaken', NEW.sess->>'userId'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'session_sign_in_current';
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_overtaken_sign_in BEFORE INSERT OR UPDATE ON session
  FOR EACH ROW EXECUTE FUNCTION refuse_overtaken_sign_in();
