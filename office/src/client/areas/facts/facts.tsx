import { useQuery, useQueryClient } from '@tanstack/react-query';
import { json } from '@wholepage/staff-kit/browser/calls';
import { Loaded, moment, Screen, Time } from '@wholepage/staff-kit/browser/screen';
import type { FactName } from 'api-wire/office/facts';
import { useAct } from '../../components/act';
import { call } from '../../data/call';
import { SaveFailure, UnsavedDrafts, useRecordDraft } from '../../data/drafts';
import { useSite } from '../../data/site';
import { CompanyForm } from './CompanyForm';
import { MenuForm } from './MenuForm';

const TITLE: Readonly<Record<FactName, string>> = { company: 'Company', navigation: 'Menu' };

function Editor({ name, fact }: { name: FactName; fact: Awaited<ReturnType<typeof readFact>> }) {
  const client = useQueryClient();
  const typed = useRecordDraft(`fact:${name}`, fact.version, fact.value);
  const { value } = typed;
  const Form = name === 'company' ? CompanyForm : MenuForm;
  const read = () => client.invalidateQueries({ queryKey: ['fact', name] });
  const refresh = { onSuccess: () => void read() };
  const save = useAct({
    act: async (next: unknown) => {
      const { version } = await call('PUT /facts/:name', { name, body: { version: fact.version, value: next } });
      if (next === value) typed.saved(value, { version, value });
    },
    done: (_answer, next) =>
      next === null ? `${name}.json counts again.` : 'Saved. The site shows it within seconds.',
  });
  const { siteOrigin } = useSite();
  const preview = useAct({
    act: () => call('POST /facts/:name/previews', { name, body: { value } }),
    done: ({ path, until }) => {
      open(siteOrigin + path, '_blank', 'noreferrer');
      return `The preview is open until ${moment(until)}. Visitors see what is saved.`;
    },
  });
  const isDirty = JSON.stringify(value) !== JSON.stringify(fact.value);
  return (
    <>
      <p className="hint">
        {fact.isChanged ? (
          <>
            Changed by {fact.by}, <Time at={fact.at} />.
          </>
        ) : (
          `As ${name}.json says; nobody has changed it here.`
        )}
      </p>
      <UnsavedDrafts {...typed} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate(value, refresh);
        }}
      >
        <Form value={value} onChange={(next) => typed.change(() => next)} />
        <SaveFailure error={save.error ?? preview.error} onOpen={() => void read()} />
        <div className="actions">
          <button type="submit" className="primary" disabled={save.isPending || !isDirty}>
            Save {name === 'company' ? 'the company’s facts' : 'the menu'}
          </button>
          <button type="button" disabled={preview.isPending} onClick={() => preview.mutate()}>
            Preview on the site
          </button>
          {fact.isChanged && (
            <button type="button" onClick={() => save.mutate(null, refresh)}>
              Go back to {name}.json
            </button>
          )}
        </div>
      </form>
      <h2>History</h2>
      {fact.revisions.length === 0 && <p className="hint">No changes yet.</p>}
      <ul className="plain">
        {fact.revisions.map((revision) => (
          <li key={revision.version}>
            Version {revision.version} by {revision.by}, <Time at={revision.at} />{' '}
            {revision.value !== null && revision.version !== fact.version && (
              <button type="button" onClick={() => save.mutate(revision.value, refresh)}>
                Go back to version {revision.version}
              </button>
            )}
            {revision.value === null && <span className="hint">went back to {name}.json</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function FactScreen({ name }: { name: FactName }) {
  return (
    <Screen title={TITLE[name]}>
      <Loaded query={useFact(name)}>{(fact) => <Editor key={fact.version} name={name} fact={fact} />}</Loaded>
    </Screen>
  );
}

export const CompanyScreen = () => <FactScreen name="company" />;
export const MenuScreen = () => <FactScreen name="navigation" />;

/** Reads the present value of a fact: the office's, else the file's. */
async function readFact(name: FactName) {
  const [facts, files, revisions] = await Promise.all([
    call('GET /facts'),
    json<Record<FactName, unknown>>('GET', '/fact-files'),
    call('GET /facts/:name/revisions', { name }),
  ]);
  const row = facts.data.find((one) => one.name === name);
  return {
    version: row?.version ?? 0,
    value: row?.value ?? files[name],
    isChanged: row?.value != null,
    at: row?.at ?? null,
    by: row?.by ?? null,
    revisions: revisions.data,
  };
}

/** Queries a fact for its editor. No refetch may replace it while somebody edits it. */
const useFact = (name: FactName) =>
  useQuery({
    queryKey: ['fact', name],
    queryFn: () => readFact(name),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Each opening of the screen fetches it anew.
    gcTime: 0,
  });
