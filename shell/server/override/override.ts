import { versionSchema } from 'contracts/release';
import { appNameSchema } from 'contracts/version';

/** Parameter of an address, and cookie, by which QA lays another release over the live site. */
export const OVERRIDE = 'override';
/** Value that ends it. */
export const NO_OVERRIDE = 'none';

/** A published release that one visitor sees in place of the live one. */
export interface Override {
  app: string;
  version: string;
}

/** Reads `mf-blog@1.0.0-3fa9c2d1`. @returns undefined for anything else */
export function readOverride(text: string): Override | undefined {
  const [app = '', version = '', ...more] = text.split('@');
  const isSound = appNameSchema.safeParse(app).success && versionSchema.safeParse(version).success;
  return isSound && more.length === 0 ? { app, version } : undefined;
}

export const overrideText = ({ app, version }: Override): string => `${app}@${version}`;

/** The override that a visitor brings; undefined without one, or with what is none. */
export function overrideOf(cookies: string | undefined): Override | undefined {
  const [, value] = new RegExp(`(?:^|;\\s*)${OVERRIDE}=([\\w.@-]{1,150})(?:;|$)`).exec(cookies ?? '') ?? [];
  return value === undefined ? undefined : readOverride(value);
}

/** Kept until the browser is closed. @param override undefined takes it back */
export const overrideCookie = (override: Override | undefined, secure: boolean): string =>
  `${OVERRIDE}=${override ? overrideText(override) : ''}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${override ? '' : '; Max-Age=0'}`;
