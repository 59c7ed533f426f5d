import type { PublicConfig } from 'contracts/config';
import { SLOT_ID } from 'contracts/page';
import type { ReactNode } from 'react';
import { Footer } from './Footer/Footer';
import styles from './Frame.module.css';
import { Header } from './Header/Header';
import { NotFound } from './NotFound/NotFound';

interface FrameProps {
  config: PublicConfig;
  /** Path of the page shown. */
  path: string;
  /** Whether a remote owns this path. */
  found: boolean;
  /** What the slot holds in server-made HTML. In the browser React leaves the slot alone. */
  slotHtml: { __html: string };
  /** Dialogs and the like; browser only. */
  children?: ReactNode;
}

/** What surrounds every page, and the slot in which its remote lives. */
export function Frame({ config, path, found, slotHtml, children }: FrameProps) {
  return (
    <>
      <Header company={config.company} path={path} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {!found && <NotFound />}
        <div id={SLOT_ID} suppressHydrationWarning dangerouslySetInnerHTML={slotHtml} />
      </main>
      <Footer company={config.company} />
      {children}
    </>
  );
}
