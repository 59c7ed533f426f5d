import { SPAM_REASONS } from 'api-wire/office/enquiry-words';
import type { Enquiry } from 'api-wire/office/inbox';
import { Failure } from '../../../components/Failure';
import { json } from '../../../data/api';
import { useAct } from '../../../data/use-act';

/** Why an enquiry is held apart, and the way back. */
export function SpamNotice({ enquiry: { id, signals, version } }: { enquiry: Enquiry }) {
  const back = useAct({
    act: () => json('PATCH', `/office/enquiries/${id}`, { set: { status: 'new' }, version }),
    done: 'It is in the inbox, and its mail goes out now.',
    resources: ['enquiries'],
  });
  return (
    <div className="notice" data-kind="warn">
      <p>
        <b>Held apart as suspected spam.</b> {signals.map((signal) => SPAM_REASONS[signal] ?? signal).join(' ')}
      </p>
      <button type="button" disabled={back.isPending} onClick={() => back.mutate()}>
        Bring this enquiry back
      </button>
      <Failure error={back.error} />
    </div>
  );
}
