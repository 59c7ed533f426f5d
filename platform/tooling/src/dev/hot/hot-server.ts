import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AppName } from '@wholepage/contracts/release';
import { codeFile, ROOT } from '../../paths';
import { freePort, tsx } from '../../run/spawn';

const PROGRAM = codeFile(import.meta.url, './hot-server-process');

/** Most running compilers, each with hundreds of MB. */
const MOST = 6;

/** Marks a compiler as used, and stops the least recently used one when there are too many. */
export function keepRecent<Compiler extends { stop(): void }>(recent: Compiler[], used: Compiler): void {
  const at = recent.indexOf(used);
  if (at >= 0) recent.splice(at, 1);
  recent.push(used);
  if (recent.length > MOST) recent.shift()?.stop();
}

/** Development server of one remote, in its own process, started by the first request for the remote's code. */
export class HotServer {
  private child: ChildProcess | undefined;
  private starting: Promise<number> | undefined;
  private readonly gate: Server;

  private constructor(
    private readonly app: AppName,
    readonly origin: string,
    private readonly whenUsed: (server: HotServer) => void,
  ) {
    this.gate = createServer((socket) => void this.pass(socket));
  }

  /** @param whenUsed called for each request for the remote's code */
  static async listen(app: AppName, whenUsed: (server: HotServer) => void): Promise<HotServer> {
    const port = await freePort();
    const server = new HotServer(app, `http://localhost:${port}`, whenUsed);
    await once(server.gate.listen(port, '127.0.0.1'), 'listening');
    return server;
  }

  /** Stops the process; the next request starts another. */
  stop(): void {
    this.child?.kill();
    this.child = undefined;
    this.starting = undefined;
  }

  private async pass(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    this.whenUsed(this);
    this.starting ??= this.start();
    try {
      const server = connect(await this.starting, '127.0.0.1');
      server.on('error', () => socket.destroy());
      server.once('close', () => socket.destroy());
      socket.once('close', () => server.destroy());
      socket.pipe(server).pipe(socket);
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error));
      socket.destroy();
    }
  }

  /** @returns the port of the process, once it has built the remote */
  private async start(): Promise<number> {
    const port = await freePort();
    const args = [this.app, String(port), this.origin];
    const child = fork(PROGRAM, args, { cwd: ROOT, execArgv: ['--import', tsx()] });
    this.child = child;
    return new Promise((resolve, reject) => {
      child.once('message', () => resolve(port));
      child.once('exit', () => {
        if (this.child === child) this.stop();
        reject(new Error(`${this.app}: its development server ended; load the page again.`));
      });
    });
  }
}
