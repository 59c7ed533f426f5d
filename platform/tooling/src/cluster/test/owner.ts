import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageDir, ROOT } from '../../paths';
import type { Cluster } from '../start/start-cluster';

export interface OwnersLead {
  email: string;
  mail_status: string | null;
}

interface OwnersFile {
  email: string;
  /** Where it lies. */
  path: string;
}

interface OwnersEnrolment {
  email: string;
  status: string;
  payment_id: string | null;
}

/** What one of the owner's commands prints. @param program `leads` of `npm run leads` */
async function run({ postgresUrl, folder }: Cluster, program: string, command: string): Promise<string> {
  const file = join(packageDir('api'), 'src', 'cli', `${program}.ts`);
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file, command, '--json'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: postgresUrl, DATA_DIR: join(folder, 'commands') },
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
}

/** What `npm run leads -- list --json` says. */
export const ownersLeads = async (cluster: Cluster): Promise<OwnersLead[]> =>
  JSON.parse(await run(cluster, 'leads', 'list')) as OwnersLead[];

/** What `npm run leads -- files --json` says. */
export const ownersFiles = async (cluster: Cluster): Promise<OwnersFile[]> =>
  (await run(cluster, 'leads', 'files'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as OwnersFile);

/** What `npm run enrolments -- list --json` says. */
export const ownersEnrolments = async (cluster: Cluster): Promise<OwnersEnrolment[]> =>
  JSON.parse(await run(cluster, 'enrolments', 'list')) as OwnersEnrolment[];
