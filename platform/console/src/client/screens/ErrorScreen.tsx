import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Breadcrumb } from '@wholepage/contracts/report';
import { useId, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { quoted } from '../../command';
import type { Before, CauseDetails, Counted, SourcePlace } from '../../observed';
import { type Column, DataTable } from '../components/DataTable';
import { Command, Loaded, Screen, Time } from '../components/Screen';
import { percentText } from '../data/figures';
import { type Me, mayRelease, OBSERVED_KEY, post, useCause } from '../data/queries';

const countedAs = (header: string): Column<Counted>[] => [
  { header, value: ({ what }) => what },
  { header: 'Times', value: ({ count }) => count, isNumber: true },
];

const DAYS: Column<{ day: string; count: number }>[] = [
  { header: 'Day', value: ({ day }) => day },
  { header: 'Times', value: ({ count }) => count, isNumber: true },
];

function Commit({ commit }: { commit: string }) {
  return commit.startsWith('https://') ? <a href={commit}>{commit}</a> : <code>{commit}</code>;
}

function Facts({ cause }: { cause: CauseDetails }) {
  const { app, firstSeen, lastSeen, firstVersion, count, verified, share, commit } = cause;
  return (
    <dl className="live-release">
      <dt>App</dt>
      <dd>
        <Link to={`/apps/${app}`}>{app}</Link>
      </dd>
      <dt>Seen</dt>
      <dd>
        {count.toLocaleString()} times, {verified.toLocaleString()} of them proved by a page view or the server;{' '}
        {percentText(share)} of visits
      </dd>
      <dt>First</dt>
      <dd>
        <Time at={firstSeen} />, in <code>{firstVersion}</code>
      </dd>
      {commit && (
        <>
          <dt>Commit</dt>
          <dd>
            <Commit commit={commit} />
          </dd>
        </>
      )}
      <dt>Last</dt>
      <dd>
        <Time at={lastSeen} />
      </dd>
    </dl>
  );
}

function Cause({ me, cause }: { me: Me; cause: CauseDetails }) {
  const { message, versions, browsers, pages, phases, days, place, before } = cause;
  const tables = [
    ['Release', 'Releases', versions],
    ['Page', 'Pages', pages],
    ['Browser', 'Browsers', browsers],
    ['Phase', 'Phases', phases],
  ] as const;
  return (
    <>
      <p className="message">{message || 'The browser gave no message.'}</p>
      <Facts cause={cause} />
      <h2>Place</h2>
      <SourceLines place={place} />
      <h2>What happened before</h2>
      <Breadcrumbs before={before} />
      <h2>Where it was seen</h2>
      <div className="sides">
        {tables.map(([header, name, rows]) => (
          <DataTable key={header} name={name} rows={rows} columns={countedAs(header)} empty="It was not seen lately." />
        ))}
        <DataTable name="Days" rows={days} columns={DAYS} empty="It was not seen lately." />
      </div>
      {mayRelease(me, cause.app) && (
        <>
          <h2>Expected</h2>
          <ExpectForm me={me} cause={cause} />
        </>
      )}
    </>
  );
}

/** One cause of errors: its place in the sources, and where it was seen. */
export function ErrorScreen({ me }: { me: Me }) {
  const { id = '' } = useParams();
  const query = useCause(id);
  return (
    <Screen title={query.data?.name || 'Error'}>
      <Loaded query={query}>{(cause) => <Cause me={me} cause={cause} />}</Loaded>
    </Screen>
  );
}

const seconds = ({ ago }: Breadcrumb): string => (ago / 1000).toFixed(1);

const kindOf = (one: Breadcrumb): string => {
  if ('page' in one) return 'Page';
  return 'click' in one ? 'Click' : 'Call';
};

const whatOf = (one: Breadcrumb): string => {
  if ('page' in one) return one.page;
  if ('click' in one) return one.click;
  return one.fetch === 0 ? 'no status' : String(one.fetch);
};

const COLUMNS: Column<Breadcrumb>[] = [
  { header: 'Seconds before', value: seconds, isNumber: true },
  { header: 'Kind', value: kindOf },
  { header: 'What', value: whatOf, show: (one) => <code>{whatOf(one)}</code> },
];

/** What one visitor did before an error: pages by pattern, clicks by element, calls by status. */
function Breadcrumbs({ before }: { before: Before | undefined }) {
  if (!before) return <p className="empty">No browser said what happened before.</p>;
  const { breadcrumbs, version, browser, isVerified } = before;
  return (
    <>
      <p className="hint">
        Of one visit with {browser}, in <code>{version}</code>. {!isVerified && 'No page view proves it.'}
      </p>
      <DataTable name="Before the error" rows={breadcrumbs} columns={COLUMNS} empty="Nothing happened before." />
    </>
  );
}

/** Marks an error as expected, with a reason, or no longer. */
function ExpectForm({ me, cause }: { me: Me; cause: CauseDetails }) {
  const { id, expected } = cause;
  const field = useId();
  const [why, setWhy] = useState('');
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: () => post(`/api/errors/${id}/expected`, { why, isExpected: !expected }, me.csrf),
    onSuccess: () => client.invalidateQueries({ queryKey: [OBSERVED_KEY] }),
  });
  const command = `npm run wholepage -- console expect ${id}${expected ? '' : ` --why ${quoted(why || 'the reason')}`}`;
  return (
    <form
      className="inline"
      onSubmit={(event) => {
        event.preventDefault();
        mark.mutate();
      }}
    >
      {expected ? (
        <p>
          Expected by {expected.by}, <Time at={expected.at} />: {expected.why}
        </p>
      ) : (
        <>
          <label htmlFor={field}>Why it is not a reason to worry</label>
          <input id={field} value={why} maxLength={500} required onChange={(event) => setWhy(event.target.value)} />
        </>
      )}
      <p className="hint">The command that does the same:</p>
      <Command text={command} />
      {mark.error && (
        <p role="alert" className="failure">
          {mark.error.message}
        </p>
      )}
      <button type="submit" disabled={mark.isPending}>
        {expected ? 'Expect this error no longer' : 'Mark this error as expected'}
      </button>
    </form>
  );
}

/** The line of the sources that an error comes from, with those around it, and the frames of its stack. */
function SourceLines({ place }: { place: SourcePlace }) {
  const { frames, at, lines } = place;
  const shown = frames[at];
  if (!shown) return <p className="empty">The browser gave no place.</p>;
  return (
    <>
      <p>
        <code>
          {shown.file}:{shown.line}:{shown.column}
        </code>
        {!shown.isSource && ' (no source map of this release is known: this is the released file)'}
      </p>
      {lines && (
        <pre className="source">
          {lines.texts.map((text, index) => {
            const line = lines.from + index;
            return (
              <span key={line} className="source-line" data-current={line === shown.line}>
                <span className="source-number">{line}</span>
                {text}
                {'\n'}
              </span>
            );
          })}
        </pre>
      )}
      <details>
        <summary>{frames.length === 1 ? 'The one frame' : `All ${frames.length} frames`} of the stack</summary>
        <ol className="frames">
          {frames.map((frame, index) => (
            <li key={index}>
              <code>
                {frame.file}:{frame.line}:{frame.column}
              </code>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}
