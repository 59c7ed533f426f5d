import { useList } from '@refinedev/core';
import { ActButton, Dialog, sending, TextField } from '@wholepage/staff-kit/browser/forms';
import { Back, counted, Fact, Failure, Screen, Time } from '@wholepage/staff-kit/browser/screen';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { FORMS } from 'api-wire/forms';
import type { EnrolmentRow } from 'api-wire/office/courses';
import type { EnquiryPatch, EnquiryRow, LeftEnquiry, Template } from 'api-wire/office/inbox';
import { ENQUIRY_STATUSES } from 'api-wire/office/words';
import { type ComponentProps, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useAct, useDownload } from '../../components/act';
import { Phone } from '../../components/Contact';
import {
  type ColumnOf,
  FilteredList,
  Filters,
  filteredPath,
  RowLink,
  useListTable,
} from '../../components/FilteredList';
import { areKeysOn, turnKeys, useKeys } from '../../components/use-keys';
import { call, type FilterName } from '../../data/call';
import { UnsavedDrafts, useRecordDraft } from '../../data/drafts';
import { filterQuery } from '../../data/provider';
import { ENQUIRY_STATES, nameOf, optionsOf, Status, useColleagues } from '../words';

export { EnquiryScreen } from './EnquiryScreen';

export function EnquiriesScreen() {
  const table = useListTable('enquiries', 'created_at');
  const { filters } = table;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [left, setLeft] = useState<readonly LeftEnquiry[]>([]);
  const picked = table.result.data.filter(({ id }) => chosen.has(id));
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next);
    setLeft([]);
  };
  const [showsKeys, setShowsKeys] = useState(false);
  const colleagues = useColleagues();
  const save = useDownload('GET', `/office/exports/enquiries.csv?${filterQuery(filters)}`, 'enquiries.csv');
  const keys = useMemo(
    () => ({
      j: () => focusRow(1),
      k: () => focusRow(-1),
      x: () => document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('.choose input')?.click(),
      '/': focusSearch,
      '?': () => setShowsKeys(true),
    }),
    [],
  );
  useKeys(keys);
  const columns: ColumnOf<'enquiries'>[] = [
    {
      header: 'From',
      sort: 'name',
      show: ({ id, name, email, unread }) => (
        <RowLink to={`/enquiries/${id}`} data-row onFocus={rememberRow}>
          {unread && <span className="dot" role="img" aria-label="Unread" />}
          {name || email}
        </RowLink>
      ),
    },
    {
      header: 'About',
      show: ({ subject, excerpt, files, notes }) => (
        <span className="about">
          {subject && <b dir="auto">{subject}</b>} <span dir="auto">{excerpt}</span>
          {files > 0 && <span className="chip">{files === 1 ? '1 file' : `${files} files`}</span>}
          {notes > 0 && <span className="chip">{notes === 1 ? '1 note' : `${notes} notes`}</span>}
        </span>
      ),
    },
    { header: 'By', show: ({ form }) => FORMS[form].title },
    { header: 'Status', sort: 'status', show: ({ status }) => <Status {...ENQUIRY_STATES[status]} /> },
    { header: 'Whose', show: ({ assignee }) => nameOf(colleagues, assignee) },
    { header: 'Came', sort: 'created_at', show: ({ created_at: at }) => <Time at={at} /> },
  ];
  const isFiltered = filters.some((filter) => filter.value !== undefined);
  const isSpam = table.filtered('status') === 'spam';
  return (
    <Screen
      title={isSpam ? 'Suspected spam' : 'Inbox'}
      actions={
        <>
          <Link className="button quiet" to="/templates">
            Edit reply templates
          </Link>
          <button type="button" className="quiet" onClick={() => save.mutate()}>
            Download enquiries as CSV
          </button>
          <button type="button" className="quiet keys" onClick={() => setShowsKeys(true)}>
            Keyboard
          </button>
        </>
      }
    >
      <EnquiryFilters table={table} />
      {!isFiltered && <UnpaidEnrolments />}
      <FilteredList
        table={table}
        error={save.error}
        caption="Enquiries"
        columns={columns}
        layout="letters"
        isEmphatic={({ unread }) => unread}
        selection={{ chosen, nameOf: ({ name, email }) => name || email, onChange: choose }}
        one="enquiry"
        many="enquiries"
        empty={{
          filtered: isSpam ? 'Nothing is held apart as suspected spam.' : 'No enquiry fits this search.',
          all: 'No enquiries yet. The first one appears here by itself.',
        }}
      >
        <LeftEnquiries left={left} />
        {picked.length > 0 && (
          <BulkBar
            picked={picked}
            onDone={(stay) => {
              setChosen(new Set(stay.map(({ id }) => id)));
              setLeft(stay);
            }}
          />
        )}
      </FilteredList>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </Screen>
  );
}

