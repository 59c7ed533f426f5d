/** Bundlers of the matrix's remotes. */
export const REMOTES = ['ours', 'webpack', 'rspack', 'vite'] as const;
/** Hosts of the matrix; `plain` is a page with the library's runtime and no bundler's plugin. */
export const HOSTS = ['ours', 'webpack', 'rspack', 'vite', 'plain'] as const;

export type RemoteBundler = (typeof REMOTES)[number];
export type Host = (typeof HOSTS)[number];

/** Options by which a remote shares React, under the library's names. */
interface VariantOptions {
  /** Package of the React that the remote is built with. */
  react: 'react' | 'react-18';
  requiredVersion: string;
  singleton?: true;
  eager?: true;
  import?: 'react' | false;
  shareKey?: string;
  shareScope?: string;
}

/** Variants of the matrix's remotes, by the tested behaviour. */
export const VARIANTS = {
  /** Accepts the host's React. */
  fits: { react: 'react', requiredVersion: '^19.0.0' },
  /** Accepts only its own major, which the host does not have. */
  older: { react: 'react-18', requiredVersion: '^18.0.0' },
  /** Demands a single copy, of a major that the host does not have. */
  single: { react: 'react-18', requiredVersion: '^18.0.0', singleton: true },
  /** Has its copy in its first file. */
  eager: { react: 'react', requiredVersion: '^19.0.0', eager: true },
  /** Brings no copy. */
  bare: { react: 'react', requiredVersion: '^19.0.0', import: false },
  /** Brings no copy, and needs a major that the host does not have. */
  bare_older: { react: 'react-18', requiredVersion: '^18.0.0', import: false },
  /** Shares it under another name than the host. */
  keyed: { react: 'react', requiredVersion: '^19.0.0', import: 'react', shareKey: 'company-react' },
  /** Shares it in another scope than the host. */
  scoped: { react: 'react', requiredVersion: '^19.0.0', shareScope: 'company' },
} as const satisfies Record<string, VariantOptions>;

export type Variant = keyof typeof VARIANTS;

/** Options of the library's plugins for a variant. */
export function sharesOf(variant: Variant): { react: Omit<VariantOptions, 'react'> } {
  const { react: _react, ...options }: VariantOptions = VARIANTS[variant];
  return { react: options };
}

/** Returns whether a bundler builds a variant: builds of ours have no eager shares. */
export const isBuiltBy = (bundler: RemoteBundler, variant: Variant): boolean =>
  bundler !== 'ours' || variant !== 'eager';

export const remoteName = (bundler: RemoteBundler, variant: Variant): string => `${bundler}_${variant}`;

/** Hosts that are built once more with React in their first file. */
export const EAGER_HOSTS = ['webpack', 'rspack', 'vite'] as const;
