import type { PoolClient } from 'pg';

/** A table and its columns, in the order in which rows may be put in. */
export interface Table {
  name: string;
  columns: string[];
}

const TABLES = `
  select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
  group by c.table_name order by c.table_name`;

const REFERENCES = `
  select conrelid::regclass::text as from_table, confrelid::regclass::text as to_table
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;

const unquoted = (name: string): string => name.replaceAll('"', '');

/** All tables of the site, those that others refer to first. */
export async function tablesInOrder(client: PoolClient): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const { rows: references } = await client.query<{ from_table: string; to_table: string }>(REFERENCES);
  const waitsFor = new Map(tables.map(({ name }) => [name, new Set<string>()]));
  for (const { from_table, to_table } of references) waitsFor.get(unquoted(from_table))?.add(unquoted(to_table));
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const placed = new Set(ordered.map(({ name }) => name));
    const next = tables.filter(
      ({ name }) => !placed.has(name) && [...(waitsFor.get(name) ?? [])].every((other) => placed.has(other)),
    );
    if (next.length === 0) throw new Error('The tables refer to each other in a circle.');
    ordered.push(...next);
  }
  return ordered;
}
