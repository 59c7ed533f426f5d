import { useRemote } from '@wholepage/remote-kit';
import { ENROLMENT_HEADER, SUBMISSION_HEADER } from 'api-wire/forms';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { attempt as ifAllowed, tabStore } from 'shared-ui/storage';
import { uuid } from 'shared-ui/uuid';
import { ENROLMENT_NOTICE } from 'site/notice';
import type { SiteEnvironment } from 'site/remote';
import type { Offer } from '../content/courses';
import { confirmPayment, createOrder, idOf, messageOf, post, unconfirmed } from './calls';
import { loadCheckout, type Outcome, openCheckout } from './checkout';
import { type Details, draft, keptDetails } from './details';
import { AlreadyPaidError, EnrolmentError, EnrolmentRefusedError, OfferChangedError, orderLost } from './errors';

/**
 * - `form`: our form is open;
 * - `opening`: the order is being created;
 * - `paying`: the provider's dialog is open. Our modal dialog is closed, because it would make the provider's inert;
 * - `confirming`: paid, on the way to the success page.
 */
export type Phase = 'form' | 'opening' | 'paying' | 'confirming';

interface Enrolment {
  phase: Phase;
  /** The offer, at the newest price from the API. */
  offer: Offer | undefined;
  /** True when the last attempt failed. */
  failed: boolean;
  /** Starts a payment; does nothing while one is under way. */
  pay(details: Details): Promise<void>;
}

/**
 * Takes a visitor from the filled form to the success page, or back to the form.
 * @param failurePrefix beginning of the alert after a failed payment; the pages differ @param onClose closes the form
 */
export function useEnrolment(wanted: Offer | undefined, failurePrefix: string, onClose: () => void): Enrolment {
  const { config, shell } = useRemote<SiteEnvironment>();
  const [phase, setPhase] = useState<Phase>('form');
  const [failed, setFailed] = useState(false);
  const [changed, setChanged] = useState<Partial<Offer>>();
  // The API's price at the last attempt replaces an outdated page's price.
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
        // The browser may keep this page for its Back button: the form is closed and idle for a visitor who returns.
        await new Promise((resolve) => window.addEventListener('pagehide', resolve, { once: true }));
        onClose();
      }
      // Open the form before the alert that covers it: the alert's chunk may fail to load on a bad connection.
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
      // Firefox refuses the channel where cookies are blocked.
      const [windows, paidElsewhere] = [ifAllowed(() => new BroadcastChannel('enrolment-paid')), new AbortController()];
      const left = AbortSignal.any([signal, paidElsewhere.signal]);
      try {
        setPhase('opening');
        setFailed(false);
        const [host, attempt] = [config.hosts.courses, uuid()];
        const Razorpay = await loadCheckout(config.payment.checkoutUrl);
        const ties = { attempt, enrolment: await enrol(host, attempt, keptDetails(details), offer) };
        // Another window of this browser may have its own order for this enrolment: only one of them must be paid.
        const told = `You have paid for the ${offer.label} in another window: please do not pay again.`;
        if (windows)
          windows.onmessage = ({ data }) => data === ties.enrolment && paidElsewhere.abort(new AlreadyPaidError(told));
        const orderId = await createOrder(host, offer.price, ties);
        left.throwIfAborted();
        // Render synchronously, so that our dialog closes before the provider's opens.
        flushSync(() => setPhase('paying'));
        const outcome = await openCheckout(Razorpay, { offer, orderId, details: keptDetails(details), config }, left);
        if (outcome.kind === 'paid' && ties.enrolment) windows?.postMessage(ties.enrolment);
        windows?.close();
        left.throwIfAborted();
        await settle(outcome);
      } catch (error) {
        windows?.close();
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

/** Id of this tab's enrolment, until its payment succeeds here. */
const enrolled = tabStore<{ id: string }>('enrolled');

/** Timeout of the enrolment in milliseconds: the payment waits for it. */
const TIMEOUT = 5000;

/**
 * Registers visitor and course at the course host, so that the coming payment has a name. A retry, also after a reload, sends
 * the earlier enrolment's id: the API recognises the visitor, and reports a payment that has arrived.
 * @param host prefix of the course calls @param attempt idempotency key
 * @returns the enrolment's id; undefined where the host stores none or cannot be reached: the payment goes on without it
 * @throws EnrolmentRefusedError when the host refuses the details with a reason
 */
async function enrol(host: string, attempt: string, details: Details, offer: Offer): Promise<string | undefined> {
  const body = { ...details, course: offer.variant, format: offer.format, notice: ENROLMENT_NOTICE.version };
  const { id: before } = enrolled.read();
  try {
    const headers = { [SUBMISSION_HEADER]: attempt, ...(before && { [ENROLMENT_HEADER]: before }) };
    const response = await post(`${host}/enrolments`, body, TIMEOUT, headers);
    const answer: unknown = await response.json();
    const message = response.status === 422 && messageOf(answer);
    if (message) throw new EnrolmentRefusedError(message);
    const id = response.ok ? idOf(answer) : undefined;
    if (id) enrolled.keep({ id });
    return id;
  } catch (error) {
    if (error instanceof EnrolmentRefusedError) throw error;
    return undefined;
  }
}
