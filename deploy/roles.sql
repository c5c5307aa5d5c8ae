-- Separates the roles of PostgreSQL: migrations own the tables, the API and the
-- indexer own none of them, and so can't disable the triggers of append-only
-- tables. May be repeated. npm run migrate runs it after the migrations, and sets
-- the passwords of these URLs, if it has one of the last two:
--
--   DATABASE_URL           a superuser, which owns the tables
--   API_DATABASE_URL       casino_api: DATABASE_URL of the API and of commands
--   INDEXER_DATABASE_URL   casino_indexer: DATABASE_URL of the indexer

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

-- Drops what the indexer stored as another role and could not replace: it reads
-- the chain again. Stop it first.
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT nspname FROM pg_namespace
    WHERE nspname ~ '^(indexer_|ponder_sync$)' AND nspowner <> 'casino_indexer'::regrole
  LOOP
    EXECUTE format('DROP SCHEMA %I CASCADE', name);
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA public, drizzle TO casino_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO casino_api;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO casino_api;
GRANT SELECT ON drizzle.__drizzle_migrations TO casino_api;

-- Tables of later migrations, and of later generations of the indexer.
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO casino_api;
ALTER DEFAULT PRIVILEGES IN SCHEMA public
  GRANT USAGE, SELECT ON SEQUENCES TO casino_api;
ALTER DEFAULT PRIVILEGES FOR ROLE casino_indexer
  GRANT USAGE ON SCHEMAS TO casino_api;
ALTER DEFAULT PRIVILEGES FOR ROLE casino_indexer
  GRANT SELECT ON TABLES TO casino_api;
