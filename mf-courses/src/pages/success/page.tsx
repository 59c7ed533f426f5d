import { type PageProps, useRemote } from '@wholepage/remote-kit';
import type { PaymentKnown } from 'api-wire/orders';
import { useEffect, useState } from 'react';
import { Heading } from 'shared-ui/Heading';
import { LinkButton } from 'shared-ui/LinkButton';
import { telHref } from 'site/company-text';
import { pageHead } from 'site/page-head';
import { definePage, type LoadContext, type SiteEnvironment } from 'site/remote';
import type { Content } from '../../content/schema';
import raw from '../../content/success.content.json';
import { confirmPayment, unconfirmed } from '../../enrolment/calls';
import styles from './success.module.css';

const success = raw as Content['success'];

interface Data {
  /** Of the address; empty when it has none. */
  paymentId: string;
  known: PaymentKnownOrNot;
}

/** What a payment is whose money is not here; each has its words. */
const UNPAID = ['failed', 'returned', 'unconfirmed'] as const;
type Unpaid = (typeof UNPAID)[number];
const unpaidOf = ({ known }: Data): Unpaid | undefined => UNPAID.find((one) => one === known);

function Page({ data }: PageProps<Data>) {
  const paidHere = usePaidHere(data);
  if (!data?.paymentId) return <NoPayment />;
  const unpaid = paidHere ? undefined : unpaidOf(data);
  if (unpaid) return <Unconfirmed paymentId={data.paymentId} known={unpaid} />;
  return <Receipt paymentId={data.paymentId} isCertain={data.known !== 'authorized'} />;
}

export const page = definePage<Data>({
  load: async (context) => {
    const paymentId = (context.url.searchParams.get('payment_id') ?? '').trim();
    const data = { paymentId, known: paymentId ? await loadKnown(context, paymentId) : 'unconfirmed' } as const;
    const head = pageHead(success.meta, context, { noindex: true, action: null });
    const unpaid = unpaidOf(data);
    const words = paymentId ? unpaid && success[unpaid] : success.missing;
    // One visitor's receipt is of no use to another.
    return { head: words ? { ...head, title: words.heading, description: words.text } : head, data, maxAge: 0 };
  },
  Page,
});

/** Longest that the page waits. Milliseconds. */
const TIMEOUT = 2000;

/** `unknown`: the course host cannot say, for it does not know the call, or does not answer now. */
type PaymentKnownOrNot = PaymentKnown | 'unknown';

const STATES: readonly unknown[] = ['confirmed', 'authorized', ...UNPAID] satisfies PaymentKnown[];
const isState = (value: unknown): value is PaymentKnown => STATES.includes(value);

/** Asks the course host whether a payment was made. Never rejects while the page is wanted. */
async function loadKnown({ config, fetch, signal }: LoadContext, paymentId: string): Promise<PaymentKnownOrNot> {
  try {
    const response = await fetch(`${config.hosts.courses}/payment_state?payment_id=${encodeURIComponent(paymentId)}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    const answer: unknown = response.ok ? await response.json() : undefined;
    const state = typeof answer === 'object' && answer !== null && 'state' in answer ? answer.state : undefined;
    return isState(state) ? state : 'unknown';
  } catch (error) {
    if (signal.aborted) throw error;
    return 'unknown';
  }
}

/**
 * Whether this very browser came from the provider's checkout with this payment, and only the confirmation was lost: it is
 * sent a second time then.
 */
function usePaidHere(data: { paymentId: string } | undefined): boolean {
  const { config } = useRemote<SiteEnvironment>();
  const [paidHere, setPaidHere] = useState(false);
  const paymentId = data?.paymentId;
  useEffect(() => {
    const payment = unconfirmed.read();
    if (!paymentId || payment.razorpay_payment_id !== paymentId) return;
    setPaidHere(true);
    void confirmPayment(config.hosts.courses, payment).then((isConfirmed) => isConfirmed && unconfirmed.drop());
  }, [config, paymentId]);
  return paidHere;
}

interface ReceiptProps {
  paymentId: string;
  /** The money has come; the bank has only agreed otherwise. */
  isCertain: boolean;
}

/** Paid: a receipt sewn onto the page. The id is shown as text, whatever it holds. */
function Receipt({ paymentId, isCertain }: ReceiptProps) {
  const { company } = useRemote<SiteEnvironment>().config;
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <Heading level={1} size="display">
          {success.heading}
        </Heading>
        <p className={styles.text}>{isCertain ? success.text : success.authorized}</p>
        <LinkButton href="/">{success.home}</LinkButton>
      </div>
      <div className={styles.receipt} data-ground="sheet">
        <p className={styles.company}>{company.name}</p>
        <dl className={styles.id}>
          <dt>{success.idLabel}</dt>
          <dd>{paymentId}</dd>
        </dl>
        <ol className={styles.next}>
          {success.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}

interface UnconfirmedProps {
  paymentId: string;
  known: Unpaid;
}

/** A payment whose money is not here: it says what is known, and where the receipt will stand. */
function Unconfirmed({ paymentId, known }: UnconfirmedProps) {
  const { company } = useRemote<SiteEnvironment>().config;
  const { receipt, again } = success.unconfirmed;
  const { heading, text } = success[known];
  const mayCome = known !== 'returned';
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <Heading level={1} size="display">
          {heading}
        </Heading>
        <p className={styles.text}>{text}</p>
        <p className={styles.contact}>
          {mayCome && <LinkButton href={`/success?payment_id=${encodeURIComponent(paymentId)}`}>{again}</LinkButton>}
          <LinkButton href="/" variant="secondary">
            {success.home}
          </LinkButton>
        </p>
        <Contact />
      </div>
      <div className={styles.receipt} data-ground="sheet">
        <p className={styles.company}>{company.name}</p>
        {mayCome && (
          <Heading level={2} size="sub">
            {receipt}
          </Heading>
        )}
        <dl className={styles.id}>
          <dt>{success.idLabel}</dt>
          <dd>{paymentId}</dd>
        </dl>
      </div>
    </div>
  );
}

/** Opened without an id: nothing was paid here, or the address was cut short. */
function NoPayment() {
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <Heading level={1} size="display">
          {success.missing.heading}
        </Heading>
        <p className={styles.text}>{success.missing.text}</p>
        <Contact />
        <LinkButton href="/">{success.home}</LinkButton>
      </div>
    </div>
  );
}

/** Whom to ask about a payment. */
function Contact() {
  const { company } = useRemote<SiteEnvironment>().config;
  const [phone] = company.phones;
  return (
    <p className={styles.contact}>
      <a href={telHref(phone)}>{phone}</a>
      <a href={`mailto:${company.email}`}>{company.email}</a>
    </p>
  );
}
