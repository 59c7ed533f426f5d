import { type PageProps, useRemote } from '@wholepage/remote-kit';
import type { PaymentKnown } from 'api-wire/orders';
import { type ReactNode, useEffect, useState } from 'react';
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
  /** The payment's id in the address; empty when there is none. */
  paymentId: string;
  known: PaymentKnownOrNot;
}

/** States of a payment whose money is not here; the content has texts for each. */
const UNPAID = ['failed', 'returned', 'unconfirmed'] as const;
type Unpaid = (typeof UNPAID)[number];
const unpaidOf = ({ known }: Data): Unpaid | undefined => UNPAID.find((one) => one === known);

function Page({ data }: PageProps<Data>) {
  const paidHere = usePaidHere(data);
  const home = <LinkButton href="/">{success.home}</LinkButton>;
  // The visitor has paid nothing, or the address was truncated.
  if (!data?.paymentId)
    return (
      <Words {...success.missing}>
        <Contact />
        {home}
      </Words>
    );
  const { paymentId, known } = data;
  const unpaid = paidHere ? undefined : unpaidOf(data);
  if (unpaid) return <Unconfirmed paymentId={paymentId} known={unpaid} />;
  // The payment is confirmed, authorised by the bank, made in this tab, or unknown to the course host.
  const text = known === 'authorized' ? success.authorized : success.text;
  return (
    <Words heading={success.heading} text={text} receipt={<Receipt paymentId={paymentId} next={success.next} />}>
      {home}
    </Words>
  );
}

export const page = definePage<Data>({
  load: async (context) => {
    const paymentId = (context.url.searchParams.get('payment_id') ?? '').trim();
    const data = { paymentId, known: paymentId ? await loadKnown(context, paymentId) : 'unconfirmed' } as const;
    const head = pageHead(success.meta, context, { noindex: true, action: null });
    const unpaid = unpaidOf(data);
    const words = paymentId ? unpaid && success[unpaid] : success.missing;
    // A receipt is for one visitor only: `maxAge` 0.
    return { head: words ? { ...head, title: words.heading, description: words.text } : head, data, maxAge: 0 };
  },
  Page,
});

/** Timeout of the request for the payment's state, in milliseconds. */
const TIMEOUT = 2000;

/** `unknown`: the course host does not have this call, or does not respond now. */
type PaymentKnownOrNot = PaymentKnown | 'unknown';

const STATES: readonly unknown[] = ['confirmed', 'authorized', ...UNPAID] satisfies PaymentKnown[];
const isState = (value: unknown): value is PaymentKnown => STATES.includes(value);

/** Requests a payment's state from the course host. Rejects only when `signal` is aborted. */
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
 * True when this tab came from the provider's checkout with this payment, and only its confirmation was lost. Sends the
 * confirmation again then.
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

interface WordsProps {
  heading: string;
  text: string;
  /** The next steps on offer. */
  children: ReactNode;
  receipt?: ReactNode;
}

/** The state of a payment in words, with its receipt beside them. */
const Words = ({ heading, text, children, receipt }: WordsProps) => (
  <div className={styles.page}>
    <div className={styles.words}>
      <Heading level={1} size="display">
        {heading}
      </Heading>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
    {receipt}
  </div>
);

interface ReceiptProps {
  paymentId: string;
  /** Heading of a receipt that is still to come. */
  heading?: string | false;
  next?: readonly string[];
}

/** A payment's receipt. The id is shown as text, whatever it holds. */
function Receipt({ paymentId, heading, next = [] }: ReceiptProps) {
  const { company } = useRemote<SiteEnvironment>().config;
  return (
    <div className={styles.receipt} data-ground="sheet">
      <p className={styles.company}>{company.name}</p>
      {heading && (
        <Heading level={2} size="sub">
          {heading}
        </Heading>
      )}
      <dl className={styles.id}>
        <dt>{success.idLabel}</dt>
        <dd>{paymentId}</dd>
      </dl>
      {next.length > 0 && (
        <ol className={styles.next}>
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** A payment whose money is not here: its state, and the place of the later receipt. */
function Unconfirmed({ paymentId, known }: { paymentId: string; known: Unpaid }) {
  const { receipt, again } = success.unconfirmed;
  const { heading, text } = success[known];
  const mayCome = known !== 'returned';
  return (
    <Words heading={heading} text={text} receipt={<Receipt paymentId={paymentId} heading={mayCome && receipt} />}>
      <p className={styles.contact}>
        {mayCome && <LinkButton href={`/success?payment_id=${encodeURIComponent(paymentId)}`}>{again}</LinkButton>}
        <LinkButton href="/" variant="secondary">
          {success.home}
        </LinkButton>
      </p>
      <Contact />
    </Words>
  );
}

/** Contact details for questions about a payment. */
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
