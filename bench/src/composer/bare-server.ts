import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@wholepage/tooling/free-port';
import { stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { type Measured, memoryOf } from '../measure/measured';
import { getCompressed } from './get-compressed';

const BARE = `
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
const body = readFileSync(process.argv[1]);
const headers = JSON.parse(process.argv[2]);
createServer((_, response) => { response.writeHead(200, headers); response.end(body); }).listen(Number(process.argv[3]), '127.0.0.1');
`;

/** Node's own server in a process of its own, sending the same bytes with the same headers. */
export async function startBareServer(
  port: number,
  bodyFile: string,
  headers: Record<string, string>,
): Promise<Measured> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', BARE, '--', bodyFile, JSON.stringify(headers), String(port)],
    {
      stdio: 'inherit',
    },
  );
  const origin = `http://127.0.0.1:${port}`;
  const service = {
    name: 'bare server',
    child,
    ended: new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1))),
  };
  await waitUntilHealthy(service, origin, 10_000);
  return { origin, pid: child.pid ?? 0, ...memoryOf(child), stop: () => stopServices([service]) };
}

/** A bare server of what this address answers in brotli. */
export async function startBareCopy(url: string): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'bare-copy-'));
  const { body, headers } = await getCompressed(url);
  const file = join(folder, 'page.br');
  await writeFile(file, body);
  const server = await startBareServer(await freePort(), file, headers);
  await rm(folder, { recursive: true });
  return server;
}
