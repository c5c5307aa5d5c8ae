-- A new master key seals these secrets again. All other columns stay as they are.
DROP TRIGGER append_only ON race_seeds;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OF chain_id, race_number OR DELETE OR TRUNCATE ON race_seeds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
DROP TRIGGER append_only ON receipt_keys;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OF number, public_key, created_at OR DELETE OR TRUNCATE ON receipt_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
