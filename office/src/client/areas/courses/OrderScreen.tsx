import { useOne } from '@refinedev/core';
import { json } from '@wholepage/staff-kit/browser/calls';
import { Fact, Failure, moment, Screen, State, Waiting } from '@wholepage/staff-kit/browser/screen';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { type Money, spell } from 'api-wire/money';
import type { OrderStory } from 'api-wire/office/courses';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { uuid } from 'shared-ui/uuid';
import { useAct } from '../../components/act';
import { Contact } from '../../components/Contact';
import { filteredPath } from '../../components/FilteredList';
import { holds } from '../../data/site';
import { RefundDialog, SettleDialog } from './RefundDialog';
import { orderWords } from './words';

type Payment = OrderStory['payments'][number];

function Story({ timeline }: Pick<OrderStory, 'timeline'>) {
  return (
    <ol className="timeline">
      {timeline.map(({ at, text, amount }, index) => (
        <li key={index}>
          <p>
            {text}
            {amount !== null && <b className="amount"> {spell(amount)}</b>}
          </p>
          <p className="hint">
            <time dateTime={at}>{moment(at)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}

const Sum = ({ name, of }: { name: string; of: Money }) => <Fact name={name}>{spell(of)}</Fact>;

function OpenOrder({ order }: { order: OrderStory }) {
  const me = useMe();
  const [refunding, setRefunding] = useState<{ payment: Payment; reason?: string }>();
  const { enrolment, payments } = order;
  const [receiptId] = useState(uuid);
  const receipt = useAct({
    act: () => json('POST', `/office/orders/${order.id}/receipt`, { id: receiptId }),
    done: `The receipt is on its way to ${enrolment?.email}.`,
  });
  const { label, sentence, tone } = orderWords(order.status);
  const [settling, setSettling] = useState<string>();
  const uncertain = order.refund_requests.filter(({ state }) => state === 'uncertain');
  return (
    <Screen
      title={enrolment ? enrolment.name : 'Order without an enrolment'}
      actions={
        <Link className="button quiet" to="/enrolments">
          Back to enrolments
        </Link>
      }
    >
      {order.paid_twice && order.problems.every(({ kind }) => kind !== 'paid_twice') && (
        <p className="notice" data-kind="bad">
          This order was paid twice. Refund one of the payments.
        </p>
      )}
      {order.problems.map(({ payment_id: paymentId, kind, title, text }) => {
        const payment = payments.find(({ id, returnable }) => id === paymentId && returnable.amount > 0);
        return (
          <div key={`${kind}:${paymentId}`} className="notice" data-kind="bad">
            <p>{text}</p>
            {holds(me, 'owner') && (
              <p className="actions">
                {payment && (
                  <button type="button" className="danger" onClick={() => setRefunding({ payment, reason: title })}>
                    Refund {spell(payment.returnable)} of {payment.id}
                  </button>
                )}
                <button type="button" onClick={() => setSettling(paymentId)}>
                  Settle payment {paymentId}
                </button>
              </p>
            )}
          </div>
        );
      })}
      {uncertain.map(({ id, amount }) => (
        <p key={id} className="notice" data-kind="warn">
          The provider has not answered the request to refund {spell(amount)}. The office looks for it there by itself,
          and says within 15 minutes whether it was made; do not repeat it until then.
        </p>
      ))}
      <div className="with-aside">
        <section className="sheet" aria-labelledby="story">
          <h2 id="story">What happened</h2>
          <Story timeline={order.timeline} />
        </section>
        <aside aria-label="About this order">
          <p>
            <State kind={tone}>{label}</State> {sentence}
          </p>
          <dl className="facts">
            <Fact name="Course">{enrolment?.course_label ?? '–'}</Fact>
            <Sum name="Ordered" of={order.amount} />
            <Sum name="Paid" of={order.paid} />
            <Sum name="Refunded" of={order.refunded} />
            {order.lost.amount > 0 && <Sum name="Taken back by the bank" of={order.lost} />}
            {order.in_dispute.amount > 0 && <Sum name="In dispute" of={order.in_dispute} />}
            <Sum name="Here" of={order.held} />
            <Fact name="Receipt">{order.receipt}</Fact>
            {order.provider_order_id && <Fact name="At the provider">{order.provider_order_id}</Fact>}
          </dl>
          {enrolment && (
            <>
              <Contact email={enrolment.email} phone={enrolment.phone} />
              <p>
                <Link to={filteredPath('/enquiries', 'q', enrolment.email)}>Enquiries of {enrolment.name}</Link>
              </p>
            </>
          )}
          <div className="actions">
            {enrolment && order.paid.amount > 0 && (
              <button type="button" disabled={receipt.isPending} onClick={() => receipt.mutate()}>
                Send the receipt again
              </button>
            )}
            {holds(me, 'owner') &&
              payments
                .filter(({ returnable }) => returnable.amount > 0)
                .map((payment) => (
                  <button key={payment.id} type="button" className="danger" onClick={() => setRefunding({ payment })}>
                    Refund {spell(payment.returnable)}
                    {payments.length > 1 && ` of ${payment.id}`}
                  </button>
                ))}
          </div>
          <Failure error={receipt.error} />
        </aside>
      </div>
      {settling && <SettleDialog paymentId={settling} onClose={() => setSettling(undefined)} />}
      {refunding && <RefundDialog order={order} {...refunding} onClose={() => setRefunding(undefined)} />}
    </Screen>
  );
}

/** An order with the payment's story. */
export function OrderScreen() {
  const { id = '' } = useParams();
  const { result, query } = useOne<OrderStory>({ resource: 'orders', id, liveMode: 'off' });
  if (result) return <OpenOrder key={id} order={result} />;
  return <Waiting title="Order" query={query} />;
}
