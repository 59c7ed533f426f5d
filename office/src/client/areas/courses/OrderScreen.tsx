import { useOne } from '@refinedev/core';
import type { OrderStory } from 'api-wire/office/courses';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Contact } from '../../components/Contact';
import { Failure } from '../../components/Failure';
import { Screen } from '../../components/Screen';
import { json } from '../../data/api';
import { filteredPath } from '../../data/filters';
import { moment, money } from '../../data/format';
import { holds, useMe } from '../../data/me';
import { useAct } from '../../data/use-act';
import { RefundDialog } from './RefundDialog';
import { labelOf, useCourses } from './use-courses';
import { orderWords } from './words';

type Payment = OrderStory['payments'][number];

function Story({ timeline }: Pick<OrderStory, 'timeline'>) {
  return (
    <ol className="timeline">
      {timeline.map(({ at, text, amount }, index) => (
        <li key={index}>
          <p>
            {text}
            {amount !== null && <b className="amount"> {money(amount)}</b>}
          </p>
          <p className="hint">
            <time dateTime={at}>{moment(at)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}

function OpenOrder({ order }: { order: OrderStory }) {
  const me = useMe();
  const courses = useCourses().result.data;
  const [refunding, setRefunding] = useState<Payment>();
  const { enrolment, payments } = order;
  const [receiptId] = useState(() => crypto.randomUUID());
  const receipt = useAct({
    act: () => json('POST', `/office/orders/${order.id}/receipt`, { id: receiptId }),
    done: `The receipt is on its way to ${enrolment?.email}.`,
  });
  const { text, kind } = orderWords(order.status);
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
      {order.paid_twice && (
        <p className="notice" data-kind="bad">
          This order was paid twice. Refund one of the payments.
        </p>
      )}
      {uncertain.map(({ id, amount }) => (
        <p key={id} className="notice" data-kind="warn">
          The provider has not answered the request to refund {money(amount)}. The office looks for it there by itself,
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
            <span className="state" data-kind={kind}>
              {text}
            </span>
          </p>
          <dl className="facts">
            <div>
              <dt>Course</dt>
              <dd>{enrolment ? labelOf(courses, enrolment.course) : '–'}</dd>
            </div>
            <div>
              <dt>Ordered</dt>
              <dd>{money(order.amount)}</dd>
            </div>
            <div>
              <dt>Paid</dt>
              <dd>{money(order.paid)}</dd>
            </div>
            <div>
              <dt>Refunded</dt>
              <dd>{money(order.refunded)}</dd>
            </div>
            <div>
              <dt>Receipt</dt>
              <dd>{order.receipt}</dd>
            </div>
            {order.provider_order_id && (
              <div>
                <dt>At the provider</dt>
                <dd>{order.provider_order_id}</dd>
              </div>
            )}
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
            {enrolment && order.paid > 0 && (
              <button type="button" disabled={receipt.isPending} onClick={() => receipt.mutate()}>
                Send the receipt again
              </button>
            )}
            {holds(me, 'owner') &&
              payments
                .filter(({ refundable }) => refundable > 0)
                .map((payment) => (
                  <button key={payment.id} type="button" className="danger" onClick={() => setRefunding(payment)}>
                    Refund {money(payment.refundable)}
                    {payments.length > 1 && ` of ${payment.id}`}
                  </button>
                ))}
          </div>
          <Failure error={receipt.error} />
        </aside>
      </div>
      {refunding && <RefundDialog order={order} payment={refunding} onClose={() => setRefunding(undefined)} />}
    </Screen>
  );
}

/** An order with the payment's story. */
export function OrderScreen() {
  const { id = '' } = useParams();
  const { result, query } = useOne<OrderStory>({ resource: 'orders', id, liveMode: 'off' });
  if (result) return <OpenOrder key={id} order={result} />;
  return (
    <Screen title="Order">
      <Failure error={query.error && new Error(query.error.message)} onRetry={() => void query.refetch()} />
      {query.isLoading && <p className="empty">Loading …</p>}
    </Screen>
  );
}
