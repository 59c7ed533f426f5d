import { startStandalone } from '@wholepage/tooling/standalone';
import { scenarios, standaloneFragments, standalonePages } from './scenarios';
import { fakeCheckout } from './testing/fake-checkout';
import 'shared-ui/styles/index.css';

startStandalone({
  name: 'mf-courses',
  pages: standalonePages,
  scenarios,
  fragments: standaloneFragments,
  prepare: fakeCheckout,
});
