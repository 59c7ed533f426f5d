import { pageHead } from 'contracts/page-head';
import { definePage, type PageProps } from 'remote-kit';
import { success } from '../../content/success';
import { NoPayment, Receipt } from './Receipt/Receipt';

/** The payment id of the address; empty when it has none. */
type Data = string;

function Page({ data }: PageProps<Data>) {
  return data ? <Receipt paymentId={data} /> : <NoPayment />;
}

export const page = definePage<Data>({
  load: (context) => {
    const paymentId = (context.url.searchParams.get('payment_id') ?? '').trim();
    const head = pageHead(success.meta, context, { noindex: true });
    // One visitor's receipt is of no use to another.
    return { head: paymentId ? head : { ...head, title: success.missing.heading }, data: paymentId, maxAge: 0 };
  },
  Page,
});
