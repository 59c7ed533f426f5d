import { money } from '@tractor-store/ui/money';
import { Picture } from '@tractor-store/ui/Picture';
import type { FormEvent } from 'react';
import type { Cart } from '../../api/cart';
import styles from './Cart.module.css';

type CartLineProps = Cart['items'][number] & { onRemove(event: FormEvent<HTMLFormElement>): void };

/** One variant in the cart. */
export function CartLine({ sku, id, name, quantity, price, total, onRemove }: CartLineProps) {
  const href = `/product/${id}?sku=${sku}`;
  return (
    <li className={styles.line}>
      <Picture of={sku} className={styles.picture} alt="" width={400} height={300} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          <a href={href}>{name}</a>
        </h2>
        <p className={styles.sku}>
          {sku}, {quantity} × {money(price)}
        </p>
      </div>
      <p className={styles.price}>{money(total)}</p>
      <form action="/checkout/cart/remove" method="post" onSubmit={onRemove}>
        <input type="hidden" name="sku" value={sku} />
        <button type="submit" className={styles.remove} aria-label={`Remove ${name}`}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M5 5l10 10M15 5L5 15" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
          </svg>
        </button>
      </form>
    </li>
  );
}
