import { defineSite } from '@wholepage/composer/define-site';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { menuItemSchema } from '@wholepage/contracts/site';
import * as z from 'zod';
import { allowed } from './allowed';

/** The live site's settings for browsers. */
const settingsSchema = z.looseObject({
  site: z.custom<PublicConfig['site']>((value) => typeof value === 'object' && value !== null),
  hosts: z.record(z.string(), z.string()).optional(),
});

/** The stand-in for the site in another repository: the gate and the standalone page run on it. */
export default defineSite({
  name: 'the site',
  settings: z.object({}),
  navigation: {
    file: 'navigation.json',
    what: 'the links of the layout',
    schema: z.looseObject({ menu: z.array(menuItemSchema) }),
  },
  content: {
    live: {
      file: 'settings.json',
      what: 'the public settings of the live site',
      schema: settingsSchema,
    },
  },
  publicConfig: ({ siteOrigin, navigation, content: { live }, address }) => ({
    ...live,
    siteOrigin,
    navigation,
    hosts: Object.fromEntries(Object.entries(live.hosts ?? {}).map(([name, host]) => [name, address(host)])),
  }),
  csp: () => allowed.policy,
  budgets: {
    scripts: ({ path }) => allowed.scripts[path] ?? allowed.otherScripts,
    styles: allowed.styles,
    fonts: allowed.fonts,
  },
});
