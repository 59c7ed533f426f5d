import { pageHead } from 'site/page-head';
import { definePage } from 'site/remote';
import { thankYou } from '../../content/thank-you';
import { ThankYou } from './ThankYou/ThankYou';

export const page = definePage({
  load: (context) => ({ head: pageHead(thankYou.meta, context, { noindex: true }), data: null }),
  Page: ThankYou,
});
