import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Compiler, NormalModule, WebpackPluginInstance } from 'webpack';
import webpack from 'webpack';
import { Expected } from './expected';
import { ReplacedSharing } from './sharing/replaced-sharing';
import { leaveOutTypesPlugin, nameWebpack, type Replacement, startBy, UNNEEDED } from './unpromised';

/** Whose runtime builds share modules by: `own` is this package's, `stock` the library's. */
export type Runtime = 'own' | 'stock';

/**
 * `FEDERATION=stock` builds with nothing of this package's runtime, so that an upgrade of the library never waits for it.
 * @throws when the variable has another value
 */
export const runtimeOf = ({ FEDERATION: asked = '' }: NodeJS.ProcessEnv = process.env): Runtime => {
  if (asked !== '' && asked !== 'stock')
    throw new Error(`FEDERATION is "${asked}": leave it empty, or set it to stock.`);
  return asked === 'stock' ? 'stock' : 'own';
};

const NAME = 'ReplacedModules';

/** A replacement that is wanted only where a build has something of the asker. */
const isAsked = ({ asker }: Replacement, contexts: ReadonlySet<string>): boolean =>
  !asker || [...contexts].some((context) => asker.test(context));

/** Has a build take other modules for some that the library's plugin brings, and stops a build in which they are not found. */
export class ReplacedModules {
  constructor(private readonly replacements: readonly Replacement[]) {}

  apply(compiler: Compiler): void {
    for (const { request, asker, instead } of this.replacements) {
      const replace = (asked: { context: string; request: string }) => {
        if (!asker || asker.test(asked.context)) asked.request = instead;
      };
      new webpack.NormalModuleReplacementPlugin(request, replace).apply(compiler);
    }
    // What a build has counts, and not what was asked: of a module that is kept from the build before nobody asks.
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const expected = new Expected(NAME, compilation);
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const resources = new Set<string>();
        const contexts = new Set<string>();
        for (const module of modules) {
          resources.add((module as NormalModule).resource);
          if (module.context) contexts.add(module.context);
        }
        for (const replacement of this.replacements) {
          if (isAsked(replacement, contexts) && !resources.has(replacement.instead)) expected.of(replacement.what);
        }
      });
    });
  }
}

/** How a build shares one package, by the library's names. */
export interface ShareOptions {
  /** Range of versions that it takes of others. */
  requiredVersion: string;
  /** For runtimes of others, which then keep one version. Ours takes what fits the range, or the build's own. */
  singleton?: boolean;
  /** Module that it brings, unless it is the request; `false`: none, and the build runs only where another brings it. */
  import?: string | false;
  /** Name in the scope, unless it is the request. */
  shareKey?: string;
  /** Scope to share in, unless it is `default`. A remote names it in `shareScopes`, too. */
  shareScope?: string;
}

/** What a build shares, by request. */
export type Shares = Record<string, ShareOptions>;

/** @throws when a share is eager: the runtime gives modules to chunks alone */
export function checkedShares(shared: Shares): Shares {
  for (const [name, options] of Object.entries(shared)) {
    if ('eager' in options)
      throw new Error(
        `"${name}" is shared with "eager". Leave it out, and start by import(): builds of this package have no eager shares (decision 95).`,
      );
  }
  return shared;
}

/** The script with which our own host begins to load a remote. */
export const ENTRY = 'entry.js';

/** Measured: the library's default `version-first` blanks every page while one remote is down. */
const common = (shared: Shares) =>
  ({ shared: checkedShares(shared), shareStrategy: 'loaded-first', dts: false, manifest: false }) as const;

/** Remotes are loaded as containers, so the runtime that builds share modules by needs no part that loads them. */
const experiments = { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } } as const;

nameWebpack();
leaveOutTypesPlugin();

interface RemoteOptions {
  /** Global name of the container. */
  name: string;
  /** Modules by the name that hosts ask for, such as `./app`, each with the name of its chunk. */
  exposes: Record<string, { import: string[]; name: string }>;
  shared: Shares;
  /** Scopes that it takes of its host, where it shares in others than `default`. */
  shareScopes?: string[];
  runtime?: Runtime;
}

/** Builds a remote: a container in {@link ENTRY} that shares by the runtime which its host provides. */
export const remoteFederation = ({
  name,
  exposes,
  shared,
  shareScopes,
  runtime = 'own',
}: RemoteOptions): WebpackPluginInstance[] => {
  const options = {
    ...common(shared),
    name,
    filename: ENTRY,
    exposes,
    ...(shareScopes && { shareScope: shareScopes }),
  };
  if (runtime === 'stock') return [new ModuleFederationPlugin(options)];
  return [
    new ModuleFederationPlugin({ ...options, experiments }),
    new ReplacedSharing(name),
    new ReplacedModules([startBy(shareScopes ? 'scopes' : 'start')]),
  ];
};

interface HostOptions {
  /** Name under which the build shares. */
  name: string;
  shared: Shares;
  runtime?: Runtime;
}

/** Builds a host: it brings the runtime, and its own copies of what it shares. */
export const hostFederation = ({ name, shared, runtime = 'own' }: HostOptions): WebpackPluginInstance[] => {
  const options = { ...common(shared), name };
  if (runtime === 'stock') return [new ModuleFederationPlugin(options)];
  return [
    new ModuleFederationPlugin({ ...options, experiments }),
    new ReplacedSharing(name),
    new ReplacedModules([startBy('host'), ...UNNEEDED]),
  ];
};
