import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../paths';

interface PgBouncerPlaces {
  folder: string;
  port: number;
  /** PostgreSQL itself, as `DATABASE_URL` names it. */
  databaseUrl: string;
}

/** The shipped configuration for another place, and the file of who may come in. */
export function pgbouncerConf({ folder, port, databaseUrl }: PgBouncerPlaces): { ini: string; users: string } {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const values: Record<string, string> = {
    listen_port: String(port),
    auth_file: join(folder, 'users.txt'),
    logfile: join(folder, 'pgbouncer.log'),
    pidfile: join(folder, 'pgbouncer.pid'),
  };
  const shipped = readFileSync(join(ROOT, 'deploy', 'vm', 'pgbouncer', 'pgbouncer.ini'), 'utf8');
  const ini = Object.entries(values)
    .reduce((text, [name, value]) => text.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`), shipped)
    .replace(/^site = .*$/m, `${pathname.slice(1)} = host=${hostname} port=${databasePort}`);
  return { ini, users: `"${username}" "${password}"\n` };
}
