import { defineSite } from '@wholepage/composer/define-site';
import { menuItemSchema } from '@wholepage/contracts/navigation';
import { z } from 'zod';

/** Stands in for the site in the repository of a remote, which has none: the gate's composer and the stage run on it. */
export default defineSite({
  name: 'a site',
  settings: z.object({}),
  navigation: {
    variable: 'NAVIGATION_FILE',
    file: 'navigation.json',
    what: 'the links of the frame',
    schema: z.looseObject({ menu: z.array(menuItemSchema) }),
  },
  publicConfig: ({ siteOrigin, navigation }) => ({
    siteOrigin,
    site: { name: 'The site', description: '', keywords: '', language: 'en' },
    navigation,
  }),
  budgets: { scripts: () => 97_000, styles: 30_000, fonts: 53_000 },
});
