ALTER TABLE "audit_days" ALTER COLUMN "entries" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_days" ADD COLUMN "version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_days" ADD COLUMN "jackpot" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_leaves" ADD COLUMN "staked" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_leaves" ADD COLUMN "log" text;