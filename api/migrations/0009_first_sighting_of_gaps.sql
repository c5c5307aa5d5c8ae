ALTER TABLE "crypto_deposits" DROP CONSTRAINT "crypto_deposits_borne";--> statement-breakpoint
-- What was seen once is seen again at the next two blocks.
DELETE FROM "deposit_gaps";--> statement-breakpoint
ALTER TABLE "deposit_gaps" ADD COLUMN "block_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD CONSTRAINT "crypto_deposits_borne" CHECK ("crypto_deposits"."borne" >= 0);