import type { Printed, Question } from './owner-server';

async function ask(asked: Question): Promise<string> {
  const { SITE_OWNER, SITE_DATA: data } = process.env;
  if (!SITE_OWNER) throw new Error('Name the address that runs the commands of the owner in SITE_OWNER.');
  const answer = await fetch(SITE_OWNER, { method: 'POST', body: JSON.stringify({ ...asked, data }) });
  const { code, stdout, stderr } = (await answer.json()) as Printed;
  if (code !== 0) throw new Error(`${JSON.stringify(asked)} ended with ${code}:\n${stderr}`);
  return stdout;
}

/**
 * Runs a command of the owner, such as `npm run api -- leads list`, on the data of the site under test.
 * @returns its standard output
 * @throws with its standard error when its exit code is not 0
 */
export const runAsOwner = (...words: string[]): Promise<string> => ask({ words });

/** Queries the database of the site under test. @throws with the database's message */
export const rowsOf = async <Row>(query: string, ...values: unknown[]): Promise<Row[]> =>
  JSON.parse(await ask({ query, values })) as Row[];
