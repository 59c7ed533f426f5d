import { SLOT_ID } from '@wholepage/contracts/page';
import type { PublicConfig } from 'site/config';
import { AskBar } from './AskBar/AskBar';
import { Header } from './Header/Header';
import styles from './Layout.module.css';

interface PartProps {
  config: PublicConfig;
  /** Path of the page that the server renders; in the browser the menu follows the address from there. */
  path: string;
}

/** The parts of the layout that scripts bring to life, by the id of the element that each one's own root has. */
export const LIVE_PARTS = {
  'layout-header': ({ config, path }: PartProps) => <Header config={config} path={path} />,
  'layout-bar': ({ config }: PartProps) => <AskBar company={config.company} />,
};
export type LivePart = keyof typeof LIVE_PARTS;

interface LayoutProps {
  /** HTML of each live part, and of the footer: nothing in that needs scripts, so none are sent for it. */
  html: Record<LivePart | 'slot' | 'footer', string>;
}

const Part = ({ id, html }: { id: LivePart; html: LayoutProps['html'] }) => (
  <div id={id} className={styles.part} dangerouslySetInnerHTML={{ __html: html[id] }} />
);

/**
 * What surrounds every page, as the server renders it. Each live part is a root of its own, and `main` is in none. Whoever changes a page on its way
 * makes React render one root from scratch. What is not in it stays.
 */
export function Layout({ html }: LayoutProps) {
  return (
    <>
      <Part id="layout-header" html={html} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <div id={SLOT_ID} dangerouslySetInnerHTML={{ __html: html.slot }} />
        <div className={styles.thread} aria-hidden="true">
          <div className={styles.sewn} />
        </div>
      </main>
      <div className={styles.part} dangerouslySetInnerHTML={{ __html: html.footer }} />
      <Part id="layout-bar" html={html} />
    </>
  );
}
