-- Answers to bets on races and games are stored like all others: up to their balance.
UPDATE "kept_answers" SET "answer" = format(
  '{"transactionId":"%s","raceId":"%s","number":%s,"commitment":"%s","index":%s,"horseId":%s,"amount":%s,"balance":',
  bet."id", race."id", race."number", race."commitment", bet."index", bet."horse", bet."amount")
FROM "race_bets" AS bet JOIN "races" AS race ON race."number" = bet."race_number"
WHERE "kept_answers"."id" = bet."id" AND "kept_answers"."answer" = '';
--> statement-breakpoint
UPDATE "kept_answers" SET "answer" = regexp_replace("answer", '\d+}$', '')
WHERE "answer" ~ '^{"transactionId".*"balance":\d+}$';
