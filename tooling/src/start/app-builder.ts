import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AppName } from 'contracts/version';
import { ROOT } from '../paths';

const PROGRAM = fileURLToPath(new URL('./app-builder-process.ts', import.meta.url));

/** In MB. The bundler makes much that is garbage soon, and keeps some hundred megabytes: a quarter of its time went into collecting. */
const ROOM = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--initial-heap-size=512'];

export type BuilderRequest =
  /** @param remember reads what earlier processes have kept, and has more for them to keep */
  { do: 'build'; app: AppName; remember: boolean } | { do: 'keep' };

/** A process that builds one app after the other, started when there is something to build. */
export class AppBuilder {
  private child: ChildProcess | undefined;

  /** @param remember whether it builds by what earlier ones have kept, which {@link keep} writes down */
  constructor(
    private readonly say: (line: string) => void,
    private readonly remember = false,
  ) {}

  /** @throws when it could not be built; why was said */
  async build(app: AppName): Promise<void> {
    this.child ??= this.start();
    const couldBeBuilt = await this.ask(this.child, { do: 'build', app, remember: this.remember });
    if (!couldBeBuilt) throw new Error(`${app} could not be built: see above.`);
  }

  /** Lets the process write down, in what time the machine has to spare, what makes the next builds short; then ends it. */
  async keep(): Promise<void> {
    const { child } = this;
    if (!child) return;
    await this.ask(child, { do: 'keep' });
    this.stop();
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
    const child = fork(PROGRAM, {
      cwd: ROOT,
      execArgv: [...ROOM, '--import', 'tsx'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', this.say);
    return child;
  }
}
