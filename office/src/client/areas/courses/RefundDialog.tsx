import type { OrderStory } from 'api-wire/office/courses';
import { useState } from 'react';
import { Dialog } from '../../components/Dialog';
import { TextField } from '../../components/TextField';
import { json } from '../../data/api';
import { money } from '../../data/format';
import { useAct } from '../../data/use-act';
import { paiseOf } from './rupees';

interface RefundDialogProps {
  order: OrderStory;
  payment: OrderStory['payments'][number];
  onClose(): void;
}

/** Gives money back: first how much and why, then a second look. One dialog is one refund, however often it is sent. */
export function RefundDialog({ order, payment, onClose }: RefundDialogProps) {
  const [id] = useState(() => crypto.randomUUID());
  const [rupees, setRupees] = useState(String(payment.refundable / 100));
  const [reason, setReason] = useState('');
  const [isSecondLook, setSecondLook] = useState(false);
  const amount = paiseOf(rupees);
  const wrong =
    amount === undefined || amount < 100 || amount > payment.refundable
      ? new Error(`The amount must be between ₹1 and ${money(payment.refundable)}.`)
      : null;
  const [showsWrong, setShowsWrong] = useState(false);
  const refund = useAct({
    act: () => json('POST', `/office/orders/${order.id}/refunds`, { id, payment_id: payment.id, amount, reason }),
    done: 'The refund is asked for. The buyer gets a mail when the provider has made it.',
    resources: ['orders', 'enrolments'],
  });
  const to = order.enrolment?.name ?? 'the buyer';
  if (isSecondLook && amount !== undefined)
    return (
      <Dialog
        key="second"
        title={`Refund ${money(amount)} to ${to}?`}
        action={`Refund ${money(amount)}`}
        isDangerous
        isPending={refund.isPending}
        error={refund.error}
        onAct={() => refund.mutate(undefined, { onSuccess: onClose })}
        onClose={onClose}
      >
        <p>
          {amount === payment.amount ? 'All' : 'A part'} of the payment {payment.id} goes back to the card or account it
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
        label="Amount in rupees"
        inputMode="decimal"
        value={rupees}
        required
        hint={`${money(payment.refundable)} of this payment can be given back.`}
        onChange={setRupees}
      />
      <TextField label="Reason, for your own records" value={reason} required maxLength={200} onChange={setReason} />
    </Dialog>
  );
}
