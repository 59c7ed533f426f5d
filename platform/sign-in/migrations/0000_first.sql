create table people (
  id uuid primary key default gen_random_uuid(),
  -- The provider's address, or "invitation".
  issuer text not null,
  subject text not null,
  name text not null,
  email text,
  rights text[] not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (issuer, subject)
);
--> statement-breakpoint
create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  person_id uuid not null references people on delete cascade,
  method text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  authenticated_at timestamptz not null default now(),
  device text not null,
  address text not null,
  -- The provider's tokens, encrypted with a key that only the holder of the session's cookie has.
  tokens bytea,
  renew_at timestamptz
);
--> statement-breakpoint
create index sessions_person on sessions (person_id);
--> statement-breakpoint
create table invitations (
  token_hash bytea primary key,
  name text not null,
  rights text[] not null,
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
--> statement-breakpoint
-- What a sign-in under way must still hold at its end; taken once.
create table attempts (
  token_hash bytea primary key,
  kind text not null,
  data jsonb not null,
  expires_at timestamptz not null
);
--> statement-breakpoint
create table passkeys (
  id text primary key,
  person_id uuid not null references people on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
--> statement-breakpoint
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  address text not null
);
--> statement-breakpoint
create index audit_subject on audit (subject, id desc);
--> statement-breakpoint
create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  raise exception 'The audit may only grow.';
end $$;
--> statement-breakpoint
create trigger audit_only_grows before update or delete on audit for each row execute function refuse_change_of_audit();
--> statement-breakpoint
create trigger audit_is_not_emptied before truncate on audit execute function refuse_change_of_audit();
