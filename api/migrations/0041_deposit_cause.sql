ALTER TABLE "crypto_deposits" ADD COLUMN "cause" jsonb;
--> statement-breakpoint
UPDATE crypto_deposits SET cause = CASE
  WHEN reason LIKE 'Below the minimum of %'
    THEN jsonb_build_object('code', 'below_minimum', 'minimum', substr(reason, 22))
  WHEN reason LIKE 'The house does not credit it: %'
    THEN jsonb_build_object('code', 'rejected', 'reason', substr(reason, 31))
  ELSE jsonb_build_object('code', CASE reason
    WHEN 'More than a balance can hold: the operator decides.' THEN 'exceeds_balance'
    WHEN 'It waits: with it the balance would be more than it can hold.' THEN 'no_room'
    WHEN 'The chain shows no such payment.' THEN 'not_on_chain'
    WHEN 'Sent by the house itself: it brings no coins.' THEN 'from_house'
    WHEN 'It was found in your wallet before, and is listed as that.' THEN 'already_found'
    WHEN 'Its token claims a transfer that never reached your wallet.' THEN 'never_received'
    WHEN 'It was one of your payments, which is listed by itself.' THEN 'listed_separately'
    WHEN 'The chain undid it, and its coins were taken back.' THEN 'reversed'
    WHEN 'The chain undid it, and what was left of its coins was taken back.' THEN 'partly_reversed'
    WHEN 'No block has it any more: it was dropped, or another took its place.' THEN 'dropped'
    ELSE 'reorganised'
  END)
END
WHERE reason IS NOT NULL;
