-- How the evidence about a canary grew; the store keeps its newest figures only.
create table evidence_points (
  app text not null,
  version text not null,
  at timestamptz not null default now(),
  percent real not null,
  networks_canary integer not null,
  networks_live integer not null,
  failed real not null,
  lcp real not null,
  inp real not null,
  primary key (app, version, at)
);
