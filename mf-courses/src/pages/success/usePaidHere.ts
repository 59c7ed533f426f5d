import { useRemote } from '@wholepage/remote-kit';
import { useEffect, useState } from 'react';
import type { SiteEnvironment } from 'site/remote';
import { confirmPayment } from '../../enrolment/calls';
import { dropUnconfirmed, readUnconfirmed } from '../../enrolment/unconfirmed';

/**
 * Whether this very browser came from the provider's checkout with this payment, and only the confirmation was lost: it is
 * sent a second time then.
 */
export function usePaidHere(data: { paymentId: string } | undefined): boolean {
  const { config } = useRemote<SiteEnvironment>();
  const [paidHere, setPaidHere] = useState(false);
  const paymentId = data?.paymentId;
  useEffect(() => {
    const payment = readUnconfirmed();
    if (!payment || payment.razorpay_payment_id !== paymentId) return;
    setPaidHere(true);
    void confirmPayment(config.hosts.courses, payment).then((isConfirmed) => isConfirmed && dropUnconfirmed());
  }, [config, paymentId]);
  return paidHere;
}
