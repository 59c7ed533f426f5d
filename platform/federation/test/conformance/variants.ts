/** Bundlers that remotes of the matrix are built with. */
export const REMOTES = ['ours', 'webpack', 'rspack', 'vite'] as const;
/** Hosts of the matrix; `plain` is a page with the library's runtime and no bundler's plugin. */
export const HOSTS = ['ours', 'webpack', 'rspack', 'vite', 'plain'] as const;

export type RemoteBundler = (typeof REMOTES)[number];
export type Host = (typeof HOSTS)[number];

/** How a remote shares React, and which one it brings. */
export const VARIANTS = {
  /** Takes the host's. */
  fits: { react: 'react', range: '^19.0.0', singleton: false },
  /** Takes none but its own major. */
  older: { react: 'react-18', range: '^18.0.0', singleton: false },
  /** Says that there must be one only, of a major that the host does not have. */
  single: { react: 'react-18', range: '^18.0.0', singleton: true },
} as const;

export type Variant = keyof typeof VARIANTS;

export const remoteName = (bundler: RemoteBundler, variant: Variant): string => `${bundler}_${variant}`;

/** Hosts that are built once more with React in their first file. */
export const EAGER_HOSTS = ['webpack', 'rspack', 'vite'] as const;
