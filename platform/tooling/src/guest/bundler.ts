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
  /** What decides whether the entry is a script or an ES module. */
  entryType: string;
  /** What names the files. */
  fileNames: string;
}

const VITE: Bundler = {
  name: 'Vite',
  options: 'federation() in vite.config',
  trustedTypes: 'build ES modules, which need no policy',
  integrity: 'build ES modules, whose digests the release holds',
  publicPath: "base: './' in vite.config",
  entryType: 'build.rolldownOptions.output.format in vite.config to "es"',
  fileNames: 'build.rolldownOptions.output.chunkFileNames and assetFileNames in vite.config',
};

const RSPACK: Bundler = {
  name: 'Rspack',
  options: 'ModuleFederationPlugin in rspack.config',
  trustedTypes: 'output.trustedTypes in rspack.config',
  integrity: 'add SubresourceIntegrityPlugin, and output.crossOriginLoading: "anonymous", in rspack.config',
  publicPath: "output.publicPath: 'auto' in rspack.config",
  entryType: '"library.type" of ModuleFederationPlugin in rspack.config to "var"',
  fileNames: 'output.filename and output.chunkFilename in rspack.config',
};

const RSBUILD: Bundler = {
  name: 'Rsbuild',
  options: 'pluginModuleFederation() in rsbuild.config',
  trustedTypes: 'tools.rspack.output.trustedTypes in rsbuild.config',
  integrity: 'set security.sri.enable in rsbuild.config',
  publicPath: "output.assetPrefix: 'auto' in rsbuild.config",
  entryType: '"library.type" of pluginModuleFederation() in rsbuild.config to "var"',
  fileNames: 'output.filename in rsbuild.config',
};

const WEBPACK: Bundler = {
  name: 'webpack',
  options: 'ModuleFederationPlugin in webpack.config',
  trustedTypes: 'output.trustedTypes in webpack.config',
  integrity:
    'add SubresourceIntegrityPlugin of webpack-subresource-integrity, and output.crossOriginLoading: "anonymous", in webpack.config',
  publicPath: "output.publicPath: 'auto' in webpack.config",
  entryType: '"library.type" of ModuleFederationPlugin in webpack.config to "var"',
  fileNames: 'output.filename and output.chunkFilename in webpack.config',
};

/** Default folders of Rsbuild and Vite. */
const OF_RSBUILD = /^static\/(js|css)\//;
const OF_VITE = /^assets\//;
const EXPORT = /\bexport\s*(?:[{*]|(?:const|let|var|function|async|class)\b)/;

/** Whether a script is an ES module that gives something. */
export const exportsSomething = (script: string): boolean => EXPORT.test(script);

/**
 * Which bundler wrote a build, by what it leaves in there. It words advice only; nothing is decided by it.
 * @param files of the build, relative to its folder
 * @param entry text of the remote's entry, or nothing
 * @param manifest of the build, where there is one
 */
export function bundlerOf(files: readonly string[], entry: string, manifest?: FederationManifest): Bundler {
  const isOfVite = files.some((file) => OF_VITE.test(file));
  const type = manifest?.metaData.remoteEntry.type ?? '';
  const isModule = /^(module|esm)$/.test(type) || exportsSomething(entry) || (!manifest && isOfVite);
  // The library's runtime, which Vite puts into an entry, knows the names of the others.
  if (isModule && (isOfVite || !/rspack|webpack/i.test(entry))) return VITE;
  if (files.some((file) => OF_RSBUILD.test(file))) return RSBUILD;
  return /rspack/i.test(entry) ? RSPACK : WEBPACK;
}
