import { storePlace } from 'releases/settings';
import { noWords, runCommand } from '../run/command';
import { stopServices } from '../run/spawn';
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
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await stopServices(services);
    process.exit(code);
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));
  for (const { name, ended } of services) {
    void ended.then((code) => {
      if (stopping) return;
      say(`${name} stopped with code ${code}; stopping the others. Its last lines say why.`);
      return stop(1);
    });
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`Ready after ${seconds} s. Stop with Ctrl+C.`);
  say(`Site ready at http://localhost:${portsOf(process.env).site}`);
}

await runCommand('npm start   builds what changed, then starts the site', start);
