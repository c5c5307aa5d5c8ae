CREATE TABLE "stakes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"game_type" text NOT NULL,
	"stake" bigint NOT NULL,
	"reserved" bigint NOT NULL,
	"paid" bigint,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stakes_range" CHECK ("stakes"."stake" > 0 AND "stakes"."reserved" >= "stakes"."stake" AND "stakes"."paid" >= 0)
);
--> statement-breakpoint
CREATE INDEX "stakes_open" ON "stakes" USING btree ("game_type","user_id") WHERE "stakes"."paid" IS NULL;