CREATE TABLE "history_segments" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"game_type" text NOT NULL,
	"last_seq" bigint NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "history_segments_user_id_type_game_type_last_seq_pk" PRIMARY KEY("user_id","type","game_type","last_seq")
);
--> statement-breakpoint
DROP TABLE "transaction_stretches" CASCADE;