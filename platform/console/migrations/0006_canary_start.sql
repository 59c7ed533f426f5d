-- The same release may be a canary twice: its points are told apart by when the canary started, as the registry writes it.
alter table evidence_points add column started_at text not null default '';
--> statement-breakpoint
create index evidence_points_canary on evidence_points (app, version, started_at, at);
