import { hasCluster } from '@wholepage/database/cluster';
import pg from 'pg';
import { messageOf, StartError } from '../../errors';
import type { Config } from '../../settings/config';
import { requireDatabaseSetting } from '../../settings/production';

const noSite = ({ databaseUrl, dataDir }: Config): StartError => {
  const where = databaseUrl ? 'The database of DATABASE_URL' : `DATA_DIR ${dataDir}`;
  return new StartError(`${where} holds no site; run this with the settings of the site (DATA_DIR or DATABASE_URL).`);
};

/**
 * Sees to it that a command makes no database: a nightly back-up without its settings would go on saving nothing for years.
 * @param mayFill the command fills an empty database, which the settings must name then
 * @throws StartError that names the setting that is missing
 */
export async function requirePlace(config: Config, env: NodeJS.ProcessEnv, mayFill: boolean): Promise<void> {
  requireDatabaseSetting(env);
  if (mayFill && !config.databaseUrl && !env.DATA_DIR)
    throw new StartError('Say where to: set DATA_DIR or DATABASE_URL to an empty place.');
  if (mayFill || config.databaseUrl || (await hasCluster(config.dataDir))) return;
  throw noSite(config);
}

/** @throws StartError when no site has ever started on the database */
export async function requireSite(config: Config, target: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('public.installation') is not null as there",
    );
    // Tables without an installation are what a restore leaves that was refused.
    if (!rows[0]?.there || (await client.query('select 1 from installation')).rows.length === 0) throw noSite(config);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database server cannot be reached (${messageOf(error)}); check DATABASE_URL.`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}
