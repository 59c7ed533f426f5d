-- What composers saw, as their digests say. No line of it is of a person.
create table digests (
  name text primary key,
  read_at timestamptz not null default now()
);
create table composers (
  id text primary key,
  host text not null,
  generation integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
create index composers_seen on composers (seen_at);
-- Errors that look alike, whatever release or browser they came from.
create table causes (
  id text primary key,
  app text not null,
  name text not null,
  message text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  first_version text not null,
  total bigint not null default 0,
  -- File, line and column of each frame in the sources, and some lines around the first.
  place jsonb not null,
  expected jsonb
);
create index causes_app on causes (app, last_seen);
create table cause_days (
  cause text not null references causes (id) on delete cascade,
  day date not null,
  version text not null,
  browser text not null,
  phase text not null,
  page text not null,
  count bigint not null,
  verified bigint not null,
  primary key (cause, day, version, browser, phase, page)
);
create table page_days (
  day date not null,
  app text not null,
  version text not null,
  page text not null,
  device text not null,
  visits bigint not null,
  failed bigint not null,
  lcp jsonb not null,
  inp jsonb not null,
  cls jsonb not null,
  primary key (app, day, version, page, device)
);
-- By five minutes, for the last hour's health.
create table health (
  at timestamptz not null,
  app text not null,
  version text not null,
  visits bigint not null,
  failed bigint not null,
  made bigint not null,
  made_failed bigint not null,
  lcp jsonb not null,
  inp jsonb not null,
  primary key (at, app, version)
);
