import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { AppName } from '@wholepage/contracts/version';
import { codeFile, ROOT } from '../../paths';
import { tsxModules } from '../../run/tsx';

const PROGRAM = codeFile(import.meta.url, './app-builder-process');

/** In MB. The bundler makes much that is garbage soon, and keeps some hundred megabytes: a quarter of its time went into collecting. */
const ROOM = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--initial-heap-size=512'];

/** Whether builds are by what earlier processes have kept, from scratch and written down for others, or neither. */
export type UseOfMemory = 'read' | 'written' | 'none';

export type BuilderRequest = { do: 'build'; app: AppName; memory: UseOfMemory } | { do: 'keep' };

/** A process that builds one app after the other, started when there is something to build. */
export class AppBuilder {
  private child: ChildProcess | undefined;

  constructor(
    private readonly say: (line: string) => void,
    private readonly memory: UseOfMemory = 'none',
    private readonly program = PROGRAM,
  ) {}

  /** @throws when it could not be built; why was said */
  async build(app: AppName): Promise<void> {
    this.child ??= this.start();
    const couldBeBuilt = await this.ask(this.child, { do: 'build', app, memory: this.memory });
    if (!couldBeBuilt) throw new Error(`${app} could not be built: see above.`);
  }

  /**
   * Lets the process write down, in what time the machine has to spare, what makes the next builds short. It ends by itself,
   * some seconds later, whether this one still runs by then or not.
   */
  keep(): void {
    const { child } = this;
    this.child = undefined;
    if (!child) return;
    child.send({ do: 'keep' } satisfies BuilderRequest, () => {
      if (child.connected) child.disconnect();
    });
    child.unref();
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  }

  stop(): void {
    this.child?.kill();
    this.child = undefined;
  }

  private ask(child: ChildProcess, request: BuilderRequest): Promise<boolean> {
    return new Promise((resolve) => {
      child.once('message', (answer) => resolve(answer === true));
      child.once('exit', () => resolve(false));
      child.send(request, (error) => error && resolve(false));
    });
  }

  private start(): ChildProcess {
    const child = fork(this.program, {
      cwd: ROOT,
      execArgv: [...ROOM, '--import', tsxModules()],
      // Options are typed; holding them against schemas takes a compiler for schemas.
      env: { ...process.env, SKIP_VALIDATION: 'true' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // What a terminal says to all of its programs at once would stop it while it writes.
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', this.say);
    return child;
  }
}
