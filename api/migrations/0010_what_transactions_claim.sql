ALTER TABLE "crypto_deposits" DROP CONSTRAINT "crypto_deposits_amount";--> statement-breakpoint
DROP INDEX "crypto_deposits_unattributed";--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD COLUMN "claimed" numeric(78, 0);--> statement-breakpoint
-- Of a payment that was cut to what arrived the chain alone knows more: the audit tells of it.
UPDATE "crypto_deposits" SET "claimed" = "amount" WHERE "tx_hash" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "token_log_cursors" ADD COLUMN "block_hash" text;--> statement-breakpoint
CREATE INDEX "crypto_deposits_blocks" ON "crypto_deposits" USING btree ("instance_id","block_number") WHERE "crypto_deposits"."status" <> 'pending' AND "crypto_deposits"."confirmations" > 0;--> statement-breakpoint
CREATE INDEX "crypto_deposits_created_at" ON "crypto_deposits" USING btree ("instance_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "crypto_deposits_unattributed" ON "crypto_deposits" USING btree ("instance_id","wallet","crypto_type","from_block") WHERE "crypto_deposits"."tx_hash" IS NULL AND "crypto_deposits"."status" <> 'reversed';--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD CONSTRAINT "crypto_deposits_claimed" CHECK (("crypto_deposits"."tx_hash" IS NULL) = ("crypto_deposits"."claimed" IS NULL));--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD CONSTRAINT "crypto_deposits_amount" CHECK ("crypto_deposits"."amount" >= 0);