CREATE TABLE "process_reports" (
	"process_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"report" jsonb NOT NULL
);
