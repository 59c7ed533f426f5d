-- Which pages hold whose fragments, as composers made them.
create table holds (
  app text not null,
  page text not null,
  of text not null,
  fragment text not null,
  seen_at timestamptz not null,
  primary key (of, fragment, app, page)
);
