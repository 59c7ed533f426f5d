import { SLOT_ID } from '@wholepage/contracts/page';
import type { PublicConfig } from 'site/config';
import { AskBar } from './AskBar/AskBar';
import { Header } from './Header/Header';
import styles from './Layout.module.css';

interface PartProps {
  config: PublicConfig;
  /** Path of the page that the server renders. In the browser the menu then follows the address. */
  path: string;
}

/** The parts of the layout that are hydrated, each as a root of its own, by the id of its element. */
export const LIVE_PARTS = {
  'layout-header': ({ config, path }: PartProps) => <Header config={config} path={path} />,
  'layout-bar': ({ config }: PartProps) => <AskBar company={config.company} />,
};
export type LivePart = keyof typeof LIVE_PARTS;

interface LayoutProps {
  /** HTML of each live part, of the slot and of the footer. The footer needs no scripts, so none are sent for it. */
  html: Record<LivePart | 'slot' | 'footer', string>;
}

const Part = ({ id, html }: { id: LivePart; html: LayoutProps['html'] }) => (
  <div id={id} className={styles.part} dangerouslySetInnerHTML={{ __html: html[id] }} />
);

/**
 * The layout around every page, as the server renders it. Each live part is a root of its own, and `main` is in none.
 * When somebody changes the HTML on its way, React renders only the root around the change from scratch.
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
