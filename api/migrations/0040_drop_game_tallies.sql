DROP TABLE "game_tallies" CASCADE;--> statement-breakpoint
DROP TABLE "tally_cursors" CASCADE;