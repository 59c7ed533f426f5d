import { SLOT_ID } from '@wholepage/contracts/page';
import type { ReactNode } from 'react';
import type { PublicConfig } from 'site/config';
import { AskBar } from './AskBar/AskBar';
import styles from './Frame.module.css';
import { Header } from './Header/Header';

/** HTML that React is to leave alone. */
export interface ServerHtml {
  __html: string;
}

interface FrameProps {
  config: PublicConfig;
  /** Path of the page shown. */
  path: string;
  /** What the slot holds in server-made HTML. */
  slot: ServerHtml;
  /** The footer in server-made HTML: nothing in it needs scripts, so none are sent for it. */
  footer: ServerHtml;
  /** Dialogs and the like; browser only. */
  children?: ReactNode;
}

/** What surrounds every page, and the slot in which its remote has its own React root. */
export function Frame({ config, path, slot, footer, children }: FrameProps) {
  return (
    <>
      <Header config={config} path={path} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <div id={SLOT_ID} suppressHydrationWarning dangerouslySetInnerHTML={slot} />
        <div className={styles.thread} aria-hidden="true">
          <div className={styles.sewn} />
        </div>
      </main>
      <div suppressHydrationWarning dangerouslySetInnerHTML={footer} />
      <AskBar company={config.company} />
      {children}
    </>
  );
}
