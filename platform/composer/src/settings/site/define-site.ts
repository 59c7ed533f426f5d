import type { PublicConfig } from '@wholepage/contracts/config';
import type { Navigation } from '@wholepage/contracts/navigation';
import type { SiteDefinition } from '@wholepage/contracts/site';
import type { z } from 'zod';

/**
 * What `site.ts` exports as its default. Returns the definition as it is: it is there for the types, so that
 * `publicConfig` and `csp` know what the settings and content files hold.
 */
export const defineSite = <
  Schema extends z.ZodType,
  Nav extends Navigation,
  Contents extends Record<string, unknown>,
  Config extends PublicConfig,
>(
  definition: SiteDefinition<Schema, Nav, Contents, Config>,
): SiteDefinition<Schema, Nav, Contents, Config> => definition;
