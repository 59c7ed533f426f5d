import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { AppName } from '@wholepage/contracts/release';
import { codeFile, ROOT } from '../../paths';
import { ask, tsx } from '../../run/spawn';

export interface BuildRequest {
  /** Absolute paths that may concern the app. */
  changed: readonly string[];
}

/** Result of a build; empty when the change does not concern the app. */
export interface BuildReply {
  /** The built and published version. */
  version?: string;
  problem?: string;
  /** The process has imported what changed, and Node keeps a module as it was: another process builds. */
  isOutdated?: boolean;
}

const PROGRAM = codeFile(import.meta.url, './builder-process');

/** Builds one app in its own process, so that several build concurrently, and each keeps its caches. */
export class Builder {
  private child: ChildProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly app: AppName,
    private readonly store: string,
  ) {}

  /** Builds and publishes changes, after earlier requests; the first time everything. */
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
    this.child ??= this.start();
    const reply = await ask<BuildReply>(this.child, request);
    if (!reply) return { problem: 'its builder ended; save again.' };
    if (!reply.isOutdated) return reply;
    this.stop();
    return this.ask(request);
  }

  private start(): ChildProcess {
    const child = fork(PROGRAM, [this.app, this.store], { cwd: ROOT, execArgv: ['--import', tsx()] });
    // Lower priority: the browser's build goes first.
    if (child.pid) setPriority(child.pid, 10);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    return child;
  }
}
