import type { PageProps } from '@wholepage/remote-kit';
import { pageHead } from 'site/page-head';
import { definePage } from 'site/remote';
import { success } from '../../content/success';
import { loadKnown, type PaymentKnownOrNot } from './load-known';
import { NoPayment } from './NoPayment/NoPayment';
import { Receipt } from './Receipt/Receipt';
import { Unconfirmed } from './Unconfirmed/Unconfirmed';
import { usePaidHere } from './usePaidHere';

interface Data {
  /** Of the address; empty when it has none. */
  paymentId: string;
  known: PaymentKnownOrNot;
}

const isShownAsPaid = ({ known }: Data): boolean => known !== 'failed' && known !== 'unconfirmed';

function Page({ data }: PageProps<Data>) {
  const paidHere = usePaidHere(data);
  if (!data?.paymentId) return <NoPayment />;
  return paidHere || isShownAsPaid(data) ? (
    <Receipt paymentId={data.paymentId} isCertain={data.known !== 'authorized'} />
  ) : (
    <Unconfirmed paymentId={data.paymentId} failed={data.known === 'failed'} />
  );
}

export const page = definePage<Data>({
  load: async (context) => {
    const paymentId = (context.url.searchParams.get('payment_id') ?? '').trim();
    const data = { paymentId, known: paymentId ? await loadKnown(context, paymentId) : 'unconfirmed' } as const;
    const head = pageHead(success.meta, context, { noindex: true, action: null });
    const words = data.known === 'failed' ? success.failed : success.unconfirmed;
    const { heading: title } = paymentId ? words : success.missing;
    // One visitor's receipt is of no use to another.
    return { head: isShownAsPaid(data) ? head : { ...head, title }, data, maxAge: 0 };
  },
  Page,
});
