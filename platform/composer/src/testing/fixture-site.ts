import { join } from 'node:path';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { menuItemSchema } from '@wholepage/contracts/site';
import * as z from 'zod';
import { host, originList } from '../settings/setting-schemas';
import type { Site } from '../settings/settings';
import { defineSite } from '../settings/site/define-site';

export interface FixtureConfig extends PublicConfig {
  menu: { label: string; href: string }[];
  hosts: { articles: string; mail: string };
}

const originsOf = (address: string): string[] => (/^https?:/.test(address) ? [new URL(address).origin] : []);

const definition = defineSite({
  name: 'a site for tests',
  settings: z.object({ ARTICLES_HOST: host.default('/api'), MAIL_HOST: host.default(''), WIDGET_ORIGINS: originList }),
  production: [{ name: 'ARTICLES_HOST', reason: 'name the host of articles' }],
  navigation: {
    file: 'navigation.json',
    what: 'the links of the layout',
    schema: z.strictObject({ menu: z.array(menuItemSchema) }),
  },
  content: {
    owner: {
      file: 'owner.json',
      what: "the owner's name",
      schema: z.strictObject({ name: z.string() }),
    },
  },
  publicConfig: ({ settings, siteOrigin, navigation, content, address }): FixtureConfig => ({
    siteOrigin,
    site: {
      name: content.owner.name,
      description: 'Cloth.',
      keywords: 'cloth',
      language: 'en-IE',
      themeColor: '#123456',
    },
    menu: navigation.menu,
    hosts: { articles: address(settings.ARTICLES_HOST), mail: address(settings.MAIL_HOST) },
  }),
  csp: ({ ARTICLES_HOST, WIDGET_ORIGINS = [] }, allow) => ({
    form: originsOf(ARTICLES_HOST),
    connect: originsOf(ARTICLES_HOST),
    img: originsOf(ARTICLES_HOST),
    ...(allow?.script?.length && { script: WIDGET_ORIGINS, frame: WIDGET_ORIGINS }),
  }),
  readableOrigins: ({ ARTICLES_HOST }) => originsOf(ARTICLES_HOST),
  redirectOrigins: ({ WIDGET_ORIGINS = [] }) => WIDGET_ORIGINS,
  standaloneSources: ({ WIDGET_ORIGINS = [] }) => ({ script: WIDGET_ORIGINS }),
  apiKeepsPrefix: ['/api/v1.0/'],
  goals: { order: { event: 'shop:ordered', confirmedBy: ['POST /api/orders'], thanks: '/thanks' } },
  retiredWorkers: ['/sw.js'],
  apiPaths: ['orders', 'articles.php'],
  budgets: { scripts: () => 92_000, styles: 30_000, fonts: 50_000 },
});

/** A site definition without names of a real site. */
export const fixtureSite: Site = { definition, dir: join(__dirname, 'site') };
