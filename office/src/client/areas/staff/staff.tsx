import { ActButton, TextField } from '@wholepage/staff-kit/browser/forms';
import { AuditTable, detailText } from '@wholepage/staff-kit/browser/people';
import { counted, Failure, moment, Screen, Time } from '@wholepage/staff-kit/browser/screen';
import type { Erased, PersonData } from 'api-wire/office/overview';
import { AUDIT_AREAS, PERSON_KINDS, type PersonKind } from 'api-wire/office/words';
import { useState } from 'react';
import { useAct, useDownload } from '../../components/act';
import { type ColumnOf, FilteredList, Filters, useListTable } from '../../components/FilteredList';
import { call } from '../../data/call';

/** The area of people, rights and audit, loaded at its first visit. */
export { AccountScreen, PeopleScreen, PersonScreen } from '@wholepage/staff-kit/browser/people';

const KINDS = Object.keys(PERSON_KINDS) as PersonKind[];
const countText = (count: number, kind: PersonKind): string => {
  const [one, many] = PERSON_KINDS[kind];
  return counted(count, one, many);
};
const EVERYTHING = ['enquiries', 'enrolments', 'orders', 'courses', 'audit'];

const shown = (value: unknown): string =>
  value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value, null, 1);

const isHeld = (data: PersonData): boolean => KINDS.some((kind) => data[kind].length > 0);

function Records({ data }: { data: PersonData }) {
  if (!isHeld(data)) return <p className="empty">Nothing is held on {data.email}.</p>;
  return KINDS.filter((kind) => data[kind].length > 0).map((kind) => (
    <details key={kind} className="sheet">
      <summary>{countText(data[kind].length, kind)}</summary>
      {data[kind].map((record, index) => (
        <dl key={typeof record['id'] === 'string' ? record['id'] : index} className="facts">
          {Object.entries(record).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="message">{shown(value)}</dd>
            </div>
          ))}
        </dl>
      ))}
    </details>
  ));
}

function Stays({ stays }: Pick<Erased, 'stays'>) {
  return (
    <section className="sheet" aria-labelledby="stays">
      <h2 id="stays">What stays</h2>
      <ul className="plain">
        {stays.map(({ what, why, until }) => (
          <li key={what}>
            {what}
            <span className="hint">
              {why} {until ? `Until ${moment(until)}.` : 'No end is set.'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows, exports and erases the data held on a person. Each look is recorded in the audit. */
export function DataProtectionScreen() {
  const [email, setEmail] = useState('');
  const show = useAct({ act: (of: string) => call('POST /people/show', { body: { email: of } }) });
  const give = useDownload('POST', '/office/people/export', 'person.json', { email: show.data?.email });
  const erase = useAct({
    act: async () => {
      const body = { email: show.data?.email ?? '' };
      return { ...body, ...(await call('POST /people/erase', { body })) };
    },
    done: 'It is erased. What stays is listed below, with the reason.',
    resources: EVERYTHING,
  });
  const { data } = show;
  return (
    <Screen title="Data protection">
      <form
        className="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          show.mutate(email);
        }}
      >
        <TextField
          label="Email address of the person"
          type="email"
          value={email}
          required
          maxLength={254}
          hint="Looking somebody up is noted in the audit, without the address."
          onChange={setEmail}
        />
        <Failure error={show.error} />
        <button type="submit" className="primary" disabled={show.isPending}>
          Show what is held on this person
        </button>
      </form>
      {data && (
        <section aria-labelledby="held">
          <h2 id="held">Held on {data.email}</h2>
          <Records data={data} />
          <div className="actions">
            <button type="button" disabled={give.isPending} onClick={() => give.mutate()}>
              Download it as a file
            </button>
            {isHeld(data) && (
              <ActButton
                text={`Erase ${data.email}`}
                isDangerous
                act={() => erase.mutateAsync()}
                onDone={() => show.mutate(data.email)}
              >
                <p>
                  Enquiries, files, notes, replies, mails and enrolments of this person are erased, and what was written
                  about their payments. Enrolments that were paid stay for the books. This cannot be undone.
                </p>
              </ActButton>
            )}
          </div>
          <Failure error={give.error} />
        </section>
      )}
      {data && erase.data?.email === data.email && <Stays stays={erase.data.stays} />}
    </Screen>
  );
}

const AREAS = Object.entries<string>(AUDIT_AREAS);
const areaWords = new Map(AREAS);

const DONE: ColumnOf<'audit'>[] = [
  { header: 'When', show: ({ at }) => <Time at={at} /> },
  { header: 'Who', show: ({ actor }) => actor },
  { header: 'Where', show: ({ area }) => areaWords.get(area) ?? area },
  { header: 'Did', show: ({ action }) => action },
  { header: 'To', show: ({ record }) => <code>{record}</code> },
  { header: 'Details', show: ({ detail }) => detailText(detail ?? {}) },
];
export function AuditScreen() {
  const table = useListTable('audit', 'id', 50);
  return (
    <Screen title="Audit">
      <p className="hint">Nobody can change or remove a line. Lines hold ids, not personal data.</p>
      <Filters table={table} choices={[['area', 'Area', [['', 'All areas'], ...AREAS]]]} />
      <FilteredList
        table={table}
        caption="What people did"
        columns={DONE}
        one="line"
        empty={{ filtered: 'Nothing was done in this area yet.', all: 'Nothing was done here yet.' }}
      />
      <h2>Signing in</h2>
      <AuditTable name="Signing in" limit={50} />
    </Screen>
  );
}
