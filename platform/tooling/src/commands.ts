import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, CommanderError, Option } from 'commander';
import { isPacked, packageDir, ROOT } from './paths';
import { enterSite, noMore, typedPath, UsageError } from './run/command';

/*
 * `wholepage`: all commands of the platform. Each is an entry here and a function in its chapter, which is loaded only
 * when the command runs. A command's options are its function's, in camel case.
 */

type Work = (words: string[], options: Record<string, never>) => Promise<void> | void;

interface Declared {
  /** Usage after `wholepage`, with placeholders. */
  usage: string;
  does: string;
  /** Typical example, if it differs from the usage. */
  example?: string;
  options?: readonly Option[];
  load(): Promise<Work>;
}

const option = (flags: string, does: string): Option => new Option(flags, does);
const WHY = option('--why <text>', 'the reason, kept in the history');
const OF_STEP = [WHY, option('--break-lock <why>', 'takes the step in spite of a lock; the reason is kept')];
const GATE = [
  option('--skip <checks>', 'leaves these checks of the gate out'),
  option('--reason <text>', 'why they are left out'),
];
const JSON_OUTPUT = option('--json', 'for a program');
const OUT = option('--out <folder>', 'writes it there');

const GROUPS: Readonly<Record<string, readonly Declared[]>> = {
  'Build and run': [
    {
      usage: 'start',
      does: 'builds what changed, then starts the site',
      options: [option('--json', 'logs of the services as they are, for a program')],
      load: async () => (await import('./start/start')).start,
    },
    {
      usage: 'dev [apps...]',
      does: 'the whole site; what changes in these apps, or all, is in the open page',
      example: 'dev news',
      load: async () => (await import('./dev/dev')).dev,
    },
    {
      usage: 'standalone <app>',
      does: 'one remote alone on its port, with a panel to choose what the API answers',
      example: 'standalone news',
      load: async () => (await import('./dev/standalone')).standalone,
    },
    {
      usage: 'build [apps...]',
      does: 'builds these apps, or all, where something changed',
      example: 'build news',
      options: [option('--services', 'bundles the composer, the services of the site and those of its people instead')],
      load: async () => (await import('./start/build/build-all')).build,
    },
    {
      usage: 'composer',
      does: 'the composer alone, over the releases of RELEASES_URL and the API at API_ORIGIN',
      load: async () => (await import('./start/composer')).composer,
    },
    {
      usage: 'console [words...]',
      does: 'the console of releases, and its people; `console --help` says more',
      example: 'console invite Asha --right admin',
      load: async () => openConsole,
    },
    {
      usage: 'types',
      does: 'writes the types of live fragments, events and ./embed for the editor',
      options: [OUT, option('--stock', 'of ./embed alone, for hosts without this platform')],
      load: async () => (await import('./types/types')).writeTypes,
    },
  ],
  Release: [
    {
      usage: 'release <app>',
      does: 'builds, verifies, publishes and promotes it, or gives it to a share of the visitors',
      example: 'release news --why "new covers"',
      options: [...OF_STEP, option('--canary <percent>', 'to this share of the visitors'), ...GATE],
      load: async () => (await import('./release/steps')).releaseApp,
    },
    {
      usage: 'verify <app> [version]',
      does: 'says whether a release may go live',
      example: 'verify news',
      options: [option('--fast', 'what needs no browser, in seconds'), JSON_OUTPUT, ...GATE],
      load: async () => (await import('./release/steps')).verifyApp,
    },
    {
      usage: 'publish <app>',
      does: 'builds it and puts it into the store; visitors see nothing of it yet',
      example: 'publish news',
      options: [option('--from <folder>', 'takes what another bundler built')],
      load: async () => (await import('./release/steps')).publishApp,
    },
    {
      usage: 'promote <app> <version>',
      does: 'verifies a published release and gives it to visitors',
      example: 'promote news 1.0.0-3fa9c2d1',
      options: [...OF_STEP, ...GATE],
      load: async () => (await import('./release/steps')).promoteApp,
    },
    {
      usage: 'canary <app> [words...]',
      does: '<version> <percent> gives a release to a share of the visitors; stop ends it; nothing says how it stands',
      example: 'canary news 1.0.0-3fa9c2d1 10',
      options: [
        ...OF_STEP,
        option('--steps <percents>', 'goes on by itself: 10,25,50'),
        option('--every <time>', 'how long each step lasts at least: 30s, 10m, 2h'),
        option('--without-evidence', 'lets steps go on unseen, with --reason'),
        ...GATE,
      ],
      load: async () => (await import('./release/trials')).canary,
    },
    {
      usage: 'experiment <app> [words...]',
      does: '<A> <B> <percent> compares B with A, which is live; stop, or conclude <A or B>, ends it',
      example: 'experiment news 1.0.0-3fa9c2d1 1.1.0-9b1c22e0 50',
      options: [
        ...OF_STEP,
        option('--goal <goal>', 'what visitors are to do'),
        option('--margin <percent>', 'the largest difference that counts as none'),
        ...GATE,
      ],
      load: async () => (await import('./release/trials')).experiment,
    },
    {
      usage: 'rollback <app> [version]',
      does: 'gives visitors the release that was live before, or that version',
      example: 'rollback news',
      options: [...OF_STEP, option('--from <version>', 'only if this one is live')],
      load: async () => (await import('./release/steps')).rollBack,
    },
    {
      usage: 'preview [words...]',
      does: 'prints an address that shows <app> [version], or several <app>@<version>, in the whole site',
      example: 'preview news',
      options: [
        option('--for <time>', 'how long, at most seven days: 48h'),
        option('--withdraw <id>', 'ends one before its time'),
      ],
      load: async () => (await import('./release/previews')).preview,
    },
    {
      usage: 'pull-request <show|close> [base]',
      does: 'keeps the preview and the comment of a pull request, in its pipeline',
      example: 'pull-request show origin/main',
      load: async () => (await import('./pull-request/pull-request')).pullRequest,
    },
    {
      usage: 'retire <app>',
      does: 'takes its pages off the site until it is promoted again',
      example: 'retire news',
      options: OF_STEP,
      load: async () => (await import('./release/steps')).retireApp,
    },
    {
      usage: 'lock <app|site>',
      does: 'refuses every step until a time',
      example: 'lock site --until 2h --why "the fair"',
      options: [WHY, option('--until <time>', '2h, or 2030-12-24T18:00Z'), option('--off', 'ends it before its time')],
      load: async () => (await import('./release/steps')).lockApp,
    },
    {
      usage: 'status',
      does: 'says what is live, and how it came about',
      example: 'status --json',
      options: [
        JSON_OUTPUT,
        option('--keys', 'which keys are believed, and what each has signed'),
        option('--pins', 'prints RELEASE_KEYS as this machine pins them'),
      ],
      load: async () => (await import('./release/status')).status,
    },
    {
      usage: 'prune',
      does: 'removes what neither the registry nor an open tab can need, after it said what',
      example: 'prune --dry-run',
      options: [option('--dry-run', 'only says what')],
      load: async () => (await import('./release/steps')).prune,
    },
  ],
  'Sites and remotes': [
    {
      usage: 'new remote <name> <path>',
      does: 'a remote with one page that can be released at once',
      example: 'new remote careers /careers',
      options: [
        option('--port <port>', 'on which it stands alone'),
        option('--out <folder>', 'a repository of its own'),
      ],
      load: async () => (await import('./new-remote/new-remote')).newRemote,
    },
    {
      usage: 'new site <name>',
      does: 'a site of its own with a layout, one remote and one fragment',
      example: 'new site corner-shop --out ../corner-shop',
      options: [option('--out <folder>', 'a new folder')],
      load: async () => (await import('./new-site/new-site')).newSite,
    },
    {
      usage: 'deploy files',
      does: 'writes what runs this site in production into deploy/: systemd, nginx, containers, Kubernetes',
      example: 'deploy files --check',
      options: [option('--check', 'only says which files differ'), OUT],
      load: async () => (await import('./deploy/deploy-files')).writeDeployFiles,
    },
    {
      usage: 'deploy image',
      does: 'lays out in var/image what the images of composer and services hold',
      load: async () => (await import('./deploy/build-image')).buildImage,
    },
    {
      usage: 'trial',
      does: 'production on this machine: deploy/ with TLS, OpenID Connect, PostgreSQL and a bucket',
      load: async () => (await import('./trial/trial')).trial,
    },
    {
      usage: 'platform',
      does: 'uses the newest tarballs of packages/; install afterwards',
      load: async () => (await import('./new-repository/repository')).updatePlatform,
    },
  ],
};

