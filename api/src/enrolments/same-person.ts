import { type SQL, sql } from 'drizzle-orm';

const letters = (text: SQL): SQL => sql`lower(regexp_replace(${text}, '\\s+', '', 'g'))`;
/** Without country code and spaces. */
const digits = (text: SQL): SQL => sql`right(regexp_replace(${text}, '\\D', '', 'g'), 10)`;

/**
 * Whether two rows of `enrolments` are the same person: two of name, e-mail and phone are the same. Whoever corrects a
 * typing error or enrols in a second tab types some of it again.
 * @param a name of one row's table in the query
 * @param b of the other's
 */
export const samePerson = (a: string, b: string): SQL => {
  const column = (table: string, name: string) => sql`${sql.identifier(table)}.${sql.identifier(name)}`;
  const same = (name: string, plain: (text: SQL) => SQL) =>
    sql`(${plain(column(a, name))} = ${plain(column(b, name))})::int`;
  return sql`(${same('email', letters)} + ${same('name', letters)} + ${same('phone', digits)}) >= 2`;
};
