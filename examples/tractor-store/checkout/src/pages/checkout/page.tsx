import { Button, LinkButton } from '@tractor-store/ui/Button';
import { definePage, useRemote } from '@wholepage/remote-kit';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import { useEffect, useState } from 'react';
import { Alert, CheckoutPage, Form, Ways } from '../../components/CheckoutPage';
import { CompactHeader } from '../../components/CompactHeader';
import { Field } from '../../components/Field';
import styles from './Checkout.module.css';

const FIELDS = [
  { name: 'firstname', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastname', label: 'Last name', autoComplete: 'family-name' },
] as const;

const WORDS: Record<string, string> = { firstname: 'your first name', lastname: 'your last name', storeId: 'a store' };

function Checkout({ missing }: { missing: string[] }) {
  const { shell } = useRemote();
  const [store, setStore] = useState<string>();
  useEffect(
    () => shell.events.subscribe('explore:store-picked', (detail) => setStore((detail as { name: string }).name)),
    [shell],
  );
  const asked = missing.flatMap((name) => WORDS[name] ?? []);
  return (
    <>
      <CompactHeader />
      <CheckoutPage heading="Checkout">
        {asked.length > 0 && <Alert>Still missing: {asked.join(' and ')}.</Alert>}
        <Form action="/checkout/place-order">
          <fieldset className={styles.fields}>
            <legend className={styles.legend}>Who are you?</legend>
            {FIELDS.map(({ name, label, autoComplete }) => (
              <Field
                key={name}
                label={label}
                name={name}
                autoComplete={autoComplete}
                maxLength={100}
                aria-invalid={missing.includes(name) || undefined}
              />
            ))}
          </fieldset>
          <RemoteFragment
            of="explore"
            name="store-picker"
            fallback={<p>Our list of stores is unavailable just now. Please try again in a moment.</p>}
          />
          <Ways>
            <Button type="submit">Place order</Button>
            <LinkButton href="/checkout/cart" look="quiet">
              Back to basket
            </LinkButton>
            <p className={styles.store} role="status">
              {store && `Your tractor will wait at ${store}.`}
            </p>
          </Ways>
        </Form>
      </CheckoutPage>
    </>
  );
}

export const page = definePage<{ missing: string[] }>({
  load: ({ url }) => ({
    head: { title: 'Checkout | The Tractor Store', canonical: '/checkout/checkout', noindex: true },
    data: { missing: (url.searchParams.get('missing') ?? '').split('.').filter((name) => Object.hasOwn(WORDS, name)) },
  }),
  Page: ({ data }) => <Checkout missing={data?.missing ?? []} />,
});
