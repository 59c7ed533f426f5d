import { defineSite } from '@wholepage/composer/define-site';
import { menuItemSchema } from '@wholepage/contracts/site';
import * as z from 'zod';

/** The layout shows label and address of a link alone. */
const shown = menuItemSchema.refine(
  ({ accent, section, sections }) => !accent && section === undefined && sections.length === 0,
  'must be a label and an href: the layout shows no accent and no sections',
);

/** The definition of this site for the platform. */
export default defineSite({
  name: 'the site',
  settings: z.object({}),
  navigation: {
    file: 'navigation.json',
    what: 'the links of the layout',
    schema: z.strictObject({ menu: z.array(shown) }),
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
