ALTER TABLE "users" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "session_player" ON "session" USING btree (("sess"->>'userId'));