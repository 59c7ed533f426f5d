import { Button } from '@tractor-store/ui/Button';
import type { HeadInput } from '@wholepage/contracts/head';
import type { ReactNode } from 'react';
import styles from './CheckoutPage.module.css';

interface CheckoutPageProps {
  heading: string;
  /** As wide as a text, unless it is one column of fields, or goods are laid out on it. */
  width?: 'text' | 'field' | 'shop';
  children?: ReactNode;
}

export const CheckoutPage = ({ heading, width = 'text', children }: CheckoutPageProps) => (
  <div className={styles.page} data-width={width}>
    <h1>{heading}</h1>
    {children}
  </div>
);

/** What went wrong with what somebody sent. */
export const Alert = ({ children }: { children: ReactNode }) => (
  <p className={styles.alert} role="alert">
    {children}
  </p>
);

/** Posts what is filled in, by an ordinary page load. */
export const Form = ({ action, children }: { action: string; children: ReactNode }) => (
  <form className={styles.form} action={action} method="post">
    {children}
  </form>
);

/** The ways on from a page. */
export const Ways = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>;

/** What `load` of a page answers while the back end cannot be read: {@link WithoutData} is shown then. */
export const away = (head: HeadInput) => ({ status: 503, head, data: null, maxAge: 0 });

interface WithoutDataProps {
  state: 'loading' | 'ready' | 'failed';
  heading: string;
  /** Why there is nothing to see, once it is known that nothing comes. */
  text: string;
  retry(): void;
}

/** A page whose data is on its way, or did not come. */
export function WithoutData({ state, heading, text, retry }: WithoutDataProps) {
  if (state === 'loading') return <div className={styles.page} aria-busy="true" />;
  return (
    <CheckoutPage heading={heading}>
      <Alert>{text}</Alert>
      <Ways>
        <Button onClick={retry}>Try again</Button>
      </Ways>
    </CheckoutPage>
  );
}
