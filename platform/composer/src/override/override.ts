import { versionSchema } from '@wholepage/contracts/release';
import { appNameSchema } from '@wholepage/contracts/version';

/** Parameter of an address, and cookie, by which QA lays another release over the live site. */
export const OVERRIDE = 'override';
/** Value that ends it. */
export const NO_OVERRIDE = 'none';

/** What one visitor sees in place of a live release. */
export interface Override {
  app: string;
  /** Version of a published release, or origin of a development server on the visitor's own machine. */
  build: string;
}

/**
 * Only the visitor's own machine: a link must not bring somebody else's scripts into a page. The composer itself never
 * asks there, which is another machine than its own.
 */
const OWN_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1):\d{2,5}$/;

export const isOnOwnMachine = (build: string): boolean => OWN_MACHINE.test(build);

/** Reads `articles@1.0.0-3fa9c2d1` and `articles@http://localhost:3003`. @returns undefined for anything else */
export function readOverride(text: string): Override | undefined {
  const [app = '', build = '', ...more] = text.split('@');
  const isBuild = isOnOwnMachine(build) || versionSchema.safeParse(build).success;
  return isBuild && appNameSchema.safeParse(app).success && more.length === 0 ? { app, build } : undefined;
}

export const overrideText = ({ app, build }: Override): string => `${app}@${build}`;

/** The override that a visitor brings; undefined without one, or with what is none. */
export function overrideOf(cookies: string | undefined): Override | undefined {
  const [, value] = new RegExp(`(?:^|;\\s*)${OVERRIDE}=([\\w.@:/-]{1,150})(?:;|$)`).exec(cookies ?? '') ?? [];
  return value === undefined ? undefined : readOverride(value);
}

/** Kept until the browser is closed. @param override undefined takes it back */
export const overrideCookie = (override: Override | undefined, secure: boolean): string =>
  `${OVERRIDE}=${override ? overrideText(override) : ''}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${override ? '' : '; Max-Age=0'}`;
