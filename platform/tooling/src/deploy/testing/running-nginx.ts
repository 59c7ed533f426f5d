import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebian } from '../../run/find-program';
import { freePort } from '../../run/spawn';
import { siteDefinition } from '../../site/definition';
import { nginxConf } from '../../trial/nginx-conf';
import { findPrograms } from '../../trial/service-list';
import { machineFiles, upstreams } from '../machine-files';
import { type Process, planDeployment } from '../plan';

export interface RunningNginx {
  /** Origin for visitors. */
  origin: string;
  /** Origin of the APIs for composers. */
  apiOrigin: string;
  stop(): Promise<void>;
}

/** Path of nginx. @throws with instructions, when it is missing and cannot be installed */
export function findNginx(): string {
  const find = () => findPrograms(() => {}).nginx ?? '';
  try {
    return find();
  } catch {
    installDebian('nginx', ['nginx']);
    return find();
  }
}

const answers = async (url: string): Promise<boolean> => (await fetch(url).catch(() => undefined)) !== undefined;

/** Starts nginx with the shipped configuration for servers on these ports. @throws with its output when it ends at once */
export async function runNginx(composers: readonly number[], apis: readonly number[]): Promise<RunningNginx> {
  // A folder may have such a name.
  const folder = mkdtempSync(join(tmpdir(), 'nginx of "a b"; #'));
  mkdirSync(join(folder, 'cache'));
  const [port, apiPort] = [await freePort(), await freePort()];
  const [file, log] = [join(folder, 'nginx.conf'), join(folder, 'error.log')];
  const plan = planDeployment(await siteDefinition());
  const { 'vm/nginx/site.conf': site = '' } = machineFiles(plan);
  const servers = ({ name }: Process) => (name === 'composer' ? composers : apis).map((each) => `127.0.0.1:${each}`);
  const files = {
    'vm/nginx/site.conf': site.replaceAll('127.0.0.1:3190', `127.0.0.1:${apiPort}`),
    'vm/nginx/upstreams.conf': upstreams({ ...plan, staff: [] }, '', servers),
  };
  writeFileSync(
    file,
    nginxConf({ folder, port, files }).replace('error_log stderr', `error_log ${JSON.stringify(log)}`),
  );
  const nginx = spawn(findNginx(), ['-c', file, '-p', folder, '-e', log], { stdio: 'ignore' });
  const ended = new Promise((resolve) => nginx.once('exit', resolve));
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(`${origin}/metrics`))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(log, 'utf8')}`);
  }
  return {
    origin,
    apiOrigin: `http://127.0.0.1:${apiPort}`,
    async stop() {
      nginx.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
