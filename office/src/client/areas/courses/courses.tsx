import { useOne } from '@refinedev/core';
import { acting, Dialog, SelectField, TextField } from '@wholepage/staff-kit/browser/forms';
import { Back, Fact, Failure, moment, Notice, Screen, Time, Waiting } from '@wholepage/staff-kit/browser/screen';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { inUnits, isSame, type Money, nameOf, ofUnits, spell, spellPrice } from 'api-wire/money';
import type { Course, EnrolmentRow, OrderStory } from 'api-wire/office/courses';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { uuid } from 'shared-ui/uuid';
import { useAct, useDownload } from '../../components/act';
import { Contact } from '../../components/Contact';
import {
  type Column,
  type ColumnOf,
  FilteredList,
  Filters,
  filteredPath,
  ListTable,
  RowLink,
  useListPath,
  useListTable,
} from '../../components/FilteredList';
import { call } from '../../data/call';
import { useDraft } from '../../data/drafts';
import { holds } from '../../data/site';
import { COURSE_STATES, labelOf, optionsOf, orderWords, Status, useCourses } from '../words';
import { RefundDialog, SettleDialog } from './RefundDialog';

/** Changes a course. Typed fields survive a failed save and a reload; other fields follow the course, whoever changes it. */
function CourseDialog({ course, onClose }: { course: Course; onClose(): void }) {
  const now = {
    price: String(inUnits(course.price)),
    status: course.status,
    place: course.place ?? '',
    dates: course.next_dates ?? '',
    reason: '',
  };
  const [typed, setTyped, dropTyped] = useDraft<Partial<typeof now>>(`course:${course.variant}`, {});
  const { price, status, place, dates, reason } = { ...now, ...typed };
  const field = (name: keyof typeof now) => ({
    value: { ...now, ...typed }[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
  });
  // The version at opening. After somebody else's change, one save is refused, even if the list behind shows the change.
  const [seen, setSeen] = useState<number | undefined>(course.version);
  const { currency } = course.price;
  const wanted = ofUnits(Number(price), currency);
  const save = useAct({
    act: () =>
      call('PATCH /courses/:variant', {
        variant: course.variant,
        body: {
          ...(!isSame(wanted, course.price) && { price: wanted }),
          ...(status !== course.status && { status }),
          ...(place !== now.place && { place }),
          ...(dates !== now.dates && { next_dates: dates }),
          ...(reason && { reason }),
          version: seen ?? course.version,
        },
      }),
    done: `${course.label} is changed. The site says so from now on.`,
    resources: ['courses'],
    onDone: dropTyped,
  });
  const end = () => {
    dropTyped();
    onClose();
  };
  return (
    <Dialog
      title={`Change ${course.label}`}
      action={`Change ${course.label}`}
      {...acting(save, { onSuccess: onClose, onError: () => setSeen(undefined) })}
      onClose={end}
    >
      <SelectField label="Enrolment" {...field('status')} options={optionsOf(COURSE_STATES)} />
      <TextField
        label={`Price in ${nameOf(currency)}`}
        type="number"
        min={1}
        step={1}
        required
        {...field('price')}
        hint={`${course.plus_tax ? 'Tax comes on top. ' : ''}A new price counts for orders from now on.`}
      />
      <TextField label="Place" {...field('place')} maxLength={60} />
      <TextField
        label="Next dates"
        {...field('dates')}
        maxLength={120}
        hint="Shown on the course's page. Empty: it says that dates are agreed after the payment."
      />
      <TextField label="Reason, for your own records" {...field('reason')} maxLength={200} />
    </Dialog>
  );
}

export function CoursesScreen() {
  const me = useMe();
  const { result, query } = useCourses();
  const [variant, setVariant] = useState<string>();
  const changing = result.data.find((course) => course.variant === variant);
  const columns: Column<Course>[] = [
    {
      header: 'Course',
      show: ({ variant, label }) => <Link to={filteredPath('enrolments', 'course', variant)}>{label}</Link>,
    },
    {
      header: 'Price',
      isNumber: true,
      show: ({ price, plus_tax: plusTax }) => spellPrice({ price, plusTax }),
    },
    { header: 'Enrolment', show: ({ status }) => <Status {...COURSE_STATES[status]} /> },
    ...(holds(me, 'owner')
      ? [
          {
            header: 'Change',
            show: (course: Course) => (
              <button type="button" onClick={() => setVariant(course.variant)}>
                Change {course.label}
              </button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Screen title="Courses">
      <p className="hint">A course that is full or closed is shown on the site, and nobody can pay for it.</p>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {result.data.length > 0 && (
        <ListTable caption="Courses" rows={result.data} columns={columns} idOf={({ variant }) => variant} />
      )}
      {changing && <CourseDialog course={changing} onClose={() => setVariant(undefined)} />}
    </Screen>
  );
}

const PAID = [
  ['', 'Paid or not'],
  ['true', 'Paid'],
  ['false', 'Not paid'],
] as const;

export function EnrolmentsScreen() {
  const table = useListTable('enrolments', 'created_at');
  const courses = useCourses().result.data;
  const course = table.filtered('course');
  const asked = course && `?course=${encodeURIComponent(course)}`;
  const save = useDownload('GET', `/office/exports/participants.csv${asked}`, 'participants.csv');
  const columns: ColumnOf<'enrolments'>[] = [
    {
      header: 'Name',
      sort: 'name',
      show: ({ id, name, order_id: order }) => (
        <RowLink to={order ? `/orders/${order}` : `/enrolments/${id}`}>{name}</RowLink>
      ),
    },
    {
      header: 'Contact',
      show: ({ email, phone }) => (
        <span className="reach">
          {email}
          <br />
          {phone}
        </span>
      ),
    },
    { header: 'Course', sort: 'course', show: (row) => row.course_label },
    { header: 'Order', show: ({ order_status: status }) => <Status {...orderWords(status)} /> },
    { header: 'Ordered', isNumber: true, show: ({ amount }) => amount && spell(amount) },
    { header: 'Here', isNumber: true, show: ({ held }) => (held?.amount ? spell(held) : '') },
    { header: 'Enrolled', sort: 'created_at', show: ({ created_at: at }) => <Time at={at} /> },
  ];
  return (
    <Screen
      title="Enrolments"
      actions={
        <button type="button" className="quiet" onClick={() => save.mutate()}>
          Download {course ? `participants of ${labelOf(courses, course)}` : 'all participants'} as CSV
        </button>
      }
    >
      <Filters
        table={table}
        search={['q', 'Search enrolments']}
        choices={[
          [
            'course',
            'Course',
            [['', 'All courses'], ...courses.map(({ variant, label }) => [variant, label] as const)],
          ],
          ['paid', 'Money', PAID],
        ]}
      />
      <FilteredList
        table={table}
        error={save.error}
        caption="Enrolments"
        columns={columns}
        one="enrolment"
        empty={{
          filtered: 'No enrolment fits this search.',
          all: 'Nobody enrolled yet. The first one appears here by itself.',
        }}
      />
    </Screen>
  );
}

function OpenEnrolment({ enrolment }: { enrolment: EnrolmentRow }) {
  const { name, email, phone, order_id: order, amount, held } = enrolment;
  const words = orderWords(enrolment.order_status);
  return (
    <Screen title={name} actions={<Back to={useListPath('/enrolments')}>enrolments</Back>}>
      <section className="sheet" aria-label="Enrolment">
        <p>
          <Status {...words} /> {words.sentence}
        </p>
        <dl className="facts">
          <Fact name="Course">{enrolment.course_label}</Fact>
          <Fact name="Enrolled">{moment(enrolment.created_at)}</Fact>
          {amount !== null && <Fact name="Ordered">{spell(amount)}</Fact>}
          {held && held.amount > 0 && <Fact name="Here">{spell(held)}</Fact>}
        </dl>
        <Contact email={email} phone={phone} />
        <p className="actions">
          {order && (
            <Link className="button" to={`/orders/${order}`}>
              Open the order
            </Link>
          )}
          <Link className="button" to={filteredPath('enquiries', 'q', email)}>
            Enquiries of {name}
          </Link>
        </p>
      </section>
    </Screen>
  );
}

/** A person's enrolment, with or without an order. */
export function EnrolmentScreen() {
  const { id = '' } = useParams();
  const { result, query } = useOne<EnrolmentRow>({ resource: 'enrolments', id, liveMode: 'off' });
  if (result) return <OpenEnrolment key={id} enrolment={result} />;
  return <Waiting title="Enrolment" query={query} />;
}

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
  const words = orderWords(order.status);
  const [receiptId, setReceiptId] = useState(uuid);
  const receipt = useAct({
    act: () => call('POST /orders/:id/receipt', { id: order.id, body: { id: receiptId } }),
    done: `The receipt is on its way to ${enrolment?.email}.`,
    // A press after the confirmation is meant: it is a new request, for another mail.
    onDone: () => setReceiptId(uuid()),
  });
  const [settling, setSettling] = useState<{ paymentId: string; text: string }>();
  const uncertain = order.refund_requests.filter(({ state }) => state === 'uncertain');
  return (
    <Screen
      title={enrolment ? enrolment.name : 'Order without an enrolment'}
      actions={<Back to={useListPath('/enrolments')}>enrolments</Back>}
    >
      {order.paid_twice && order.problems.every(({ kind }) => kind !== 'paid_twice') && (
        <Notice kind="bad">This order was paid twice. Refund one of the payments.</Notice>
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
                <button type="button" onClick={() => setSettling({ paymentId, text })}>
                  Settle payment {paymentId}
                </button>
              </p>
            )}
          </div>
        );
      })}
      {uncertain.map(({ id, amount }) => (
        <Notice key={id} kind="warn">
          The provider has not answered the request to refund {spell(amount)}. The office looks for it there by itself,
          and says within 15 minutes whether it was made; do not repeat it until then.
        </Notice>
      ))}
      <div className="with-aside">
        <section className="sheet" aria-labelledby="story">
          <h2 id="story">What happened</h2>
          <Story timeline={order.timeline} />
        </section>
        <aside aria-label="About this order">
          <p>
            <Status {...words} /> {words.sentence}
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
                <Link to={filteredPath('enquiries', 'q', enrolment.email)}>Enquiries of {enrolment.name}</Link>
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
      {settling && <SettleDialog {...settling} onClose={() => setSettling(undefined)} />}
      {refunding && <RefundDialog order={order} {...refunding} onClose={() => setRefunding(undefined)} />}
    </Screen>
  );
}

export function OrderScreen() {
  const { id = '' } = useParams();
  const { result, query } = useOne<OrderStory>({ resource: 'orders', id, liveMode: 'off' });
  if (result) return <OpenOrder key={id} order={result} />;
  return <Waiting title="Order" query={query} />;
}
