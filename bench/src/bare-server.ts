import { spawn } from 'node:child_process';
import { stopServices, waitUntilHealthy } from 'tooling/spawn';
import { type Measured, resident } from './measured';

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
  return { origin, pid: child.pid ?? 0, memory: () => resident(child), stop: () => stopServices([service]) };
}
