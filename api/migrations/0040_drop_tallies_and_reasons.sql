DROP TABLE "game_tallies" CASCADE;--> statement-breakpoint
DROP TABLE "tally_cursors" CASCADE;--> statement-breakpoint
ALTER TABLE "crypto_deposits" DROP COLUMN "reason";