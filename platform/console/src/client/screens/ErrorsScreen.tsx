import { useQueryClient } from '@tanstack/react-query';
import type { Breadcrumb } from '@wholepage/contracts/report';
import { json, useGet, useOnce } from '@wholepage/staff-kit/browser/calls';
import { SameCommand, SelectField, sending } from '@wholepage/staff-kit/browser/forms';
import { Fact, Failure, Loaded, Screen, Time } from '@wholepage/staff-kit/browser/screen';
import { codeColumn, stateColumn, timeColumn } from '@wholepage/staff-kit/browser/table';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { consoleCommand } from '../../command';
import type { Before, CauseDetails, CauseSummary, Counted, SourceLocation } from '../../shapes';
import { AppChoice, DAYS, useChoices } from '../components/Choice';
import { type Column, DataTable } from '../components/DataTable';
import { WhyField } from '../components/StepDialog';
import { orEmpty, percentText } from '../data/figures';
import { OBSERVED_KEY, useFiltered, useHolds, useOverview } from '../data/queries';

/** Most pages of each error in the list. The error's own screen shows all pages. */
const PAGES_SHOWN = 3;

const locationText = ({ location }: CauseSummary): string => {
  const frame = location.frames[location.at];
  return frame ? `${frame.file}:${frame.line}` : '';
};

const titleOf = ({ name, message }: CauseSummary): string => [name, message].filter(Boolean).join(': ') || 'Unnamed';

const listed = (counts: CauseSummary['versions']): string => counts.map(({ what }) => what).join(', ');

const KIND = { Expected: 'accent', 'New in live': 'bad', Open: 'warn' } as const;

const stateOf = ({ expected, app, firstVersion }: CauseSummary, live: ReadonlyMap<string, string>) => {
  if (expected) return 'Expected';
  return live.get(app) === firstVersion ? 'New in live' : 'Open';
};

/** @param live versions that are live, by app */
const columnsOf = (live: ReadonlyMap<string, string>): Column<CauseSummary>[] => [
  {
    header: 'Error',
    value: titleOf,
    show: (cause) => (
      <>
        <Link to={`/errors/${cause.id}`}>{titleOf(cause)}</Link>
        {locationText(cause) && (
          <span className="location">
            <code>{locationText(cause)}</code>
          </span>
        )}
      </>
    ),
  },
  { header: 'Location', value: locationText, isHidden: true },
  codeColumn('App', ({ app }) => app),
  stateColumn(
    'State',
    (cause) => stateOf(cause, live),
    (cause) => KIND[stateOf(cause, live)],
  ),
  { header: 'Times', value: ({ count }) => count, isNumber: true },
  {
    header: 'Per visit',
    value: ({ share }) => orEmpty(share),
    show: ({ share }) => percentText(share),
    isNumber: true,
  },
  { header: 'Browsers', value: ({ browsers }) => listed(browsers) },
  {
    header: 'Pages',
    value: ({ pages }) => listed(pages),
    show: ({ pages }) => (
      <span className="codes">
        {pages.slice(0, PAGES_SHOWN).map(({ what }) => (
          <code key={what}>{what}</code>
        ))}
        {pages.length > PAGES_SHOWN && `and ${pages.length - PAGES_SHOWN} more`}
      </span>
    ),
  },
  timeColumn('First seen', ({ firstSeen }) => firstSeen),
  timeColumn('Last seen', ({ lastSeen }) => lastSeen),
];

export function ErrorsScreen() {
  const { chosen, choose } = useChoices({ app: '', days: '7' });
  const live = new Map(useOverview().data?.apps.map((one) => [one.app, one.live?.version ?? '']));
  return (
    <Screen title="Errors">
      <p className="hint">
        What broke in browsers and on the server, by cause. A network counts once in ten seconds; addresses, texts and
        numbers of visitors are not kept.
      </p>
      <div className="choices">
        <AppChoice value={chosen.app} onChoose={choose('app')} />
        <SelectField label="Seen within" value={chosen.days} options={DAYS} onChange={choose('days')} />
      </div>
      <Loaded query={useFiltered<{ causes: CauseSummary[] }>('/api/errors', chosen)}>
        {({ causes }) => (
          <DataTable
            name="Errors"
            rows={causes}
            columns={columnsOf(live)}
            empty="No error was seen within these days."
          />
        )}
      </Loaded>
    </Screen>
  );
}

const countedAs = (header: string): Column<Counted>[] => [
  { header, value: ({ what }) => what },
  { header: 'Times', value: ({ count }) => count, isNumber: true },
];

