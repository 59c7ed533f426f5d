import * as kit from '@wholepage/remote-kit';
import { fill } from './company-text';
import type { PublicConfig } from './config';
import type { ShellApi } from './shell';

export type LoadContext = kit.LoadContext<PublicConfig>;

/** The kit's function, typed with this site's settings in the argument of `load`. */
export const definePage = kit.definePage as kit.DefinePage<PublicConfig>;

/** This site's settings and its shell: `useRemote<SiteEnvironment>()`. */
export type SiteEnvironment = kit.RemoteEnvironment<PublicConfig, ShellApi>;

/** Returns {@link fill} for the company of this site. */
export function useFill(): (text: string) => string {
  const { company } = kit.useRemote<SiteEnvironment>().config;
  return (text) => fill(text, company);
}
