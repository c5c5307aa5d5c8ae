CREATE TABLE "referral_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_visits" (
	"referral_code" text NOT NULL,
	"visitor" "bytea" NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "referral_visits_referral_code_visitor_pk" PRIMARY KEY("referral_code","visitor")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referral_code" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_click_at" timestamp with time zone,
	"referrer_address" text,
	"metadata" jsonb,
	CONSTRAINT "referrals_code_key" UNIQUE("referral_code"),
	CONSTRAINT "referrals_clicks" CHECK ("referrals"."clicks" >= 0)
);
--> statement-breakpoint
CREATE INDEX "referral_visits_day" ON "referral_visits" USING btree ("day");