function Facts({ cause }: { cause: CauseDetails }) {
  const { app, firstSeen, lastSeen, firstVersion, count, verified, share, commit } = cause;
  return (
    <dl className="facts">
      <Fact name="App">
        <Link to={`/apps/${app}`}>{app}</Link>
      </Fact>
      <Fact name="Seen">
        {count.toLocaleString()} times, {verified.toLocaleString()} of them proved by a page view or the server;{' '}
        {percentText(share)} of visits
      </Fact>
      <Fact name="First">
        <Time at={firstSeen} />, in <code>{firstVersion}</code>
      </Fact>
      {commit && (
        <Fact name="Commit">
          {commit.startsWith('https://') ? <a href={commit}>{commit}</a> : <code>{commit}</code>}
        </Fact>
      )}
      <Fact name="Last">
        <Time at={lastSeen} />
      </Fact>
    </dl>
  );
}

function Cause({ cause }: { cause: CauseDetails }) {
  const { message, versions, browsers, pages, phases, days, location, before } = cause;
  const mayRelease = useHolds()('releaser', cause.app);
  const tables = [
    ['Release', 'Releases', versions],
    ['Page', 'Pages', pages],
    ['Browser', 'Browsers', browsers],
    ['Phase', 'Phases', phases],
    ['Day', 'Days', days],
  ] as const;
  return (
    <>
      <p className="message">{message || 'The browser gave no message.'}</p>
      <Facts cause={cause} />
      <h2>Place</h2>
      <SourceLines location={location} />
      <h2>What happened before</h2>
      <Breadcrumbs before={before} />
      <h2>Where it was seen</h2>
      <div className="sides">
        {tables.map(([header, name, rows]) => (
          <DataTable key={header} name={name} rows={rows} columns={countedAs(header)} empty="It was not seen lately." />
        ))}
      </div>
      {mayRelease && (
        <>
          <h2>Expected</h2>
          <ExpectForm cause={cause} />
        </>
      )}
    </>
  );
}

export function ErrorScreen() {
  const { id = '' } = useParams();
  const query = useGet<CauseDetails>([OBSERVED_KEY, 'cause', id], `/api/errors/${id}`);
  return (
    <Screen title={query.data?.name || 'Error'}>
      <Loaded query={query}>{(cause) => <Cause cause={cause} />}</Loaded>
    </Screen>
  );
}

const shown = (one: Breadcrumb): { kind: string; what: string } => {
  if ('page' in one) return { kind: 'Page', what: one.page };
  if ('click' in one) return { kind: 'Click', what: one.click };
  return { kind: 'Call', what: one.fetch === 0 ? 'no status' : String(one.fetch) };
};

const BREADCRUMBS: Column<Breadcrumb>[] = [
  { header: 'Seconds before', value: ({ ago }) => (ago / 1000).toFixed(1), isNumber: true },
  { header: 'Kind', value: (one) => shown(one).kind },
  codeColumn('What', (one) => shown(one).what),
];

/** Shows one visitor's breadcrumbs before an error: pages by pattern, clicks by element, calls by status. */
function Breadcrumbs({ before }: { before: Before | undefined }) {
  if (!before) return <p className="empty">No browser said what happened before.</p>;
  const { breadcrumbs, version, browser, isVerified } = before;
  return (
    <>
      <p className="hint">
        Of one visit with {browser}, in <code>{version}</code>. {!isVerified && 'No page view proves it.'}
      </p>
      <DataTable name="Before the error" rows={breadcrumbs} columns={BREADCRUMBS} empty="Nothing happened before." />
    </>
  );
}

function ExpectForm({ cause }: { cause: CauseDetails }) {
  const { id, expected } = cause;
  const [why, setWhy] = useState('');
  const client = useQueryClient();
  const mark = useOnce({
    mutationFn: () => json('POST', `/api/errors/${id}/expected`, { why, isExpected: !expected }),
    onSuccess: () => client.invalidateQueries({ queryKey: [OBSERVED_KEY] }),
  });
  // With "=", a reason may begin with a dash.
  const command = consoleCommand('expect', id, ...(expected ? [] : [`--why=${why || 'the reason'}`]));
  return (
    <form className="sheet" onSubmit={sending(mark)}>
      {expected ? (
        <p>
          Expected by {expected.by}, <Time at={expected.at} />: {expected.why}
        </p>
      ) : (
        <WhyField label="Why it is not a reason to worry" value={why} required onChange={setWhy} />
      )}
      <SameCommand text={command} />
      <Failure error={mark.error} />
      <button type="submit" disabled={mark.isPending}>
        {expected ? 'Expect this error no longer' : 'Mark this error as expected'}
      </button>
    </form>
  );
}

function SourceLines({ location }: { location: SourceLocation }) {
  const { frames, at, lines } = location;
  const shown = frames[at];
  if (!shown) return <p className="empty">The browser gave no location.</p>;
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
