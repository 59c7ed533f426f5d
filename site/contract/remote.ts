import * as kit from '@wholepage/remote-kit';
import { fill } from './company-text';
import type { PublicConfig } from './config';
import type { ShellApi } from './shell';

export type LoadContext = kit.LoadContext<PublicConfig>;

/** The kit's, with this site's settings in what `load` is given. */
export const definePage = kit.definePage as kit.DefinePage<PublicConfig>;

/** This site's settings and its shell: `useRemote<SiteEnvironment>()`. */
export type SiteEnvironment = kit.RemoteEnvironment<PublicConfig, ShellApi>;

/** {@link fill} with the company of this site. */
export function useFill(): (text: string) => string {
  const { company } = kit.useRemote<SiteEnvironment>().config;
  return (text) => fill(text, company);
}
