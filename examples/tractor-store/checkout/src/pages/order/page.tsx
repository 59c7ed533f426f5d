import { LinkButton } from '@tractor-store/ui/Button';
import { money } from '@tractor-store/ui/money';
import { type Answer, definePage, denied, type LoadContext } from '@wholepage/remote-kit';
import { dayOf, type Order, SESSION_COOKIE } from '../../api/account';
import { away, CheckoutPage, Ways, WithoutData } from '../../components/CheckoutPage';
import styles from '../account/Account.module.css';

const headOf = (title: string) => ({ title: `${title} | The Tractor Store`, noindex: true });

async function load({ params, cookies, fetch, signal }: LoadContext): Promise<Answer<Order | 'unknown' | null>> {
  if (typeof document === 'undefined' && !(SESSION_COOKIE in cookies)) return denied(401);
  const answer = await fetch(`/api/checkout/orders/${params.number}`, { signal }).catch(() => undefined);
  if (answer?.status === 401 || answer?.status === 403) return denied(answer.status);
  if (answer?.status === 404) return { status: 404, head: headOf('No such order'), data: 'unknown' };
  if (!answer?.ok) return away(headOf('Your order'));
  return { head: headOf(`Order ${params.number}`), data: (await answer.json()) as Order };
}

export const page = definePage<Order | 'unknown' | null>({
  load,
  Page({ state, data, retry }) {
    if (!data)
      return (
        <WithoutData
          state={state}
          heading="Your order"
          text="It is unavailable just now. Nothing of it is lost."
          retry={retry}
        />
      );
    const order = data === 'unknown' ? undefined : data;
    return (
      <CheckoutPage heading={order ? `Order ${order.number}` : 'No such order'}>
        {order && (
          <>
            <p>
              {dayOf(order)}, {money(order.total)}
            </p>
            <ul className={styles.orders}>
              {order.items.map(({ sku, name, quantity, total }) => (
                <li key={sku} className={styles.order}>
                  <span>
                    {quantity} × {name}
                  </span>
                  <strong>{money(total)}</strong>
                </li>
              ))}
            </ul>
          </>
        )}
        <Ways>
          <LinkButton href="/checkout/account" look="quiet">
            All orders
          </LinkButton>
        </Ways>
      </CheckoutPage>
    );
  },
});
