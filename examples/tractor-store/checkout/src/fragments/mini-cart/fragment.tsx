import { useRemote } from '@wholepage/remote-kit';
import { defineFragment } from '@wholepage/remote-kit/fragment';
import { useEffect, useState } from 'react';
import { readCart } from '../../api/cart';
import styles from './MiniCart.module.css';

interface MiniCartData {
  count: number;
}

function MiniCart({ data }: { data: MiniCartData }) {
  const { shell } = useRemote();
  const [count, setCount] = useState(data.count);
  useEffect(
    () => shell.events.subscribe('checkout:cart-changed', (detail) => setCount((detail as MiniCartData).count)),
    [shell],
  );
  return (
    <a className={styles.cart} href="/checkout/cart" data-boundary="checkout">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          d="M4 9h16l-1.700 10.200a1.500 1.500 0 0 1-1.500 1.300H7.200a1.500 1.500 0 0 1-1.500-1.300zM8 9l3-6M16 9l-3-6"
        />
      </svg>
      <span className="visually-hidden">Basket,</span>
      <span key={count} className={styles.count} data-filled={count > 0 || undefined}>
        {count}
      </span>
      <span className="visually-hidden">{count === 1 ? 'item' : 'items'}</span>
    </a>
  );
}

/** How many pieces a visitor has chosen. */
export const fragment = defineFragment<Record<string, never>, MiniCartData>({
  async load({ cookies, fetch, signal }) {
    // On the server a visitor without a cart costs our back end nothing.
    const isServer = typeof document === 'undefined';
    if (isServer && Object.keys(cookies).length === 0) return { data: { count: 0 } };
    const { count } = await readCart(fetch, signal);
    return { data: { count } };
  },
  Component: MiniCart,
});