/** Commands of the platform's own repository. */
const OF_PLATFORM: readonly Declared[] = [
  {
    usage: 'pack <folder> [packages...]',
    does: 'packs these packages of the platform, or all, for npm',
    example: 'pack /tmp/packages',
    load: async () => (await import('./pack/pack-platform')).pack,
  },
  {
    usage: 'docs [build]',
    does: 'this documentation as a site, with search; `build` makes static files',
    example: 'docs',
    options: [OUT],
    load: async () => openDocs,
  },
  {
    usage: 'cluster [words...]',
    does: 'what runs in production, on one machine; `test` breaks it while visitors come',
    example: 'cluster test',
    load: async () => openCluster,
  },
];

/** Runs the console's own command line. */
async function openConsole(words: string[]): Promise<void> {
  const file = ['src/cli.ts', 'dist/cli.mjs'].map((path) => join(packageDir('console'), path)).find(existsSync);
  if (!file) throw new Error('The packages of this site hold no console: add @wholepage/console to its package.json.');
  if (words.length === 0) return (await import('./start/staff/staff-services')).startConsole();
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...words);
  await import(pathToFileURL(file).href);
}

/** Runs the cluster, or with `test` its failure tests. */
async function openCluster(words: string[]): Promise<void> {
  if (words[0] === 'test') return (await import('./cluster/test/test-cluster')).testCluster(words.slice(1));
  return (await import('./cluster/start-cluster')).cluster(words);
}

