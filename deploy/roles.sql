-- Separates the roles of PostgreSQL: migrations own the tables, the API and the
-- indexer own none, and so can't disable the triggers of append-only tables. Run
-- by the superuser that owns the tables, after npm run migrate; may be repeated:
--
--   psql "$DATABASE_URL" -f deploy/roles.sql
--   psql "$DATABASE_URL" -c '\password casino_api' -c '\password casino_indexer'
--
-- Afterwards DATABASE_URL of the API and of commands names casino_api, that of
-- the indexer casino_indexer, and that of npm run migrate the owner. Later
-- migrations grant the API access to their tables by the default privileges.

DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'casino_api') THEN
    CREATE ROLE casino_api LOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'casino_indexer') THEN
    CREATE ROLE casino_indexer LOGIN;
  END IF;
  -- Each generation of the indexer is a schema.
  EXECUTE format('GRANT CREATE ON DATABASE %I TO casino_indexer', current_database());
END $$;

GRANT USAGE ON SCHEMA public, drizzle TO casino_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO casino_api;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO casino_api;
GRANT SELECT ON drizzle.__drizzle_migrations TO casino_api;

ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO casino_api;
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT USAGE, SELECT ON SEQUENCES TO casino_api;
ALTER DEFAULT PRIVILEGES FOR ROLE casino_indexer
  GRANT USAGE ON SCHEMAS TO casino_api;
ALTER DEFAULT PRIVILEGES FOR ROLE casino_indexer
  GRANT SELECT ON TABLES TO casino_api;
