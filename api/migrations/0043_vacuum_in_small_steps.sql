-- Vacuums growing tables after a constant number of new rows. The default, a
-- fifth of the table, means ever longer passes: see docs/decisions/0045.
ALTER TABLE transactions SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);
--> statement-breakpoint
ALTER TABLE rounds SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);
--> statement-breakpoint
ALTER TABLE batches SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);
--> statement-breakpoint
-- Answers live for a day: their places are free again after a twentieth of it.
ALTER TABLE kept_answers SET (autovacuum_vacuum_scale_factor = 0.05);
