import { useInvalidate } from '@refinedev/core';
import { ApiError } from '@wholepage/staff-kit/browser/calls';
import { acting, Dialog, TextField } from '@wholepage/staff-kit/browser/forms';
import { inUnits, nameOf, ofUnits, readMoney, spell } from 'api-wire/money';
import type { OrderStory } from 'api-wire/office/courses';
import { useState } from 'react';
import { uuid } from 'shared-ui/uuid';
import { useAct } from '../../components/act';
import { call } from '../../data/call';
import { useDraft } from '../../data/drafts';

interface RefundDialogProps {
  order: OrderStory;
  payment: OrderStory['payments'][number];
  /** Reason of a notice: the dialog opens at the second look, for the whole sum, unless a draft names another. */
  reason?: string | undefined;
  onClose(): void;
}

/** True when the server refused this refund, so that another one may be requested. */
const isRefusal = (error: Error): boolean => error instanceof ApiError && [409, 422].includes(error.statusCode);

/**
 * Refunds a payment: first the amount and the reason, then a second look. Repeated requests make one refund, also when the
 * response was lost and the dialog is opened again. The id is renewed once the server has accepted or refused the refund.
 */
export function RefundDialog({ order, payment, reason: given = '', onClose }: RefundDialogProps) {
  const begin = { id: uuid(), sum: String(inUnits(payment.returnable)), reason: given };
  const [draft, setDraft, dropDraft] = useDraft(`refund:${payment.id}`, begin);
  const { id, sum, reason } = draft;
  const invalidate = useInvalidate();
  const [isSecondLook, setSecondLook] = useState(given !== '' && reason !== '' && sum === begin.sum);
  const { currency } = payment.amount;
  const money = readMoney(sum, currency);
  const least = ofUnits(1, currency);
  const wrong =
    !money || money.amount < least.amount || money.amount > payment.returnable.amount
      ? new Error(
          `The amount must be between ${spell(least)} and ${spell(payment.returnable)}, written as 5,000 or 499.50.`,
        )
      : null;
  const [showsWrong, setShowsWrong] = useState(false);
  const refund = useAct({
    act: () =>
      call('POST /orders/:id/refunds', {
        id: order.id,
        body: { id, payment_id: payment.id, amount: money?.amount ?? 0, returnable: payment.returnable.amount, reason },
      }),
    // While the provider has not answered, the order's own notice says what becomes of the request.
    done: ({ refund_requests }) =>
      refund_requests.some((request) => request.id === id && request.state === 'made')
        ? 'The refund is asked for. The buyer gets a mail when the provider has made it.'
        : undefined,
    resources: ['orders', 'enrolments'],
    waits: true,
    onDone: dropDraft,
  });
  const renew = (error: Error) => {
    if (isRefusal(error)) setDraft({ ...draft, id: uuid() });
    void invalidate({ resource: 'orders', invalidates: ['resourceAll'] });
  };
  const to = order.enrolment?.name ?? 'the buyer';
  if (isSecondLook && money)
    return (
      <Dialog
        key="second"
        title={`Refund ${spell(money)} to ${to}?`}
        action={`Refund ${spell(money)}`}
        isDangerous
        isPending={refund.isPending}
        error={refund.error}
        onAct={() => {
          // Stores the draft before it is sent, so that its id outlives the dialog.
          setDraft(draft);
          refund.mutate(undefined, { onSuccess: onClose, onError: renew });
        }}
        onClose={onClose}
      >
        <p>
          {money.amount === payment.amount.amount ? 'All' : 'A part'} of the payment {payment.id} goes back to where it
          came from. Money that went back cannot be called back.
        </p>
        <p>Reason: {reason}</p>
      </Dialog>
    );
  return (
    <Dialog
      key="first"
      title="Refund a payment"
      action="Look at it once more"
      error={showsWrong ? wrong : null}
      onAct={() => {
        setShowsWrong(true);
        if (!wrong) setSecondLook(true);
      }}
      onClose={onClose}
    >
      <TextField
        label={`Amount in ${nameOf(currency)}`}
        inputMode="decimal"
        value={sum}
        required
        hint={`${spell(payment.returnable)} of this payment can be given back.`}
        onChange={(text) => setDraft({ ...draft, sum: text })}
      />
      <TextField
        label="Reason, for your own records"
        value={reason}
        required
        maxLength={200}
        onChange={(text) => setDraft({ ...draft, reason: text })}
      />
    </Dialog>
  );
}

/** Marks one problem of a payment as dealt with, or both of two payments as meant. Asks for a reason. */
export function SettleDialog({ paymentId, text, onClose }: { paymentId: string; text: string; onClose(): void }) {
  const [reason, setReason] = useState('');
  const settle = useAct({
    act: () => call('POST /problems/:payment/settle', { payment: paymentId, body: { reason, text } }),
    done: `Payment ${paymentId} is settled.`,
    resources: ['orders', 'enrolments', 'attention'],
  });
  return (
    <Dialog
      title={`Settle payment ${paymentId}?`}
      action="Settle it"
      {...acting(settle, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{text}</p>
      <p>Nothing is refunded. Nobody is reminded of this any more, but of what comes later.</p>
      <TextField label="Reason, for your own records" value={reason} required maxLength={200} onChange={setReason} />
    </Dialog>
  );
}
