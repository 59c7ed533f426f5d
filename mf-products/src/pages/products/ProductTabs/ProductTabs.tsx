import { Lead } from 'shared-ui/Lead';
import { Section } from 'shared-ui/Section';
import { Tabs } from 'shared-ui/Tabs';
import type { TileGridProps } from 'shared-ui/TileGrid';
import { Tiles } from '../../../components/Tiles/Tiles';
import { products } from '../../../content/products';
import styles from './ProductTabs.module.css';

const LAYOUTS: Record<string, TileGridProps['layout']> = {
  uniforms: 'quilt',
  furnishings: 'lookbook',
  merchandise: 'swatches',
};

/** Three families of products, each laid out in its own way. */
export function ProductTabs() {
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
