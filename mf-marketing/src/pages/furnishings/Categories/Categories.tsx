import { Heading } from 'shared-ui/Heading';
import { Section } from 'shared-ui/Section';
import { Tabs } from 'shared-ui/Tabs';
import { type Tile, TileGrid, type TileGridProps } from 'shared-ui/TileGrid';
import { furnishings } from '../../../content/furnishings';
import styles from './Categories.module.css';

/** Each chapter of the swatch book is laid out as suits what it shows. */
const LAYOUT_OF: Record<string, TileGridProps['layout']> = {
  bedding: 'lookbook',
  bath: 'quilt',
  curtains: 'rail',
  branded: 'staggered',
  tailored: 'ledger',
};

/** A tile with a sentence more on its make. */
const noted = ({ note, ...tile }: (typeof furnishings.categories.tabs)[number]['tiles'][number]): Tile => ({
  ...tile,
  more: note && <p className={styles.note}>{note}</p>,
});

/** Five chapters, the first one open. */
export function Categories() {
  const { heading, text, tabs } = furnishings.categories;
  return (
    <Section ground="cloth" heading={heading} lead={text} id="swatch-book">
      <Tabs
        label={heading}
        initial={0}
        tabs={tabs.map((tab) => ({
          id: tab.id,
          label: tab.label,
          panel: (
            <div className={styles.chapter}>
              <div className={styles.opening}>
                <Heading level={3} size="title">
                  {tab.label}
                </Heading>
                <p className={styles.text}>{tab.text}</p>
              </div>
              <TileGrid
                layout={LAYOUT_OF[tab.id] ?? 'swatches'}
                label={tab.label}
                tiles={tab.tiles.map(noted)}
                headingLevel={4}
              />
            </div>
          ),
        }))}
      />
    </Section>
  );
}
