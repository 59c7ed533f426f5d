import { useRemote } from '@wholepage/remote-kit';
import { ENROLMENT_HEADER, SUBMISSION_HEADER } from 'api-wire/forms';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { tabStore } from 'shared-ui/storage';
import { uuid } from 'shared-ui/uuid';
import { ENROLMENT_NOTICE } from 'site/notice';
import type { SiteEnvironment } from 'site/remote';
import type { Offer } from '../content/courses';
import { confirmPayment, createOrder, idOf, messageOf, post, unconfirmed } from './calls';
import { loadCheckout, type Outcome, openCheckout } from './checkout';
import { type Details, draft, keptDetails } from './details';
import { AlreadyPaidError, EnrolmentError, EnrolmentRefusedError, OfferChangedError, orderLost } from './errors';

/**
 * - `form`: ours is open;
 * - `opening`: the order is made;
 * - `paying`: the provider's dialog is open. Ours is closed, because a modal dialog would leave the provider's inert;
 * - `confirming`: paid, on the way to the success page.
 */
export type Phase = 'form' | 'opening' | 'paying' | 'confirming';

interface Enrolment {
  phase: Phase;
  /** The offer, at the newest price from the API. */
  offer: Offer | undefined;
  /** Whether the last attempt came to nothing. */
  failed: boolean;
  /** Starts a payment; does nothing while one is under way. */
  pay(details: Details): Promise<void>;
}

/**
 * Takes a visitor from the filled form to the success page, or back to the form.
 * @param failurePrefix how the alert of a failed payment begins; the pages differ @param onClose closes the form
 */
export function useEnrolment(wanted: Offer | undefined, failurePrefix: string, onClose: () => void): Enrolment {
  const { config, shell } = useRemote<SiteEnvironment>();
  const [phase, setPhase] = useState<Phase>('form');
  const [failed, setFailed] = useState(false);
  const [changed, setChanged] = useState<Partial<Offer>>();
  // The API's price at the last attempt replaces the price of an old page.
  const offer = useMemo(
    () => (wanted && changed?.variant === wanted.variant ? { ...wanted, ...changed } : wanted),
    [wanted, changed],
  );
  const underWay = useRef(false);
  const gone = useRef(new AbortController());

  useEffect(() => {
    const left = new AbortController();
    gone.current = left;
    return () => left.abort();
  }, []);

  const settle = useCallback(
    async (outcome: Outcome): Promise<void> => {
      if (outcome.kind === 'paid') {
        setPhase('confirming');
        if (!(await confirmPayment(config.hosts.courses, outcome.payment))) unconfirmed.keep(outcome.payment);
        draft.drop();
        enrolled.drop();
        shell.navigate(`/success?payment_id=${encodeURIComponent(outcome.payment.razorpay_payment_id)}`);
        // The browser may keep the page that is left. Who goes back to it finds nothing under way.
        await new Promise((resolve) => window.addEventListener('pagehide', resolve, { once: true }));
        onClose();
      }
      // The form is open again before the alert, which lies over it, and whose code may not come on a bad line.
      flushSync(() => {
        setFailed(outcome.kind === 'failed');
        setPhase('form');
      });
      underWay.current = false;
      if (outcome.kind === 'failed') await shell.alert(`${failurePrefix}${outcome.description}`);
    },
    [config, shell, failurePrefix, onClose],
  );

  const pay = useCallback(
    async (details: Details): Promise<void> => {
      if (underWay.current || !offer) return;
      underWay.current = true;
      const { signal } = gone.current;
      try {
        setPhase('opening');
        setFailed(false);
        const place = { host: config.hosts.courses, attempt: uuid() };
        const Razorpay = await loadCheckout(config.payment.checkoutUrl);
        const ties = { attempt: place.attempt, enrolment: await enrol(place, keptDetails(details), offer) };
        const orderId = await createOrder(place.host, offer.price, ties);
        if (signal.aborted) return;
        // At once, so that our dialog is closed before the provider's opens.
        flushSync(() => setPhase('paying'));
        // Another window of this browser may have an order of its own for the same enrolment: only one is to be paid.
        const [windows, paidElsewhere] = [new BroadcastChannel('enrolment-paid'), new AbortController()];
        windows.onmessage = ({ data }) => data === ties.enrolment && paidElsewhere.abort();
        const left = AbortSignal.any([signal, paidElsewhere.signal]);
        const outcome = await openCheckout(Razorpay, { offer, orderId, details: keptDetails(details), config }, left);
        if (outcome.kind === 'paid' && ties.enrolment) windows.postMessage(ties.enrolment);
        windows.close();
        const told = `You have paid for the ${offer.label} in another window: please do not pay again.`;
        if (paidElsewhere.signal.aborted) throw new AlreadyPaidError(told);
        if (!signal.aborted) await settle(outcome);
      } catch (error) {
        if (signal.aborted) return;
        setPhase('form');
        setFailed(!(error instanceof AlreadyPaidError));
        if (error instanceof OfferChangedError && error.price)
          setChanged({ variant: offer.variant, status: 'open', ...error.price });
        underWay.current = false;
        await shell.alert((error instanceof EnrolmentError ? error : orderLost(error)).message);
      }
    },
    [offer, config, shell, settle],
  );

  return { phase, offer, failed, pay };
}

/** What this tab enrolled as, until its payment is known here. */
const enrolled = tabStore<{ id: string }>('enrolled');

/** Longest that a payment waits for this. Milliseconds. */
const TIMEOUT = 5000;

/** Where and under which name an enrolment is kept. */
interface Place {
  /** Prefix of the course calls. */
  host: string;
  attempt: string;
}

/**
 * Tells the course host who wants to take which course, so that the payment to come has a name. Whoever tries again, also after a
 * reload, names the enrolment of before: they are not somebody else, and the API tells them of money that has arrived.
 * @returns the enrolment's id; undefined where the host keeps none or cannot be reached: enrolling goes on without
 * @throws EnrolmentRefusedError when the host says what is wrong with the details
 */
async function enrol({ host, attempt }: Place, details: Details, offer: Offer): Promise<string | undefined> {
  const body = { ...details, course: offer.variant, format: offer.format, notice: ENROLMENT_NOTICE.version };
  const { id: before } = enrolled.read();
  try {
    const headers = { [SUBMISSION_HEADER]: attempt, ...(before && { [ENROLMENT_HEADER]: before }) };
    const response = await post(`${host}/enrolments`, body, TIMEOUT, headers);
    const answer: unknown = await response.json();
    const id = response.ok ? idOf(answer) : undefined;
    if (id) enrolled.keep({ id });
    if (response.ok) return id;
    const message = messageOf(answer);
    if (response.status === 422 && message) throw new EnrolmentRefusedError(message);
  } catch (error) {
    if (error instanceof EnrolmentRefusedError) throw error;
  }
  return undefined;
}
