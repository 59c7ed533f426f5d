import { join, resolve } from 'node:path';
import { ROOT } from '../paths';
import { noWords } from '../run/command';
import { sitePort } from '../site/definition';
import { buildApps, buildServers } from '../start/build/build-all';
import { findPrograms } from '../trial/service-list';
import { startCluster } from './start-cluster';

const say = (line: string) => console.log(line);

/** Starts the cluster and stays until a signal stops it. */
async function run(): Promise<void> {
  const programs = findPrograms(say);
  say('Building what changed …');
  await Promise.all([buildApps(say), buildServers()]);
  say('Starting …');
  const folder = resolve(ROOT, process.env.DATA_DIR || 'var', 'cluster');
  const cluster = await startCluster({ folder, port: sitePort(process.env), programs, say });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await cluster.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  say(`Logs, one of each program: ${join(folder, 'logs')}`);
  say(`Site ready at ${cluster.origin}`);
}

/** `wholepage cluster`: what runs in production, on one machine; `cluster test` breaks it while visitors come. */
export async function cluster(words: readonly string[]): Promise<void> {
  if (words[0] !== 'test') {
    noWords(words);
    return run();
  }
  const { testCluster } = await import('./test/test-cluster');
  await testCluster(words.slice(1));
}
