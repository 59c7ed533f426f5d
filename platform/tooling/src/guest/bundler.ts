import type { FederationManifest } from '@wholepage/contracts/federation-manifest';

/** How a bundler names what a guest may have to change. */
export interface Bundler {
  name: 'Vite' | 'Rsbuild' | 'Rspack' | 'webpack';
  /** Where its Module Federation options are. */
  options: string;
  /** How its scripts get a Trusted Types policy. */
  trustedTypes: string;
  /** How its chunks get digests. */
  integrity: string;
  /** How files are found beside the entry. */
  publicPath: string;
}

const VITE: Bundler = {
  name: 'Vite',
  options: 'federation() in vite.config',
  trustedTypes: 'build ES modules, which need no policy',
  integrity: 'build ES modules, whose digests the release holds',
  publicPath: "base: './' in vite.config",
};

const RSPACK: Bundler = {
  name: 'Rspack',
  options: 'ModuleFederationPlugin in rspack.config',
  trustedTypes: 'output.trustedTypes in rspack.config',
  integrity: 'add SubresourceIntegrityPlugin, and output.crossOriginLoading: "anonymous", in rspack.config',
  publicPath: "output.publicPath: 'auto' in rspack.config",
};

const RSBUILD: Bundler = {
  name: 'Rsbuild',
  options: 'pluginModuleFederation() in rsbuild.config',
  trustedTypes: 'tools.rspack.output.trustedTypes in rsbuild.config',
  integrity: 'set security.sri.enable in rsbuild.config',
  publicPath: "output.assetPrefix: 'auto' in rsbuild.config",
};

const WEBPACK: Bundler = {
  name: 'webpack',
  options: 'ModuleFederationPlugin in webpack.config',
  trustedTypes: 'output.trustedTypes in webpack.config',
  integrity:
    'add SubresourceIntegrityPlugin of webpack-subresource-integrity, and output.crossOriginLoading: "anonymous", in webpack.config',
  publicPath: "output.publicPath: 'auto' in webpack.config",
};

/** Rsbuild's default folders. */
const OF_RSBUILD = /^static\/(js|css)\//;

/**
 * Which bundler wrote a build, by what it leaves in there. It words advice only; nothing is decided by it.
 * @param entry text of the remote's entry
 */
export function bundlerOf({ metaData, exposes }: FederationManifest, entry: string): Bundler {
  const isModule = /^(module|esm)$/.test(metaData.remoteEntry.type);
  if (isModule && !/rspack|webpack/i.test(entry)) return VITE;
  if (exposes.some(({ assets }) => assets.js.sync.some((file) => OF_RSBUILD.test(file)))) return RSBUILD;
  return /rspack/i.test(entry) ? RSPACK : WEBPACK;
}
