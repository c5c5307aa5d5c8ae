CREATE TABLE "transaction_stretches" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"game_type" text NOT NULL,
	"last_seq" bigint NOT NULL,
	CONSTRAINT "transaction_stretches_user_id_type_game_type_last_seq_pk" PRIMARY KEY("user_id","type","game_type","last_seq")
);