const READ = [
  ['', 'All'],
  ['true', 'Unread'],
  ['false', 'Read'],
] as const;
const FORM_CHOICES = [
  ['', 'All forms'],
  ...Object.entries(FORMS).map(([form, { title }]) => [form, title] as const),
] as const;

function EnquiryFilters({ table }: Pick<ComponentProps<typeof Filters<FilterName<'enquiries'>>>, 'table'>) {
  const me = useMe().person;
  const others = useColleagues()?.filter(({ id }) => id !== me.id) ?? [];
  const whose = [
    ['', 'Everybody’s'],
    [me.id, 'Mine'],
    ['none', 'Nobody’s'],
    ...others.map(({ id, name }) => [id, `${name}’s`] as const),
  ] as const;
  return (
    <Filters
      table={table}
      search={['q', 'Search enquiries']}
      choices={[
        ['status', 'Status', [['', 'All but spam'], ...optionsOf(ENQUIRY_STATES)]],
        ['unread', 'Read', READ],
        ['assignee', 'Whose', whose],
        ['form', 'Form', FORM_CHOICES],
      ]}
    />
  );
}

const words = (count: number): string => counted(count, 'enquiry', 'enquiries');

/** Enquiries that others changed meanwhile, in their present state. They stay chosen, so that the act can be repeated. */
function LeftEnquiries({ left }: { left: readonly LeftEnquiry[] }) {
  const colleagues = useColleagues();
  if (left.length === 0) return null;
  return (
    <div className="notice" data-kind="warn" role="alert">
      <p>Left as it is: {words(left.length)} that somebody else changed meanwhile. Do it again if that is right.</p>
      <ul className="plain">
        {left.map(({ id, name, email, status, assignee, by, at }) => (
          <li key={id}>
            <Link to={`/enquiries/${id}`}>{name || email}</Link>: {ENQUIRY_STATES[status].label},{' '}
            {nameOf(colleagues, assignee) || 'nobody’s'}
            {by && at && (
              <span className="hint">
                {' '}
                by {by}, <Time at={at} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface BulkBarProps {
  picked: readonly EnquiryRow[];
  /** @param left enquiries that others changed meanwhile */
  onDone(left: readonly LeftEnquiry[]): void;
}

function BulkBar({ picked, onDone }: BulkBarProps) {
  const me = useMe().person;
  const enquiries = picked.map(({ id, version }) => ({ id, version }));
  const change = useAct({
    act: (set: EnquiryPatch) => call('POST /enquiries/change', { body: { enquiries, set } }),
    done: ({ count }) => `${words(count)} changed.`,
    resources: ['enquiries'],
    waits: true,
  });
  const remove = useAct({
    act: () => call('POST /enquiries/delete', { body: { enquiries } }),
    done: ({ count }) => `${words(count)} erased.`,
    resources: ['enquiries'],
  });
  const set = (patch: EnquiryPatch) => () => {
    // A second press meanwhile would conflict with the changes of the first.
    if (!change.isPending) change.mutate(patch, { onSuccess: ({ left }) => onDone(left) });
  };
  const all = words(picked.length);
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
        {ENQUIRY_STATUSES.filter((status) => status !== 'new').map((status) => (
          <button key={status} type="button" onClick={set({ status })}>
            Mark as {status}
          </button>
        ))}
        <button type="button" onClick={set({ status: 'new' })}>
          Bring back as new
        </button>
        <ActButton
          text={`Delete ${all}`}
          isDangerous
          act={() => remove.mutateAsync()}
          onDone={({ left }) => onDone(left)}
        >
          <p>They are erased with their files, notes, replies and mails. This cannot be undone.</p>
        </ActButton>
      </div>
      <Failure error={change.error} />
    </section>
  );
}

/** Number of enrolments shown, newest first: those people can still be called. */
const SHOWN = 3;

/** People who began to enrol and have not paid: leads, too. New ones appear by themselves. */
function UnpaidEnrolments() {
  const { result, query } = useList<EnrolmentRow>({
    resource: 'enrolments',
    pagination: { mode: 'server', currentPage: 1, pageSize: SHOWN },
    sorters: [{ field: 'created_at', order: 'desc' }],
    filters: [{ field: 'paid', operator: 'eq', value: 'false' }],
  });
  const total = result.total ?? 0;
  if (!query.isSuccess || total === 0) return null;
  return (
    <section className="sheet unpaid" aria-labelledby="unpaid">
      <h2 id="unpaid">{counted(total, 'enrolment started and not paid', 'enrolments started and not paid')}</h2>
      <ul className="plain">
        {result.data.map(({ id, name, phone, course_label: course, created_at: at }) => (
          <li key={id}>
            <Link to={`/enrolments/${id}`}>{name}</Link>
            <span>{course}</span>
            <Phone number={phone} />
            <span className="hint">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {total > SHOWN && <Link to={filteredPath('enrolments', 'paid', 'false')}>See all {total}</Link>}
    </section>
  );
}

const KEYS = [
  ['j, k', 'Next, previous enquiry'],
  ['Enter', 'Open the enquiry'],
  ['x', 'Choose the enquiry, for doing something with several'],
  ['/', 'Search'],
  ['r', 'Reply (in an enquiry)'],
  ['n', 'Write a note (in an enquiry)'],
  ['u', 'Back to the inbox (in an enquiry)'],
  ['?', 'This list'],
] as const;

function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys of the inbox" onClose={onClose}>
      <dl className="facts">
        {KEYS.map(([key, does]) => (
          <Fact key={key} name={<kbd>{key}</kbd>}>
            {does}
          </Fact>
        ))}
      </dl>
      <label className="check">
        <input type="checkbox" defaultChecked={areKeysOn()} onChange={({ target }) => turnKeys(target.checked)} />
        Use these keys in this browser
      </label>
    </Dialog>
  );
}

/** Address of the row that had the focus last: back from an enquiry, the keys go on from there. */
let lastRow: string | null = null;
const rememberRow = ({ target }: { target: HTMLElement }): void => {
  lastRow = target.getAttribute('href');
};

/** Moves the focus to the next or previous row; from elsewhere to that of the last row, or to the first or last one. */
function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const row = document.activeElement?.closest('tr');
  const at = links.findIndex((link) => (row ? row.contains(link) : link.getAttribute('href') === lastRow));
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step;
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

const focusSearch = (): void => document.querySelector<HTMLElement>('[data-search]')?.focus();

const EMPTY: Template = { id: '', name: '', subject: '', text: '', updated_at: '' };

const writtenOf = ({ name, subject, text }: Template) => ({ name, subject, text });

/** Form of a template. Typed text survives a failed save and a reload, and can be laid over another person's newer version. */
function TemplateForm({ template, onDone }: { template: Template; onDone?(): void }) {
  const { id, updated_at } = template;
  const typed = useRecordDraft(`template:${id}`, Date.parse(updated_at) || 0, writtenOf(template));
  const draft = typed.value;
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    required: true,
    onChange: (text: string) => typed.change((now) => ({ ...now, [name]: text })),
  });
  const save = useAct({
    act: async () => {
      const body = { ...draft, updated_at };
      const saved = await (id
        ? call('PUT /reply-templates/:id', { id, body })
        : call('POST /reply-templates', { body }));
      const version = Date.parse(saved.updated_at);
      typed.saved(draft, { record: `template:${saved.id}`, version, value: writtenOf(saved) });
    },
    done: 'The template is saved.',
    resources: ['reply-templates'],
    waits: true,
  });
  const remove = useAct({
    act: () => call('DELETE /reply-templates/:id', { id }),
    done: 'The template is removed.',
    resources: ['reply-templates'],
  });
  return (
    <form className="sheet" onSubmit={sending(save, onDone && { onSuccess: onDone })}>
      <UnsavedDrafts {...typed} />
      <TextField label="Name" {...field('name')} maxLength={100} />
      <TextField label="Subject" {...field('subject')} maxLength={200} />
      <TextField
        label="Text"
        {...field('text')}
        rows={6}
        maxLength={20_000}
        hint="{name}, {subject}, {company} and {me} are filled in."
      />
      <Failure error={save.error} />
      <div className="actions">
        <button type="submit" className="primary">
          {id ? `Save ${template.name}` : 'Add the template'}
        </button>
        {id && (
          <ActButton text={`Remove ${template.name}`} isDangerous act={() => remove.mutateAsync()}>
            <p>Nobody can begin a reply with it then. This cannot be undone.</p>
          </ActButton>
        )}
      </div>
    </form>
  );
}

export function TemplatesScreen() {
  const { result, query } = useList<Template>({ resource: 'reply-templates', pagination: { mode: 'off' } });
  const [added, setAdded] = useState(0);
  return (
    <Screen title="Reply templates" actions={<Back to="/enquiries">the inbox</Back>}>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {result.data.map((template) => (
        <TemplateForm key={`${template.id} ${template.updated_at}`} template={template} />
      ))}
      <h2>A new template</h2>
      <TemplateForm key={added} template={EMPTY} onDone={() => setAdded(added + 1)} />
    </Screen>
  );
}
