import { definePage, useRemote } from '@wholepage/remote-kit';
import { Banner } from 'shared-ui/Banner';
import { GetInTouch } from 'shared-ui/GetInTouch';
import { Lead } from 'shared-ui/Lead';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { Signpost } from 'shared-ui/Signpost';
import { Tabs } from 'shared-ui/Tabs';
import type { TileGridProps } from 'shared-ui/TileGrid';
import { Trail } from 'shared-ui/Trail';
import type { LoadContext, SiteEnvironment } from 'site/remote';
import { Tiles } from '../../components/Tiles/Tiles';
import { products } from '../../content/products';
import { crumbs, productHead } from '../../lib/head';
import styles from './products.module.css';

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

const LAYOUTS: Record<string, TileGridProps['layout']> = {
  uniforms: 'quilt',
  furnishings: 'lookbook',
  merchandise: 'swatches',
};

const { heading, text, image, points } = products.commitment;

export const page = definePage({
  load: (context: LoadContext) => ({
    head: productHead({ ...meta, image: banner.image }, crumbs(), collection, context),
    data: null,
  }),
  Page: Products,
});

/** Three families of products, each laid out in its own way. */
function ProductTabs() {
  const { tabs, tabsHeading, tabsText } = products;
  return (
    <Section layout="plain" ground="cloth" heading={tabsHeading} lead={tabsText} stitch="top">
      <Tabs
        label={tabsHeading}
        tabs={tabs.map(({ id, label, text, tiles }) => ({
          id,
          label,
          panel: (
            <div className={styles.panel}>
              <p className={styles.name} aria-hidden="true">
                {label}
              </p>
              <Lead>{text}</Lead>
              <Tiles subject="scenes" layout={LAYOUTS[id] ?? 'ledger'} tiles={tiles} label={label} headingLevel={3} />
            </div>
          ),
        }))}
      />
    </Section>
  );
}

/** What a buyer asks before writing, and what to have at hand for the answer. */
function OrderNeeds() {
  const { heading, text, facts } = products.order;
  return (
    <Section layout="plain" ground="linen" heading={heading} lead={text}>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name} className={styles.orderNeedsFact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Four promises, each with the number that it can be checked by. */
function Commitment() {
  return (
    <Section layout="plain" ground="paper" heading={heading} lead={text}>
      <div className={styles.sheet}>
        <Picture picture={image} className={styles.picture ?? ''} />
        <ul className={styles.points}>
          {points.map(({ figure, unit, text: promise }) => (
            <li key={unit} className={styles.point}>
              <p className={styles.commitmentFact}>
                <span className={styles.figure}>{figure}</span> <span className={styles.unit}>{unit}</span>
              </p>
              <p className={styles.promise}>{promise}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
