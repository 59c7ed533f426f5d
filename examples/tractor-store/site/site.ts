import { defineSite } from '@wholepage/composer/define-site';
import type { SiteService } from '@wholepage/contracts/site';
import { menuItemSchema } from '@wholepage/contracts/site';
import * as z from 'zod';

const backEnd = (team: string, port: number): SiteService => ({
  name: `${team}-back-end`,
  folder: `../${team}`,
  port: { variable: `${team.toUpperCase()}_PORT`, default: port },
  program: 'dist/back-end.mjs',
  build: { entry: 'back-end/server.ts' },
  backEndOf: team,
  deploy: { apart: true },
});

/** A customer of the tests, see ../checkout/README.md. */
async function testVisitor({ CHECKOUT_PORT = '3053' }: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${CHECKOUT_PORT}/checkout/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ada@farm.example', password: 'long furrow' }),
    redirect: 'manual',
  });
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? [];
  return { [name]: value };
}

/** The layout shows label and address of a link alone. */
const shown = menuItemSchema.refine(
  ({ accent, section, sections }) => !accent && section === undefined && sections.length === 0,
  'must be a label and an href: the layout shows no accent and no sections',
);

/** The Tractor Store: what the platform has to know of it. */
export default defineSite({
  name: 'the example',
  settings: z.object({}),
  navigation: {
    file: 'navigation.json',
    what: 'the links of the layout',
    schema: z.strictObject({ menu: z.array(shown) }),
  },
  publicConfig: ({ siteOrigin, navigation }) => ({
    siteOrigin,
    site: {
      name: 'The Tractor Store',
      description: 'Classic and autonomous tractors in every colour of the field. A store made by four teams.',
      keywords: 'tractors, micro frontends, module federation',
      language: 'en',
      themeColor: '#f6f1e6',
      ownerAttribute: 'data-boundary-page',
    },
    navigation,
  }),
  goals: { order: { confirmedBy: ['POST /checkout/place-order'], thanks: '/checkout/thanks' } },
  budgets: { scripts: () => 90_000, styles: 12_000, fonts: 45_000 },
  port: { variable: 'EXAMPLE_PORT', default: 3050 },
  dataFolder: 'example',
  services: [backEnd('explore', 3051), backEnd('decide', 3052), backEnd('checkout', 3053), backEnd('inspire', 3054)],
  testVisitor,
  sharedSources: ['../ui'],
  siteFiles: 'files',
});
