CREATE TABLE "kept_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"digest" uuid NOT NULL,
	"answer" text NOT NULL,
	"balance" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- A key becomes an id as in keyedId (api/src/platform/ids.ts). Of a round that
-- was to be replayed there is no text: its key is refused, so it counts once.
INSERT INTO "kept_answers" ("id", "digest", "answer", "balance", "created_at")
SELECT (
    CASE substr(key::text, 15, 1) WHEN '7' THEN substr(key::text, 1, 13)
      ELSE substr(made, 1, 8) || '-' || substr(made, 9, 4) END
    || '-8' || substr(made, 13, 3)
    || '-' || substr('89ab', ((strpos('0123456789abcdef', substr(made, 16, 1)) - 1) & 3) + 1, 1)
    || substr(made, 17, 3) || '-' || substr(made, 20, 12)
  )::uuid,
  CASE WHEN answer IS NULL THEN '00000000-0000-0000-0000-000000000000' ELSE digest END,
  coalesce(answer, ''), balance, created_at
FROM "idempotency_keys", LATERAL (
  SELECT encode(sha256(convert_to(user_id || ' ' || key, 'UTF8')), 'hex') AS made
) AS hashed;
--> statement-breakpoint
DROP TABLE "idempotency_keys" CASCADE;--> statement-breakpoint
CREATE INDEX "kept_answers_created_at" ON "kept_answers" USING btree ("created_at");
