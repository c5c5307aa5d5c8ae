import type { Pool } from 'pg'

/**
 * Logs each step of a race and each settlement of a bet by triggers, so that
 * overwritten states are known.
 */
export async function createJournal(database: Pool): Promise<void> {
  await database.query(`
    CREATE TABLE chaos_steps (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      race bigint NOT NULL, status text NOT NULL, epoch int NOT NULL
    );
    CREATE TABLE chaos_settlings (bet uuid NOT NULL, status text NOT NULL);
    CREATE FUNCTION chaos_note_step() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO chaos_steps (race, status, epoch)
      VALUES (NEW.number, NEW.status, NEW.epoch);
      RETURN NULL;
    END $$;
    CREATE FUNCTION chaos_note_settling() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO chaos_settlings VALUES (NEW.id, NEW.status);
      RETURN NULL;
    END $$;
    CREATE TRIGGER chaos_opening AFTER INSERT ON races
      FOR EACH ROW EXECUTE FUNCTION chaos_note_step();
    CREATE TRIGGER chaos_step AFTER UPDATE ON races FOR EACH ROW
      WHEN (OLD.status <> NEW.status OR OLD.epoch <> NEW.epoch)
      EXECUTE FUNCTION chaos_note_step();
    CREATE TRIGGER chaos_settling AFTER UPDATE ON race_bets FOR EACH ROW
      WHEN (OLD.status <> NEW.status OR OLD.payout <> NEW.payout)
      EXECUTE FUNCTION chaos_note_settling();
    CREATE TRIGGER chaos_settling AFTER UPDATE ON sports_bets FOR EACH ROW
      WHEN (OLD.status <> NEW.status OR OLD.payout IS DISTINCT FROM NEW.payout)
      EXECUTE FUNCTION chaos_note_settling();`)
}

/** Selects bets that were settled more than once. */
export const SETTLED_TWICE =
  'SELECT FROM chaos_settlings GROUP BY bet HAVING count(*) > 1'
