import { useRemote } from '@wholepage/remote-kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SiteEnvironment } from 'site/remote';
import type { Offer } from '../content/courses';
import { attemptId, confirmPayment, createOrder } from './calls';
import { loadCheckout } from './checkout/load-checkout';
import { type Outcome, openCheckout } from './checkout/open-checkout';
import { type Details, trimmed } from './details';
import { dropDraft } from './draft';
import { EnrolmentError, OfferChangedError, OrderLostError } from './failures/errors';
import { keepUnconfirmed } from './unconfirmed';
import { useEnrolOnce } from './useEnrolOnce';

/**
 * - `form`: ours is open;
 * - `opening`: the order is made;
 * - `paying`: the provider's dialog is open. Ours is closed, because a modal dialog would leave the provider's inert;
 * - `confirming`: paid, on the way to the success page.
 */
export type Phase = 'form' | 'opening' | 'paying' | 'confirming';

export interface Enrolment {
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
 * @param failurePrefix how the alert of a failed payment begins; the pages differ
 */
export function useEnrolment(wanted: Offer | undefined, failurePrefix: string): Enrolment {
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
  const enrolOnce = useEnrolOnce();
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
        if (!(await confirmPayment(config.hosts.courses, outcome.payment))) keepUnconfirmed(outcome.payment);
        dropDraft();
        shell.navigate(`/success?payment_id=${encodeURIComponent(outcome.payment.razorpay_payment_id)}`);
        return;
      }
      setFailed(outcome.kind === 'failed');
      if (outcome.kind === 'failed') await shell.alert(`${failurePrefix}${outcome.description}`);
      setPhase('form');
    },
    [config, shell, failurePrefix],
  );

  const pay = useCallback(
    async (details: Details): Promise<void> => {
      if (underWay.current || !offer) return;
      underWay.current = true;
      const { signal } = gone.current;
      try {
        setPhase('opening');
        setFailed(false);
        const place = { host: config.hosts.courses, attempt: attemptId() };
        const Razorpay = await loadCheckout(config.payment.checkoutUrl);
        const ties = { attempt: place.attempt, enrolment: await enrolOnce(place, trimmed(details), offer) };
        const orderId = await createOrder(place.host, offer.price, ties);
        if (signal.aborted) return;
        // At once, so that our dialog is closed before the provider's opens.
        flushSync(() => setPhase('paying'));
        const outcome = await openCheckout(Razorpay, { offer, orderId, details: trimmed(details), config }, signal);
        if (!signal.aborted) await settle(outcome);
      } catch (error) {
        if (signal.aborted) return;
        setPhase('form');
        setFailed(true);
        if (error instanceof OfferChangedError && error.price)
          setChanged({ variant: offer.variant, status: 'open', ...error.price });
        await shell.alert((error instanceof EnrolmentError ? error : new OrderLostError(error)).message);
      } finally {
        underWay.current = false;
      }
    },
    [offer, config, shell, settle, enrolOnce],
  );

  return { phase, offer, failed, pay };
}
