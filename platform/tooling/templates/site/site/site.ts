import { defineSite } from '@wholepage/composer/define-site';
import { menuItemSchema } from '@wholepage/contracts/site';
import * as z from 'zod';

/** The definition of this site for the platform. */
export default defineSite({
  name: 'the site',
  settings: z.object({}),
  navigation: {
    file: 'navigation.json',
    what: 'the links of the layout',
    schema: z.strictObject({ menu: z.array(menuItemSchema) }),
  },
  publicConfig: ({ siteOrigin, navigation }) => ({
    siteOrigin,
    site: {
      name: 'Site Template',
      description: 'Site Template: what there is, where it is, and when it is open.',
      keywords: 'Site Template',
      language: 'en',
      themeColor: '#fbfaf7',
    },
    navigation,
  }),
  budgets: { scripts: () => 90_000, styles: 12_000, fonts: 40_000 },
  siteFiles: 'files',
  staff: ['console'],
});
