import { useRemote } from '@wholepage/remote-kit';
import type { ReactNode } from 'react';
import { EnquiryForm, type EnquiryFormProps } from 'shared-ui/EnquiryForm';
import sendThread from 'shared-ui/styles/send-thread.module.css';
import type { SiteEnvironment } from 'site/remote';
import styles from './OrderSheet.module.css';

interface OrderSheetProps extends Pick<EnquiryFormProps, 'form' | 'FileControl'> {
  /** Id of the heading in `children`. */
  labelledBy: string;
  /** The section's ground. The footer is indigo, so a section directly before it should not be. */
  ground: 'indigo' | 'paper';
  /** True when the section opens the page. */
  inFirstView?: boolean;
  /** Content beside the form. */
  children: ReactNode;
}

/** A form on a sheet of cloth, with words beside it. */
export function OrderSheet({ form, FileControl, labelledBy, ground, inFirstView, children }: OrderSheetProps) {
  const { config, shell } = useRemote<SiteEnvironment>();
  return (
    <section
      className={`${sendThread.thread} ${styles.ground}`}
      data-ground={ground}
      data-first-view={inFirstView || undefined}
      aria-labelledby={labelledBy}
    >
      <div className={styles.inner}>
        <div className={styles.words}>{children}</div>
        <div className={styles.lift} data-unprinted>
          <div className={styles.sheet} data-ground="sheet">
            <EnquiryForm form={form} FileControl={FileControl} config={config} shell={shell} />
          </div>
        </div>
      </div>
    </section>
  );
}
