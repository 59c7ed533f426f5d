import { LinkButton } from '@tractor-store/ui/Button';
import { money } from '@tractor-store/ui/money';
import { type Answer, definePage, denied, type LoadContext } from '@wholepage/remote-kit';
import { dayOf, type Order, SESSION_COOKIE } from '../../api/account';
import { CheckoutApiError } from '../../api/cart';
import { CheckoutPage, Ways, WithoutData } from '../../components/CheckoutPage';
import styles from '../account/Account.module.css';

const headOf = (title: string) => ({ title: `${title} | The Tractor Store`, noindex: true });

async function load({ params, cookies, fetch, signal }: LoadContext): Promise<Answer<Order | null>> {
  if (typeof document === 'undefined' && !(SESSION_COOKIE in cookies)) return denied(401);
  const answer = await fetch(`/api/checkout/orders/${params.number}`, { signal });
  if (answer.status === 401 || answer.status === 403) return denied(answer.status);
  if (answer.status === 404) return { status: 404, head: headOf('No such order'), data: null };
  if (!answer.ok) throw new CheckoutApiError(`The order was answered with ${answer.status}.`);
  return { head: headOf(`Order ${params.number}`), data: (await answer.json()) as Order };
}

export const page = definePage<Order | null>({
  load,
  Page({ state, data, retry }) {
    if (state !== 'ready')
      return (
        <WithoutData
          state={state}
          heading="Your order"
          text="It is unavailable just now. Nothing of it is lost."
          retry={retry}
        />
      );
    return (
      <CheckoutPage heading={data ? `Order ${data.number}` : 'No such order'}>
        {data && (
          <>
            <p>
              {dayOf(data)}, {money(data.total)}
            </p>
            <ul className={styles.orders}>
              {data.items.map(({ sku, name, quantity, total }) => (
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
