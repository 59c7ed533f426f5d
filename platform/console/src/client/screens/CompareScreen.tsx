import { useGet } from '@wholepage/staff-kit/browser/calls';
import { Back, Loaded, Screen, Time } from '@wholepage/staff-kit/browser/screen';
import { codeColumn } from '@wholepage/staff-kit/browser/table';
import { useParams, useSearchParams } from 'react-router-dom';
import type { ReleaseDetails } from '../../shapes';
import { type Column, DataTable } from '../components/DataTable';

const COLUMNS: Column<Difference>[] = [
  { header: 'What', value: ({ what }) => what },
  codeColumn('Name', ({ name }) => name),
  { header: 'Before', value: ({ before }) => before },
  { header: 'After', value: ({ after }) => after },
];

function Facts({ title, release }: { title: string; release: ReleaseDetails }) {
  const { version, builtAt, key, verification } = release;
  return (
    <section>
      <h2>
        {title} <code>{version}</code>
      </h2>
      <p>
        Built <Time at={builtAt} />
        {key && (
          <>
            , signed by <code>{key}</code>
          </>
        )}
        .
      </p>
      {verification ? (
        <p>
          The gate: {verification.held.join(', ') || 'nothing'} held
          {verification.skipped.length > 0 && `; left out: ${verification.skipped.join(', ')} (${verification.reason})`}
          .
        </p>
      ) : (
        <p>The history holds nothing of a gate.</p>
      )}
    </section>
  );
}

const useRelease = (app: string, version: string) =>
  useGet<ReleaseDetails>(['release', app, version], `/api/apps/${app}/releases/${version}`, {
    staleTime: Number.POSITIVE_INFINITY,
  });

export function CompareScreen() {
  const { app = '' } = useParams();
  const [query] = useSearchParams();
  const before = useRelease(app, query.get('from') ?? '');
  const after = useRelease(app, query.get('to') ?? '');
  return (
    <Screen title={`Two releases of ${app}`} actions={<Back to={`/apps/${app}`}>{app}</Back>}>
      <Loaded query={before}>
        {(one) => (
          <Loaded query={after}>
            {(other) => (
              <>
                <div className="sides">
                  <Facts title="Before" release={one} />
                  <Facts title="After" release={other} />
                </div>
                <DataTable
                  name={`Differences of ${app}`}
                  rows={compareReleases(one, other)}
                  columns={COLUMNS}
                  empty="These releases differ in nothing that visitors load."
                />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  );
}

type Difference = Record<'what' | 'name' | 'before' | 'after', string>;

const NONE = 'none';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

interface Content {
  bytes: number;
  /** Differs between contents of the same size. */
  digest: string;
}

function contentsOf({ files }: ReleaseDetails): Map<string, Content> {
  const contents = new Map<string, Content>();
  for (const { file, bytes, brotli, integrity } of [...files].sort((a, b) => a.integrity.localeCompare(b.integrity))) {
    const { bytes: others, digest } = contents.get(file) ?? { bytes: 0, digest: '' };
    contents.set(file, { bytes: others + (brotli ?? bytes), digest: `${digest} ${integrity}` });
  }
  return contents;
}

/** Lists values that differ, even if their texts are the same. */
function differences<Value>(
  what: string,
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  text: (value: Value) => string,
): Difference[] {
  const textOf = (value: Value | undefined): string => (value === undefined ? NONE : text(value));
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const [was, is] = [textOf(one), textOf(other)];
    return [{ what, name, before: was, after: was === is ? `${is}, other content` : is }];
  });
}

const total = (release: ReleaseDetails): number =>
  [...contentsOf(release).values()].reduce((sum, { bytes }) => sum + bytes, 0);

/** Compares two releases: contract, routes, shares, and files by their compressed size. */
export function compareReleases(before: ReleaseDetails, after: ReleaseDetails): Difference[] {
  const routes = ({ routes: paths }: ReleaseDetails) => new Map(paths.map((path) => [path, path]));
  const shares = ({ shares: list }: ReleaseDetails) =>
    new Map(list.map(({ name, version, range }) => [name, `${version} (takes ${range})`]));
  const facts = (release: ReleaseDetails) =>
    new Map([
      ['contract', String(release.contract)],
      ['all files', kilobytes(total(release))],
    ]);
  return [
    ...differences('Release', facts(before), facts(after), String),
    ...differences('Route', routes(before), routes(after), String),
    ...differences('Share', shares(before), shares(after), String),
    ...differences('File', contentsOf(before), contentsOf(after), ({ bytes }) => kilobytes(bytes)),
  ];
}
