import { useState } from 'react';
import { Dialog } from '../../components/Dialog';
import { TextField } from '../../components/fields/TextField';
import { json } from '../../data/api';
import { useAct } from '../../data/use-act';

/** Says that somebody has dealt with the money of a payment, or means both of two payments: asked again, with a reason. */
export function SettleDialog({ paymentId, onClose }: { paymentId: string; onClose(): void }) {
  const [reason, setReason] = useState('');
  const settle = useAct({
    act: () => json('POST', `/office/problems/${encodeURIComponent(paymentId)}/settle`, { reason }),
    done: `Payment ${paymentId} is settled.`,
    resources: ['orders', 'enrolments', 'attention'],
  });
  return (
    <Dialog
      title={`Settle payment ${paymentId}?`}
      action="Settle it"
      isPending={settle.isPending}
      error={settle.error}
      onAct={() => settle.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Nothing is refunded. Nobody is reminded of this payment any more.</p>
      <TextField label="Reason, for your own records" value={reason} required maxLength={200} onChange={setReason} />
    </Dialog>
  );
}
