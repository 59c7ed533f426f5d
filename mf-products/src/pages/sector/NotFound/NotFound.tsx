import { useRemote } from '@wholepage/remote-kit';
import { Banner } from 'shared-ui/Banner';
import { EnquiryButton } from 'shared-ui/EnquiryButton';
import { LinkButton } from 'shared-ui/LinkButton';
import { Section } from 'shared-ui/Section';
import type { SiteEnvironment } from 'site/remote';
import { Tiles } from '../../../components/Tiles/Tiles';
import type { Missing } from '../load';
import styles from './NotFound.module.css';

/** The page of an unknown slug: the fact, and the nearest drawers. */
export function NotFound({ words, pillows, tiles }: Missing) {
  const { shell } = useRemote<SiteEnvironment>();
  return (
    <div data-theme={pillows ? 'furnishings' : undefined}>
      <Banner
        heading={words.heading}
        text={pillows ? words.pillowsText : words.text}
        action={
          <div className={styles.ways}>
            <EnquiryButton onOpen={shell.openEnquiry}>{words.ask}</EnquiryButton>
            <LinkButton href="/product" variant="quiet">
              {words.back}
            </LinkButton>
          </div>
        }
      />
      <Section
        layout="plain"
        ground="cloth"
        stitch="top"
        heading={pillows ? words.furnishingsHeading : words.sectorsHeading}
      >
        <Tiles subject="scenes" layout={pillows ? 'quilt' : 'ledger'} tiles={tiles} headingLevel={3} />
      </Section>
    </div>
  );
}
