-- Creates Barman's role. Run as a superuser, in the database that casino.conf
-- names: privileges on functions hold for one database.
--
--   psql "$DATABASE_URL" -f deploy/backup/role.sql -c '\password barman'

CREATE ROLE barman LOGIN;
GRANT pg_read_all_settings, pg_read_all_stats TO barman;
GRANT EXECUTE ON FUNCTION
  pg_backup_start(text, boolean),
  pg_backup_stop(boolean),
  pg_create_restore_point(text),
  pg_switch_wal()
TO barman;
