import { Button, LinkButton } from '@tractor-store/ui/Button';
import { money } from '@tractor-store/ui/money';
import { definePage, redirect } from '@wholepage/remote-kit';
import { type Account, dayOf, SESSION_COOKIE } from '../../api/account';
import { away, CheckoutPage, Form, Ways, WithoutData } from '../../components/CheckoutPage';
import styles from './Account.module.css';

function History({ name, orders }: Account) {
  return (
    <CheckoutPage heading="Your orders">
      <p>Signed in as {name}.</p>
      {orders.length === 0 ? (
        <p>You have not ordered anything yet.</p>
      ) : (
        <ul className={styles.orders}>
          {orders.map((order) => (
            <li key={order.number} className={styles.order}>
              <a href={`/checkout/orders/${order.number}`}>Order {order.number}</a>
              <span>{dayOf(order)}</span>
              <strong>{money(order.total)}</strong>
            </li>
          ))}
        </ul>
      )}
      <Form action="/checkout/sign-out">
        <Ways>
          <LinkButton href="/products/all">Continue shopping</LinkButton>
          <Button type="submit" look="quiet">
            Sign out
          </Button>
        </Ways>
      </Form>
    </CheckoutPage>
  );
}

export const page = definePage<Account | null>({
  async load({ cookies, fetch, signal }) {
    const isStranger = typeof document === 'undefined' && !(SESSION_COOKIE in cookies);
    if (isStranger) return redirect('/checkout/sign-in');
    const head = { title: 'Your orders | The Tractor Store', canonical: '/checkout/account', noindex: true };
    const answer = await fetch('/api/checkout/account', { signal }).catch(() => undefined);
    if (answer?.status === 401) return redirect('/checkout/sign-in');
    if (!answer?.ok) return away(head);
    return { head, data: (await answer.json()) as Account };
  },
  Page: ({ state, data, retry }) =>
    data ? (
      <History {...data} />
    ) : (
      <WithoutData
        state={state}
        heading="Your orders"
        text="They are unavailable just now. Nothing of them is lost."
        retry={retry}
      />
    ),
});
