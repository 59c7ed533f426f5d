import { LinkButton } from '@tractor-store/ui/Button';
import { money } from '@tractor-store/ui/money';
import { definePage, useRemote } from '@wholepage/remote-kit';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import { type FormEvent, useState } from 'react';
import { type Cart, readCart, sendCartForm } from '../../api/cart';
import { Alert, away, CheckoutPage, Ways, WithoutData } from '../../components/CheckoutPage';
import styles from './Cart.module.css';
import { CartLine } from './CartLine';

const EMPTY: Cart = { items: [], count: 0, total: 0 };

function Basket({ initial, isRefused }: { initial: Cart; isRefused: boolean }) {
  const { shell } = useRemote();
  const [{ items, total }, setCart] = useState(initial);

  const remove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      const changed = await sendCartForm(form);
      setCart(changed);
      shell.events.publish('checkout:cart-changed', { count: changed.count });
    } catch {
      form.submit();
    }
  };

  return (
    <CheckoutPage heading="Your basket" width="shop">
      {isRefused && <Alert>There is no more of it in stock: nothing was added.</Alert>}
      {items.length === 0 ? (
        <p className={styles.empty}>There is nothing in it yet. A tractor would look good here.</p>
      ) : (
        <>
          <ul className={styles.lines}>
            {items.map((item) => (
              <CartLine key={item.sku} {...item} onRemove={remove} />
            ))}
          </ul>
          <p className={styles.total}>
            Total <strong>{money(total)}</strong>
          </p>
        </>
      )}
      <div className={styles.ways}>
        <Ways>
          {items.length > 0 && <LinkButton href="/checkout/checkout">Checkout</LinkButton>}
          <LinkButton href="/products/all" look="quiet">
            Continue shopping
          </LinkButton>
        </Ways>
      </div>
      <RemoteFragment of="explore" name="recommendations" props={{ skus: items.map(({ sku }) => sku) }} />
    </CheckoutPage>
  );
}

export const page = definePage<Cart | null>({
  async load({ cookies, fetch, signal }) {
    const head = { title: 'Your basket | The Tractor Store', canonical: '/checkout/cart', noindex: true };
    const isServer = typeof document === 'undefined';
    const isKnownEmpty = isServer && Object.keys(cookies).length === 0;
    const cart = isKnownEmpty ? EMPTY : await readCart(fetch, signal).catch(() => undefined);
    return cart ? { head, data: cart } : away(head);
  },
  Page: ({ state, data, url, retry }) =>
    data ? (
      <Basket initial={data} isRefused={url.searchParams.has('refused')} />
    ) : (
      <WithoutData
        state={state}
        heading="Your basket"
        text="It is unavailable just now. Nothing in it is lost."
        retry={retry}
      />
    ),
});
