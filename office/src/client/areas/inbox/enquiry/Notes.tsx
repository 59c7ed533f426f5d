import type { Enquiry } from 'api-wire/office/inbox';
import { useId } from 'react';
import { Failure } from '../../../components/Failure';
import { Time } from '../../../components/Time';
import { json } from '../../../data/api';
import { useMe } from '../../../data/me';
import { useAct } from '../../../data/use-act';
import { useDraft } from '../../../data/use-draft';

const RESOURCES = ['enquiries'];

/** What colleagues noted. Visitors never see it. */
export function Notes({ enquiry: { id, notes } }: { enquiry: Enquiry }) {
  const me = useMe();
  const field = useId();
  const [text, setText, dropText] = useDraft(`note:${id}`, '');
  const add = useAct({
    act: () => json('POST', `/office/enquiries/${id}/notes`, { text }),
    done: 'The note is saved.',
    resources: RESOURCES,
  });
  const remove = useAct({
    act: (note: string) => json('DELETE', `/office/enquiries/${id}/notes/${note}`),
    done: 'The note is removed.',
    resources: RESOURCES,
  });
  return (
    <section className="sheet" aria-labelledby={field}>
      <h2 id={field}>Notes</h2>
      {notes.map((note) => (
        <div key={note.id} className="note">
          <p className="message">{note.text}</p>
          <p className="hint">
            {note.author}, <Time at={note.created_at} />
            {note.author === me.person.name && (
              <button type="button" className="quiet" onClick={() => remove.mutate(note.id)}>
                Remove this note
              </button>
            )}
          </p>
        </div>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) add.mutate(undefined, { onSuccess: () => dropText() });
        }}
      >
        <div className="field">
          <label htmlFor={`${field}-text`}>New note, for colleagues only</label>
          <textarea
            id={`${field}-text`}
            data-note
            rows={2}
            required
            maxLength={5000}
            value={text}
            readOnly={add.isPending}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Failure error={add.error ?? remove.error} />
        <button type="submit">Save the note</button>
      </form>
    </section>
  );
}
