import { storePlace } from 'releases/settings';
import { noWords, runCommand } from '../run/command';
import { stopKept } from '../run/kept-service';
import { buildApps, buildServers } from './build-all';
import { publishAll } from './publish-all';
import { portsOf, requireServicePorts, startServices } from './services';

const say = (line: string) => console.log(line);

async function start(words: readonly string[]): Promise<void> {
  noWords(words);
  const began = performance.now();
  await requireServicePorts(process.env);
  say('Building what changed …');
  await Promise.all([buildApps(say), buildServers()]);
  const remote = /^https?:/.test(process.env.RELEASES_URL ?? '');
  if (!remote) await publishAll(storePlace(), say);
  say('Starting …');
  const services = await startServices({ env: process.env, onLine: (name, line) => say(`[${name}] ${line}`) });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stopKept(services);
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`Ready after ${seconds} s. Stop with Ctrl+C.`);
  say(`Site ready at http://localhost:${portsOf(process.env).site}`);
}

await runCommand('npm start   builds what changed, then starts the site', start);
