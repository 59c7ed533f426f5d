import { startStandalone } from '@wholepage/tooling/standalone';
import { enquiryScenarios } from 'site/enquiry-scenarios';
import { DETAIL_SLUGS, SECTOR_SLUGS } from './content/slugs';
import 'shared-ui/styles/index.css';

/** Every slug with a page, and one of each kind without. */
const slugs = [...SECTOR_SLUGS, ...DETAIL_SLUGS, 'pillows-cushions', 'nowhere'];

startStandalone({
  name: 'mf-products',
  pages: ['/product', ...slugs.map((slug) => `/product/${slug}`)],
  scenarios: enquiryScenarios,
  fragments: [{ name: 'line-card', props: { path: '/product/curtains' } }],
});
