import type { PublicConfig, ShellApi } from '@wholepage/contracts/mount';
import { createContext, useContext } from 'react';

/** @typeParam Config, Shell the site's own, see contracts/mount */
export interface RemoteEnvironment<Config extends PublicConfig = PublicConfig, Shell extends ShellApi = ShellApi> {
  config: Config;
  shell: Shell;
  /** The site's origin in a page of another host, where it stands before paths of site files in `src`. */
  base?: string;
}

export const RemoteContext = createContext<RemoteEnvironment | undefined>(undefined);

/**
 * The site's settings and the shell, for any component of a remote.
 * @typeParam Environment of a site that adds to either: `useRemote<SiteEnvironment>()`
 */
export function useRemote<Environment extends RemoteEnvironment = RemoteEnvironment>(): Environment {
  const environment = useContext(RemoteContext);
  if (!environment) throw new Error('`useRemote` is called outside a page of a remote');
  // The host that mounts a remote is its own site's: a site's types are a parameter of the contract.
  return environment as Environment;
}
