-- Races from before were run by version 1 of the rules.
ALTER TABLE "races" ADD COLUMN "rules_version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "races" ALTER COLUMN "rules_version" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "races" ADD COLUMN "salt_chain" jsonb;--> statement-breakpoint
ALTER TABLE "races" ADD COLUMN "head" jsonb;--> statement-breakpoint
ALTER TABLE "races" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "races" DROP COLUMN "opened_at_block";
--> statement-breakpoint
DROP TRIGGER over_for_good ON races;
--> statement-breakpoint
-- A race that is over stays as it was, and so does all that is published or
-- decided before: the head that was read first, why it is void, seed and salt.
CREATE TRIGGER over_for_good BEFORE UPDATE ON races
  FOR EACH ROW WHEN (
    OLD.status IN ('settled', 'void')
    OR (OLD.number, OLD.id, OLD.chain_id, OLD.commitment, OLD.rules_version, OLD.salt_chain, OLD.closes_at)
      IS DISTINCT FROM (NEW.number, NEW.id, NEW.chain_id, NEW.commitment, NEW.rules_version, NEW.salt_chain, NEW.closes_at)
    OR OLD.head IS NOT NULL AND OLD.head IS DISTINCT FROM NEW.head
    OR OLD.void_reason IS NOT NULL AND OLD.void_reason IS DISTINCT FROM NEW.void_reason
    OR OLD.salt_block IS NOT NULL AND OLD.salt_block IS DISTINCT FROM NEW.salt_block
    OR OLD.server_seed IS NOT NULL AND OLD.server_seed IS DISTINCT FROM NEW.server_seed
  ) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "races" ADD CONSTRAINT "races_void_or_salted" CHECK (rules_version = 1 OR salt_block IS NULL OR (head IS NOT NULL AND void_reason IS NULL));
