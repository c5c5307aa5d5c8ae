CREATE TABLE "site_settings" (
	"setting" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
