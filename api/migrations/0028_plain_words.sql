ALTER TABLE "users" RENAME COLUMN "seat_version" TO "snapshot_version";--> statement-breakpoint
ALTER TABLE "crypto_deposits" RENAME COLUMN "borne" TO "absorbed";--> statement-breakpoint
ALTER TABLE "batches" RENAME COLUMN "lane" TO "partition";--> statement-breakpoint
ALTER TABLE "crypto_deposits" DROP CONSTRAINT "crypto_deposits_borne";--> statement-breakpoint
ALTER TABLE "crypto_deposits" ADD CONSTRAINT "crypto_deposits_absorbed" CHECK ("crypto_deposits"."absorbed" >= 0);