import { LinkButton } from '@tractor-store/ui/Button';
import { Picture } from '@tractor-store/ui/Picture';
import { definePage } from '@wholepage/remote-kit';
import { Confetti } from './Confetti';
import styles from './Thanks.module.css';

const ORDER = /^T\d{5}$/;

/** The order's form has led here by a page load, whose header counts no basket any more. */
const Thanks = ({ order }: { order: string | null }) => (
  <div className={styles.page}>
    <Confetti />
    <Picture of="CL-08-PI" className={styles.picture} alt="" width={400} height={300} />
    <h1>Thank you</h1>
    <p className={styles.text}>
      {order ? `Order ${order} is on its way to your store.` : 'Your order is on its way to your store.'} Bring a
      trailer, or drive it home.
    </p>
    <LinkButton href="/products/all">Continue shopping</LinkButton>
  </div>
);

export const page = definePage<{ order: string | null }>({
  load({ url }) {
    const order = url.searchParams.get('order');
    return {
      head: { title: 'Thank you | The Tractor Store', canonical: '/checkout/thanks', noindex: true },
      data: { order: order && ORDER.test(order) ? order : null },
    };
  },
  Page: ({ data }) => <Thanks order={data?.order ?? null} />,
});
