import { Button } from '@tractor-store/ui/Button';
import { money } from '@tractor-store/ui/money';
import { useRemote } from '@wholepage/remote-kit';
import { defineFragment } from '@wholepage/remote-kit/fragment';
import { type FormEvent, useState } from 'react';
import { CheckoutApiError, sendCartForm } from '../../api/cart';
import type { AddToCartProps } from '../props';
import styles from './AddToCart.module.css';

interface Offer {
  sku: string;
  name: string;
  price: number;
  inventory: number;
}

/** Stock that is worth a word. */
const FEW = 3;

const stockOf = ({ inventory }: Offer): string => {
  if (inventory === 0) return 'Out of stock';
  return inventory <= FEW ? `Only ${inventory} left` : 'In stock, free pick-up';
};

/** A link to it may be older than the range. */
function NotSold() {
  return (
    <p className={styles.offer} data-boundary="checkout">
      This one is not sold any more.
    </p>
  );
}

function OfferForm({ offer }: { offer: Offer }) {
  const { shell } = useRemote();
  const [outcome, setOutcome] = useState<{ sku: string; text: string }>();
  const [isSending, setSending] = useState(false);

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setSending(true);
    try {
      const { count, isAdded } = await sendCartForm(form);
      shell.events.publish('checkout:cart-changed', { count });
      setOutcome({ sku: offer.sku, text: isAdded === false ? 'Your basket has all that is left.' : 'Added.' });
    } catch {
      // As without scripts: the server says what is wrong.
      form.submit();
    } finally {
      setSending(false);
    }
  };

  return (
    <form className={styles.form} action="/checkout/cart/add" method="post" onSubmit={add} data-boundary="checkout">
      <input type="hidden" name="sku" value={offer.sku} />
      <p className={styles.offer} aria-live="polite">
        <strong className={styles.price}>{money(offer.price)}</strong>
        <span className={styles.stock} data-few={offer.inventory <= FEW || undefined}>
          {stockOf(offer)}
        </span>
      </p>
      <Button type="submit" disabled={offer.inventory === 0} aria-busy={isSending}>
        Add to basket
      </Button>
      <p className={styles.added} role="status">
        {outcome?.sku === offer.sku && (
          <>
            {outcome.text} <a href="/checkout/cart">View your basket</a>
          </>
        )}
      </p>
    </form>
  );
}

/** Price and stock of a variant, and the way into the cart. */
export const fragment = defineFragment<AddToCartProps, Offer | null>({
  async load({ props: { sku }, fetch, signal }) {
    const answer = await fetch(`/api/checkout/offers/${encodeURIComponent(sku)}`, { signal });
    if (answer.status === 404) return { data: null, status: 404 };
    if (!answer.ok) throw new CheckoutApiError(`${sku} was answered with ${answer.status}.`);
    return { data: (await answer.json()) as Offer };
  },
  Component: ({ data }) => (data ? <OfferForm offer={data} /> : <NotSold />),
});
