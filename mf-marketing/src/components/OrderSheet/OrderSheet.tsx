import { useRemote } from 'contracts/react';
import type { ReactNode } from 'react';
import { EnquiryForm, type EnquiryFormProps } from 'shared-ui/EnquiryForm';
import styles from './OrderSheet.module.css';

interface OrderSheetProps {
  /** Which enquiry the form sends. */
  form: EnquiryFormProps['form'];
  /** Id of the heading among the words. */
  labelledBy: string;
  /** What stands beside the form. */
  children: ReactNode;
}

/** A form on a sheet of pattern paper, on indigo, with words beside it. */
export function OrderSheet({ form, labelledBy, children }: OrderSheetProps) {
  const { config, shell } = useRemote();
  return (
    <section className={styles.ground} data-ground="indigo" aria-labelledby={labelledBy}>
      <div className={styles.inner}>
        <div className={styles.words}>{children}</div>
        <div className={styles.sheet} data-ground="sheet">
          <EnquiryForm form={form} config={config} shell={shell} />
        </div>
      </div>
    </section>
  );
}
