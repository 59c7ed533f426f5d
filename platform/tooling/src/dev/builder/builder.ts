import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { AppName } from '@wholepage/contracts/release';
import { codeFile, ROOT } from '../../paths';
import { ask, tsx } from '../../run/spawn';

export interface BuildRequest {
  /** Absolute paths that may concern the app. */
  changed: readonly string[];
}

/** Nothing, when the change does not concern the app. */
export interface BuildReply {
  /** Built and published. */
  version?: string;
  problem?: string;
}

/** What a builder's process has read as code: a new one is needed to read it again. */
const ITS_CODE = /\/src\/(routes\.tsx|events\.ts|(content|fragments)\/[^/]+\.ts)$|\/webpack\.config\.ts$/;

const PROGRAM = codeFile(import.meta.url, './builder-process');

/** Builds one app in a process of its own, so that several are built at once and each remembers what it has read. */
export class Builder {
  private child: ChildProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly app: AppName,
    private readonly store: string,
  ) {}

  /** Builds and publishes what changed, after all that was asked before; the first time, all of it. */
  build(changed: readonly string[]): Promise<BuildReply> {
    const built = this.last.then(() => this.ask({ changed }));
    this.last = built;
    return built;
  }

  stop(): void {
    this.child?.kill();
    this.child = undefined;
  }

  private async ask(request: BuildRequest): Promise<BuildReply> {
    if (request.changed.some((file) => ITS_CODE.test(file))) this.stop();
    this.child ??= this.start();
    return (await ask<BuildReply>(this.child, request)) ?? { problem: `${this.app}: its builder ended; save again.` };
  }

  private start(): ChildProcess {
    const child = fork(PROGRAM, [this.app, this.store], { cwd: ROOT, execArgv: ['--import', tsx()] });
    // The browser shows a change before the server does.
    if (child.pid) setPriority(child.pid, 10);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    return child;
  }
}
