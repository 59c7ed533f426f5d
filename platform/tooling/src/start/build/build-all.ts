import { type ChildProcess, execFile, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { AppName } from '@wholepage/contracts/release';
import type { SiteService } from '@wholepage/contracts/site';
import { buildComposer, buildProgram, bundleSite } from '../../build/build-server';
import { type BuiltRelease, builtRelease } from '../../build/reuse/reuse';
import { codeFile, isPacked, ROOT, workspaceApps } from '../../paths';
import { chosen, noMore } from '../../run/command';
import { ask, tsxModules } from '../../run/spawn';
import { atSite, serviceOf, siteDefinition, staffOf } from '../../site/definition';

/** Makes a builder for each processor, but at most one for each app. */
export const appBuilders = (say: (line: string) => void, memory: UseOfMemory = 'none'): AppBuilder[] =>
  Array.from({ length: Math.min(cpus().length, workspaceApps().length) }, () => new AppBuilder(say, memory));

/** Builds the changed apps side by side, and hands on each release as soon as it is built. */
export async function buildAppsBy(
  builders: readonly AppBuilder[],
  say: (line: string) => void,
  whenThere: (release: BuiltRelease) => void = () => {},
  apps = workspaceApps(),
): Promise<BuiltRelease[]> {
  const releases: BuiltRelease[] = [];
  const waiting = apps.entries();
  let done = 0;
  const work = async (builder: AppBuilder) => {
    for (const [index, app] of waiting) {
      const began = performance.now();
      const unchanged = await builtRelease(app);
      if (!unchanged) await builder.build(app);
      const release = unchanged ?? (await builtRelease(app));
      if (!release) throw new Error(`${app} was changed while it was built. Run the same command again.`);
      releases[index] = release;
      done += 1;
      const how = unchanged ? 'unchanged' : `built in ${((performance.now() - began) / 1000).toFixed(1)} s`;
      say(`  ${done} of ${apps.length}: ${app} ${release.manifest.version}, ${how}`);
      whenThere(release);
    }
  };
  await Promise.all(builders.map(work));
  return releases;
}

/** Builds the changed apps from scratch. @param memory `written`: leaves a cache for the next start */
export async function buildApps(
  say: (line: string) => void,
  memory: 'written' | 'none' = 'none',
  apps = workspaceApps(),
): Promise<void> {
  const builders = appBuilders(say, memory);
  try {
    await buildAppsBy(builders, say, () => {}, apps);
    if (memory === 'written') for (const builder of builders) builder.keep();
  } finally {
    for (const builder of builders) builder.stop();
  }
}

const COMPOSER = 'composer';

/** Bundles the composer, unless it is installed, or one of the site's services. @throws Error for an unknown service */
export async function buildService(name: string): Promise<void> {
  if (name === COMPOSER) {
    await Promise.all([isPacked || buildComposer(), bundleSite()]);
    return;
  }
  await buildProgramOf(await serviceOf(name));
}

/** Bundles a program again. @returns true when it changed; the composer and scripts' programs always count as changed */
export async function buildAgain(name: string): Promise<boolean> {
  const service = name === COMPOSER ? undefined : await serviceOf(name);
  const file = service && !('script' in (service.build ?? {})) && join(atSite(service.folder), programOf(service));
  const read = async () => file && (await readFile(file, 'utf8').catch(() => undefined));
  const before = await read();
  await buildService(name);
  return !before || before !== (await read());
}

/** Bundles composer and services side by side, changed or not. @returns a promise for each, by its name */
export async function serverBuilds(): Promise<ReadonlyMap<string, Promise<void>>> {
  const { services = [] } = await siteDefinition();
  const builds = new Map([...services.map(({ name }) => name), COMPOSER].map((name) => [name, buildService(name)]));
  // The caller that awaits a build reports its failure.
  for (const build of builds.values()) build.catch(() => {});
  return builds;
}

export async function buildServers(): Promise<void> {
  await Promise.all((await serverBuilds()).values());
}

/** `npm run build`: builds these apps, or all, if changed. @param options.services builds the programs of `deploy/` instead */
export async function build(words: readonly string[], options: { services?: boolean } = {}): Promise<void> {
  if (!options.services) return buildApps(console.log, 'none', chosen(words, workspaceApps(), 'app'));
  noMore(words);
  await Promise.all([buildServers(), buildStaff()]);
}

const PROGRAM = codeFile(import.meta.url, './app-builder-process');

/** Heap sizes in MB. The bundler keeps some hundred MB and makes much garbage, whose collection took a quarter of its time. */
const ROOM = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--initial-heap-size=512'];

/** The use of the bundler's cache: `read` from earlier processes, `written` by builds from scratch, or `none`. */
type UseOfMemory = 'read' | 'written' | 'none';

export type BuilderRequest = { do: 'build'; app: AppName; memory: UseOfMemory } | { do: 'keep' };

/** A process that builds one app after the other, started at the first build. */
export class AppBuilder {
  private child: ChildProcess | undefined;

  constructor(
    private readonly say: (line: string) => void,
    private readonly memory: UseOfMemory = 'none',
    private readonly program = PROGRAM,
  ) {}

  /** @throws Error when the build fails, after the reason was printed */
  async build(app: AppName): Promise<void> {
    this.child ??= this.start();
    const couldBeBuilt = await ask(this.child, { do: 'build', app, memory: this.memory } satisfies BuilderRequest);
    if (!couldBeBuilt) throw new Error(`${app} could not be built: see above.`);
  }

  /** Lets the process write the cache for the next builds. It ends by itself, also after this process. */
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

  private start(): ChildProcess {
    const child = fork(this.program, {
      cwd: ROOT,
      execArgv: [...ROOM, '--import', tsxModules()],
      // Options are checked by types; their validation would load a compiler for schemas.
      env: { ...process.env, SKIP_VALIDATION: 'true' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A terminal's signal to its process group would stop the process while it writes.
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', this.say);
    return child;
  }
}

export const programOf = ({ program = join('dist', 'server.mjs') }: Pick<SiteService, 'program'>): string => program;

/** Runs a package's own script, without the second that `npm run` takes. @param script the script's path in the folder */
export async function runScript(dir: string, script: string, ...words: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['--import', tsxModules(), join(dir, script), ...words], { cwd: dir });
}

/** Builds the program of a staff service, unless it is installed as a build. */
export async function buildStaffService(folder: string): Promise<void> {
  const script = join('scripts', 'build.ts');
  if (existsSync(join(atSite(folder), script))) await runScript(atSite(folder), script);
}

export async function buildStaff(): Promise<void> {
  await Promise.all(staffOf(await siteDefinition()).map(({ folder }) => buildStaffService(folder)));
}

/** Builds the program of one of the site's services, in less than a second. */
async function buildProgramOf(service: SiteService): Promise<void> {
  const dir = atSite(service.folder);
  const build = service.build ?? { entry: 'src/server.ts' };
  if ('script' in build) await runScript(dir, build.script);
  else await buildProgram(dir, build.entry, programOf(service));
}
