import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageDir } from '../../paths';
import { freePort } from '../../run/free-port';
import { pgbouncerConf } from '../conf/pgbouncer-conf';
import type { ServiceList } from '../service-list';

const HOLDER = join(packageDir('api'), 'scripts', 'database.ts');

/** Starts the embedded PostgreSQL. @returns its address */
export async function startPostgres(services: ServiceList, folder: string): Promise<string> {
  const port = await freePort();
  const url = new Promise<string>((resolve, reject) => {
    const onLine = (line: string): boolean => {
      const isAddress = line.startsWith('postgres://');
      if (isAddress) resolve(line);
      return !isAddress;
    };
    services
      .start({ name: 'postgresql', args: ['--import', 'tsx', HOLDER, folder, String(port)], onLine })
      .then((service) => service.current.ended.then(() => reject(new Error('PostgreSQL did not start: see its log.'))))
      .catch(reject);
  });
  return url;
}

/** Starts PgBouncer before it. @returns the address that the APIs use */
export async function startPgBouncer(
  services: ServiceList,
  { program, folder, databaseUrl }: { program: string; folder: string; databaseUrl: string },
): Promise<string> {
  const port = await freePort();
  const { ini, users } = pgbouncerConf({ folder, port, databaseUrl });
  await mkdir(folder, { recursive: true });
  // It refuses to be root, and writes its log as somebody else.
  await chmod(folder, 0o777);
  await writeFile(join(folder, 'pgbouncer.ini'), ini);
  await writeFile(join(folder, 'users.txt'), users);
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  await services.start({ name: 'pgbouncer', command: program, args: [...asUser, join(folder, 'pgbouncer.ini')] });
  return Object.assign(new URL(databaseUrl), { port: String(port) }).href;
}
