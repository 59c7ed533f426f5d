import type { EnquiryPatch } from 'api-wire/office/inbox';
import { useState } from 'react';
import { Dialog } from '../../../components/Dialog';
import { Failure } from '../../../components/Failure';
import { json } from '../../../data/api';
import { plural } from '../../../data/format';
import { useMe } from '../../../data/me';
import { useAct } from '../../../data/use-act';

const RESOURCES = ['enquiries'];
const words = (count: number): string => plural(count, 'enquiry', 'enquiries');

/** What can be done with several enquiries at once. */
export function BulkBar({ chosen, onDone }: { chosen: ReadonlySet<string>; onDone(): void }) {
  const me = useMe();
  const [isDeleting, setDeleting] = useState(false);
  const ids = [...chosen];
  const change = useAct({
    act: (set: EnquiryPatch) => json<{ count: number }>('POST', '/office/enquiries/change', { ids, set }),
    done: ({ count }) => `${words(count)} changed.`,
    resources: RESOURCES,
  });
  const remove = useAct({
    act: () => json<{ count: number }>('POST', '/office/enquiries/delete', { ids }),
    done: ({ count }) => `${words(count)} erased.`,
    resources: RESOURCES,
  });
  const set = (patch: EnquiryPatch) => () => change.mutate(patch, { onSuccess: onDone });
  const all = words(ids.length);
  return (
    <section className="bulk" aria-label={`${all} chosen`}>
      <p>{all} chosen</p>
      <div className="actions">
        <button type="button" onClick={set({ unread: false })}>
          Mark {all} as read
        </button>
        <button type="button" onClick={set({ assignee: me.id })}>
          Take {all}
        </button>
        <button type="button" onClick={set({ status: 'answered' })}>
          Mark as answered
        </button>
        <button type="button" onClick={set({ status: 'won' })}>
          Mark as won
        </button>
        <button type="button" onClick={set({ status: 'lost' })}>
          Mark as lost
        </button>
        <button type="button" onClick={set({ status: 'spam' })}>
          Mark as spam
        </button>
        <button type="button" onClick={set({ status: 'new' })}>
          Bring back as new
        </button>
        <button type="button" className="danger" onClick={() => setDeleting(true)}>
          Delete {all}
        </button>
      </div>
      <Failure error={change.error} />
      {isDeleting && (
        <Dialog
          title={`Delete ${all}`}
          action={`Delete ${all}`}
          isDangerous
          isPending={remove.isPending}
          error={remove.error}
          onAct={() => remove.mutate(undefined, { onSuccess: onDone })}
          onClose={() => setDeleting(false)}
        >
          <p>They are erased with their files, notes, replies and mails. This cannot be undone.</p>
        </Dialog>
      )}
    </section>
  );
}
