import { useList } from '@refinedev/core';
import { json } from '@wholepage/staff-kit/browser/calls';
import { sending, TextField } from '@wholepage/staff-kit/browser/forms';
import { Failure, Screen } from '@wholepage/staff-kit/browser/screen';
import type { templateSchema } from 'api-wire/office/inbox';
import { useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { useAct } from '../../components/act';

type Template = Omit<z.output<typeof templateSchema>, 'updated_at'>;

const EMPTY = { id: '', name: '', subject: '', text: '' };

function TemplateForm({ template, onDone }: { template: Template; onDone?(): void }) {
  const [draft, setDraft] = useState(template);
  const { id, ...body } = draft;
  const save = useAct({
    act: () =>
      id ? json('PUT', `/office/reply-templates/${id}`, body) : json('POST', '/office/reply-templates', body),
    done: 'The template is saved.',
    resources: ['reply-templates'],
  });
  const remove = useAct({
    act: () => json('DELETE', `/office/reply-templates/${id}`),
    done: 'The template is removed.',
    resources: ['reply-templates'],
  });
  return (
    <form className="sheet" onSubmit={sending(save, onDone && { onSuccess: onDone })}>
      <TextField
        label="Name"
        value={draft.name}
        required
        maxLength={100}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <TextField
        label="Subject"
        value={draft.subject}
        required
        maxLength={200}
        onChange={(subject) => setDraft({ ...draft, subject })}
      />
      <TextField
        label="Text"
        value={draft.text}
        rows={6}
        required
        maxLength={20_000}
        hint="{name}, {subject}, {company} and {me} are filled in."
        onChange={(text) => setDraft({ ...draft, text })}
      />
      <Failure error={save.error ?? remove.error} />
      <div className="actions">
        <button type="submit" className="primary">
          {id ? `Save ${template.name}` : 'Add the template'}
        </button>
        {id && (
          <button type="button" className="danger" onClick={() => remove.mutate()}>
            Remove {template.name}
          </button>
        )}
      </div>
    </form>
  );
}

/** Texts to begin a reply with. */
export function TemplatesScreen() {
  const { result, query } = useList<Template>({ resource: 'reply-templates', pagination: { mode: 'off' } });
  const [added, setAdded] = useState(0);
  return (
    <Screen
      title="Reply templates"
      actions={
        <Link className="button quiet" to="/enquiries">
          Back to the inbox
        </Link>
      }
    >
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {result.data.map((template) => (
        <TemplateForm key={template.id} template={template} />
      ))}
      <h2>A new template</h2>
      <TemplateForm key={added} template={EMPTY} onDone={() => setAdded(added + 1)} />
    </Screen>
  );
}
