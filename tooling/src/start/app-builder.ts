import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AppName } from 'contracts/version';
import { ROOT } from '../paths';

const PROGRAM = fileURLToPath(new URL('./app-builder-process.ts', import.meta.url));

/** A process that builds one app after the other, started when there is something to build. */
export class AppBuilder {
  private child: ChildProcess | undefined;

  constructor(private readonly say: (line: string) => void) {}

  /** @throws when it could not be built; why was said */
  async build(app: AppName): Promise<void> {
    this.child ??= this.start();
    const { child } = this;
    const couldBeBuilt = await new Promise((resolve) => {
      child.once('message', resolve);
      child.once('exit', () => resolve(false));
      child.send(app);
    });
    if (!couldBeBuilt) throw new Error(`${app} could not be built: see above.`);
  }

  stop(): void {
    this.child?.kill();
  }

  private start(): ChildProcess {
    const child = fork(PROGRAM, { cwd: ROOT, execArgv: ['--import', 'tsx'], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', this.say);
    return child;
  }
}
