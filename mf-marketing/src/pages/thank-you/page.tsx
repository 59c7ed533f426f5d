import { Heading } from 'shared-ui/Heading';
import { LinkButton } from 'shared-ui/LinkButton';
import { pageHead } from 'site/page-head';
import { definePage } from 'site/remote';
import type { Content } from '../../content/schema';
import raw from '../../content/thank-you.content.json';
import styles from './thank-you.module.css';

/** The build checks the record by `schema.ts`. */
const thankYou = raw as Content['thank-you'];

export const page = definePage({
  load: (context) => ({ head: pageHead(thankYou.meta, context, { noindex: true }), data: null }),
  Page: ThankYou,
});

/** A slip with the thanks for an enquiry, as if torn off an order book. */
function ThankYou() {
  const { label, heading, text, link } = thankYou;
  return (
    <div className={styles.table}>
      <div className={styles.slip} data-ground="sheet">
        <p className={styles.label}>{label}</p>
        <Heading level={1} size="display">
          {heading}
        </Heading>
        <p className={styles.text}>{text}</p>
        <LinkButton href="/">{link}</LinkButton>
      </div>
    </div>
  );
}
