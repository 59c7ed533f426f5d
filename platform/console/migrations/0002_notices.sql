-- What a chat was told, so that nothing is said twice.
create table notices (
  key text primary key,
  text text not null,
  is_urgent boolean not null,
  made_at timestamptz not null default now(),
  -- Claimed before it is sent: of two consoles one sends it.
  sent_at timestamptz
);
