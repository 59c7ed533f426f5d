import { useInvalidate, useList } from '@refinedev/core';
import { ApiError, json } from '@wholepage/staff-kit/browser/calls';
import { SelectField, sending, TextField } from '@wholepage/staff-kit/browser/forms';
import { Failure } from '@wholepage/staff-kit/browser/screen';
import type { Enquiry } from 'api-wire/office/inbox';
import { useId, useState } from 'react';
import { uuid } from 'shared-ui/uuid';
import { useAct } from '../../../components/act';
import { useDraft } from '../../../data/drafts';

/** Answers by e-mail, from the company's address. What is typed survives a failed send and a reload. */
export function ReplyForm({ enquiry }: { enquiry: Enquiry }) {
  const { id, email, subject } = enquiry;
  const field = useId();
  const begin = { id: uuid(), subject: `Re: ${subject || 'your enquiry'}`.slice(0, 200), text: '' };
  const [draft, setDraft, dropDraft] = useDraft(`reply:${id}`, begin);
  const [template, setTemplate] = useState('');
  const templates = useList<{ id: string; name: string }>({ resource: 'reply-templates', pagination: { mode: 'off' } })
    .result.data;
  const fill = useAct({
    act: (chosen: string) =>
      json<{ subject: string; text: string }>('GET', `/office/enquiries/${id}/draft?template=${chosen}`),
  });
  const send = useAct({
    act: () => json('POST', `/office/enquiries/${id}/replies`, draft),
    done: `The reply to ${email} is on its way.`,
    resources: ['enquiries'],
  });
  const invalidate = useInvalidate();
  const renew = (error: Error) => {
    // The first words arrived, though their answer was lost: what is typed now is another reply.
    if (!(error instanceof ApiError && error.statusCode === 409)) return;
    setDraft({ ...draft, id: uuid() });
    void invalidate({ resource: 'enquiries', invalidates: ['resourceAll'] });
  };
  return (
    <form className="sheet" aria-labelledby={field} onSubmit={sending(send, { onSuccess: dropDraft, onError: renew })}>
      <h2 id={field}>Reply to {email}</h2>
      {templates.length > 0 && (
        <SelectField
          label="Begin with a template"
          value={template}
          options={[['', 'None'], ...templates.map((one) => [one.id, one.name] as const)]}
          onChange={(chosen) => {
            setTemplate(chosen);
            if (chosen) fill.mutate(chosen, { onSuccess: (text) => setDraft({ ...draft, ...text }) });
          }}
        />
      )}
      <TextField
        label="Subject"
        value={draft.subject}
        required
        maxLength={200}
        onChange={(next) => setDraft({ ...draft, subject: next })}
      />
      <div className="field">
        <label htmlFor={`${field}-text`}>Text</label>
        <textarea
          id={`${field}-text`}
          data-reply
          rows={8}
          required
          maxLength={20_000}
          value={draft.text}
          readOnly={send.isPending}
          onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        />
      </div>
      <Failure error={send.error ?? fill.error} />
      <div className="actions">
        <button type="submit" className="primary" disabled={send.isPending}>
          Send the reply
        </button>
      </div>
    </form>
  );
}
