/** The version of the composition contract that this code speaks. A release names the one it was built for. */
export const CONTRACT_VERSION = 1;

/** The apps that make up the site. The shell is the host, the others are remotes. */
export const REMOTES = ['mf-marketing', 'mf-products', 'mf-blog', 'mf-courses'] as const;
export const APPS = ['shell', ...REMOTES] as const;

export type RemoteName = (typeof REMOTES)[number];
export type AppName = (typeof APPS)[number];
