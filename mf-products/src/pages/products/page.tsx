import { definePage, useRemote } from '@wholepage/remote-kit';
import { Banner } from 'shared-ui/Banner';
import { GetInTouch } from 'shared-ui/GetInTouch';
import { Signpost } from 'shared-ui/Signpost';
import { Trail } from 'shared-ui/Trail';
import type { LoadContext, SiteEnvironment } from 'site/remote';
import { products } from '../../content/products';
import { crumbs, productHead } from '../../lib/head';
import { Commitment } from './Commitment/Commitment';
import { OrderNeeds } from './OrderNeeds/OrderNeeds';
import { ProductTabs } from './ProductTabs/ProductTabs';

const { meta, banner, tabs, getintuch, signpost } = products;

/** Everything the page leads to, for search engines. */
const collection = {
  '@type': 'CollectionPage',
  name: meta.title,
  description: meta.description,
  url: '/product',
  mainEntity: {
    '@type': 'ItemList',
    itemListElement: tabs
      .flatMap((tab) => tab.tiles)
      .map(({ title, href }, index) => ({ '@type': 'ListItem', position: index + 1, name: title, url: href })),
  },
};

function Products() {
  const { config, shell } = useRemote<SiteEnvironment>();
  return (
    <>
      <Trail crumbs={crumbs()} />
      <Banner
        variant="tall"
        heading={banner.heading}
        label={banner.label}
        text={banner.text}
        picture={banner.image}
        focus="end"
      />
      <ProductTabs />
      <OrderNeeds />
      <GetInTouch form="contact" text={getintuch.text} config={config} shell={shell} />
      <Commitment />
      <Signpost {...signpost} />
    </>
  );
}

export const page = definePage({
  load: (context: LoadContext) => ({
    head: productHead({ ...meta, image: banner.image }, crumbs(), collection, context),
    data: null,
  }),
  Page: Products,
});
