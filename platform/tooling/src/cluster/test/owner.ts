import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageDir, ROOT } from '../../paths';
import type { Cluster } from '../start-cluster';

interface OwnersLead {
  id: string;
  email: string;
  mail_status: string | null;
  /** How many came along. */
  files: number;
}

/** What one of the owner's commands prints, `npm run api -- …`. */
async function run({ postgresUrl, folder }: Cluster, ...words: string[]): Promise<string> {
  const file = join(packageDir('api'), 'src', 'cli.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file, ...words, '--json'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: postgresUrl, DATA_DIR: join(folder, 'commands') },
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
}

export const ownersLeads = async (cluster: Cluster): Promise<OwnersLead[]> =>
  JSON.parse(await run(cluster, 'leads', 'list')) as OwnersLead[];

/** Enquiries of an address with a file that the store of uploads has. */
export async function ownersUploads(cluster: Cluster, email: string): Promise<number> {
  const sent = (await ownersLeads(cluster)).filter((lead) => lead.email === email && lead.files > 0);
  for (const { id } of sent) await run(cluster, 'leads', 'show', id, '--files', join(cluster.folder, 'copied'));
  return sent.length;
}

/** Whether the site has heard that somebody paid: then there is a mail about it. */
export async function hasPaid(cluster: Cluster, email: string): Promise<boolean> {
  const mails = JSON.parse(await run(cluster, 'mails', 'list', '--all')) as { form: string | null; email: string }[];
  return mails.some((mail) => mail.form === null && mail.email === email);
}
