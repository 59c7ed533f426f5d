import { definePage } from '@wholepage/remote-kit';
import { memo } from 'react';
import { Banner } from 'shared-ui/Banner';
import { Lead } from 'shared-ui/Lead';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { Signpost } from 'shared-ui/Signpost';
import { Tabs } from 'shared-ui/Tabs';
import type { TileGridProps } from 'shared-ui/TileGrid';
import { Trail } from 'shared-ui/Trail';
import { preloaded, whenVisible } from 'shared-ui/WhenVisible';
import type { LoadContext } from 'site/remote';
import { Tiles } from '../../components/Tiles/Tiles';
import { products } from '../../content/products';
import { crumbs, productHead } from '../../lib/head';
import styles from './products.module.css';

const { meta, banner, tabs, getintuch, signpost } = products;

const ContactForm = whenVisible('contact-form', () =>
  import(/* webpackChunkName: "contact-form" */ '../../components/ContactForm').then((module) => module.ContactForm),
);

/** List of all pages that this page links to, for search engines. */
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

/** Renders once for each address: a part that still waits for its chunk must not render again. */
const Products = memo(function Products() {
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
      <ContactForm text={getintuch.text} />
      <Commitment />
      <Signpost {...signpost} />
    </>
  );
});

export const page = definePage({
  load: (context: LoadContext) =>
    preloaded(
      { head: productHead({ ...meta, image: banner.image }, crumbs(), collection, context), data: null },
      ContactForm,
    ),
  Page: () => <Products />,
});

const LAYOUTS: Record<string, TileGridProps['layout']> = {
  uniforms: 'quilt',
  furnishings: 'lookbook',
  merchandise: 'swatches',
};

/** Tabs of the three product families, each with its own layout. */
function ProductTabs() {
  const { tabs, tabsHeading, tabsText } = products;
  return (
    <Section layout="plain" ground="cloth" heading={tabsHeading} lead={tabsText} stitch>
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

/** Facts that a buyer asks for before an enquiry, and what to have at hand. */
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
  const { heading, text, image, points } = products.commitment;
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
