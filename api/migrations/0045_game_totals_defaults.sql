ALTER TABLE "game_totals" ALTER COLUMN "rounds" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "bets" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "staked" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "bet_squares" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "largest_bet" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "hits" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "paid" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "paid_squares" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "largest_paid" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "jackpot_tickets" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "jackpot_hits" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "game_totals" ALTER COLUMN "jackpot_paid" SET DEFAULT 0;