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
  /** The slot and what lies beside it, in server-made HTML. */
  main: ServerHtml;
  /** The footer in server-made HTML: nothing in it needs scripts, so none are sent for it. */
  footer: ServerHtml;
  /** Dialogs and the like; browser only. */
  children?: ReactNode;
}

/** What is in the page's main part: the slot in which its remote has its own React root, and a thread down the margin. */
export function Main({ slot }: { slot: ServerHtml }) {
  return (
    <>
      <div id={SLOT_ID} dangerouslySetInnerHTML={slot} />
      <div className={styles.thread} aria-hidden="true">
        <div className={styles.sewn} />
      </div>
    </>
  );
}

/**
 * What surrounds every page. The slot is no element of this root, but HTML in one. At a visitor's press React hydrates a remote at
 * once, but only in an element that no other root has rendered.
 */
export function Frame({ config, path, main, footer, children }: FrameProps) {
  return (
    <>
      <Header config={config} path={path} />
      <main id="main" className={styles.main} tabIndex={-1} suppressHydrationWarning dangerouslySetInnerHTML={main} />
      <div suppressHydrationWarning dangerouslySetInnerHTML={footer} />
      <AskBar company={config.company} />
      {children}
    </>
  );
}
