import type { PublicConfig } from 'contracts/config';
import type { ShellApi } from 'contracts/mount';
import { createContext, useContext } from 'react';

export interface RemoteEnvironment {
  config: PublicConfig;
  shell: ShellApi;
}

export const RemoteContext = createContext<RemoteEnvironment | undefined>(undefined);

/** The site's settings and the shell, for any component of a remote. */
export function useRemote(): RemoteEnvironment {
  const environment = useContext(RemoteContext);
  if (!environment) throw new Error('`useRemote` is called outside a page of a remote');
  return environment;
}
