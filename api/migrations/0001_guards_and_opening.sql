-- What is written about money and fairness stays as it was written.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON batches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rounds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fairness_epochs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON client_seeds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A bet updates one player and one lane: leave room for it on the same page.
ALTER TABLE users SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
ALTER TABLE global_stats SET (fillfactor = 10);
--> statement-breakpoint
-- The house opens with 100000 coins and a jackpot of 10000, both granted.
INSERT INTO global_stats (id) SELECT lane FROM generate_series(0, 63) AS lane;
--> statement-breakpoint
UPDATE global_stats
  SET house_balance = 100000, jackpot = 10000, grant_balance = -110000
  WHERE id = 0;
--> statement-breakpoint
INSERT INTO batches (lane, house, jackpot, grants)
  VALUES (0, 100000, 10000, -110000);