/** Shows `docs/` with VitePress, which only this command installs. */
async function openDocs([verb]: string[], { out }: { out?: string }): Promise<void> {
  if (verb && verb !== 'build') throw new UsageError('Type `docs`, or `docs build`.');
  const { linkPackages } = await import('./new-repository/repository');
  const folder = join(ROOT, 'docs', 'site');
  await linkPackages(folder, '--ignore-workspace');
  const target = out === undefined ? [] : ['--outDir', typedPath(out)];
  const program = join(folder, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const words = verb === 'build' ? ['build', folder, ...target] : ['dev', folder];
  process.exitCode = spawnSync(process.execPath, [program, ...words], { stdio: 'inherit' }).status ?? 1;
}

/** Adds a command, or a subcommand of a group such as `new`, which is created with its first. */
function place(program: Command, group: string, usage: string): Command {
  const [path = ''] = usage.split(/ [<[]/);
  const [first = '', second] = path.split(' ');
  const make = (parent: Command, name: string) =>
    // Each command reports missing arguments itself.
    parent
      .command(name)
      .argument('[words...]')
      .usage(`${usage.slice(path.length + 1)} [options]`)
      .helpGroup(group);
  if (!second) return make(program, first);
  const family = program.commands.find((one) => one.name() === first) ?? program.command(first).helpGroup(group);
  return make(family, second);
}

const typed = (commands: readonly Declared[]): string[] => commands.map(({ usage }) => usage.split(/ [<[]/)[0] ?? '');

/** All commands of a site as typed: `canary`, `new remote`. */
export const COMMANDS_OF_SITES: readonly string[] = typed(Object.values(GROUPS).flat());
/** All commands, including those of this repository. */
export const COMMANDS: readonly string[] = [...COMMANDS_OF_SITES, ...typed(OF_PLATFORM)];

function programOf(): Command {
  const examples = new Map<Command, string>();
  const program = new Command('wholepage')
    .description('Micro-frontend sites: whole to visitors, released part by part.')
    .usage('<command> [words] [options]')
    .helpCommand(false)
    .showSuggestionAfterError()
    .showHelpAfterError('`npm run wholepage` prints all commands, and with `-- COMMAND --help` the options of one.')
    .exitOverride()
    // Before its commands: they take it over.
    .configureHelp({
      showGlobalOptions: false,
      // One line each: how it is typed, and what it does.
      visibleCommands: (command) => command.commands.flatMap((one) => (one.commands.length > 0 ? one.commands : [one])),
      subcommandTerm: (command) => examples.get(command) ?? command.name(),
    });
  const all = Object.entries(isPacked ? GROUPS : { ...GROUPS, 'This repository': OF_PLATFORM });
  for (const [group, commands] of all) {
    for (const { usage, does, example = usage, options = [], load } of commands) {
      const command = place(program, `${group}:`, usage).description(does);
      examples.set(command, example);
      for (const each of options) command.addOption(each);
      command.addHelpText('after', `\nExample: npm run wholepage -- ${example}`);
      if (usage.startsWith('console')) command.allowUnknownOption().helpOption(false);
      const most = usage.includes('...') ? Number.POSITIVE_INFINITY : (usage.match(/[<[]/g) ?? []).length;
      command.action(async () => {
        noMore(command.args.slice(most));
        await enterSite();
        const work = await load();
        await work(command.args, command.opts() as Record<string, never>);
      });
    }
  }
  return program;
}

/** Runs a command. @returns the exit code; 0 leaves `process.exitCode` as the command set it */
export async function runWholepage(words: readonly string[]): Promise<number> {
  const program = programOf();
  if (words.length === 0) {
    program.outputHelp();
    return 0;
  }
  try {
    // A second `--`, typed by habit, is ignored: `npm run wholepage -- canary … -- --steps`.
    await program.parseAsync(
      words.filter((word) => word !== '--'),
      { from: 'user' },
    );
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
