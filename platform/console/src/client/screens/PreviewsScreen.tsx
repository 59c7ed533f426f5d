import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { previewCommand } from '../../command';
import type { AppDetails, PreviewSummary } from '../../shapes';
import { ActDialog } from '../components/ActDialog';
import { type Column, DataTable } from '../components/DataTable';
import { Command, Loaded, Screen, Time } from '../components/Screen';
import { counted } from '../data/figures';
import { type Me, mayRelease, PREVIEWS_KEY, post, useApp, useOverview, usePreviews } from '../data/queries';

const namesOf = ({ releases }: PreviewSummary): string =>
  Object.entries(releases)
    .map(([app, version]) => `${app} ${version}`)
    .join(', ');

const columnsOf = (onShow: (preview: PreviewSummary) => void): Column<PreviewSummary>[] => [
  { header: 'Shows', value: namesOf, show: (preview) => <code>{namesOf(preview)}</code> },
  { header: 'By', value: ({ by }) => by },
  { header: 'Ends', value: ({ until }) => until, show: ({ until }) => <Time at={until} /> },
  { header: 'Address', value: ({ address }) => address, isHidden: true },
  {
    header: 'Preview',
    value: ({ id }) => id,
    show: (preview) => (
      <button type="button" onClick={() => onShow(preview)}>
        Show address of {namesOf(preview)}
      </button>
    ),
  },
];

function Shown({ me, preview, onEnd }: { me: Me; preview: PreviewSummary; onEnd(): void }) {
  const client = useQueryClient();
  const [isEnding, setEnding] = useState(false);
  const may = Object.keys(preview.releases).every((app) => mayRelease(me, app));
  return (
    <section className="canary" aria-labelledby="preview-title">
      <h2 id="preview-title">{namesOf(preview)}</h2>
      <PreviewAddress preview={preview} />
      {may && (
        <p className="actions">
          <button type="button" className="danger" onClick={() => setEnding(true)}>
            Withdraw the preview of {namesOf(preview)}
          </button>
        </p>
      )}
      {isEnding && (
        <ActDialog
          me={me}
          title={`Withdraw the preview of ${namesOf(preview)}`}
          isDangerous
          consequence={
            <p>
              Whoever has its address sees the live site within 2 s.{' '}
              {counted(Object.keys(preview.releases).length, 'release')} can be previewed again, at another address.
            </p>
          }
          command={`npm run preview -- --withdraw ${preview.id}`}
          act={() => post(`/api/previews/${preview.id}/withdraw`, {}, me.csrf)}
          onDone={async () => {
            await client.invalidateQueries({ queryKey: PREVIEWS_KEY });
            onEnd();
          }}
          onClose={() => setEnding(false)}
        />
      )}
    </section>
  );
}

/** Previews that hold now, whoever made them. */
export function PreviewsScreen({ me }: { me: Me }) {
  const [shown, setShown] = useState<PreviewSummary>();
  return (
    <Screen title="Previews">
      <p className="facts">
        Each shows published releases in the whole site to whoever has its address, for seven days at most.
      </p>
      {shown && <Shown key={shown.id} me={me} preview={shown} onEnd={() => setShown(undefined)} />}
      <Loaded query={usePreviews()}>
        {({ previews }) => (
          <DataTable
            name="Previews"
            rows={previews}
            columns={columnsOf(setShown)}
            empty="No preview holds now. Make one on the page of an app, or by npm run preview APP."
          />
        )}
      </Loaded>
    </Screen>
  );
}

/** Few visits make a preview. */
const QrCode = lazy(() => import('../components/QrCode'));

const HOURS = [2, 8, 24, 48, 96, 168];
const hoursText = (hours: number): string => (hours < 24 ? `${hours} h` : `${hours / 24} d`);

/** The address of a preview, to send and for a phone's camera. */
function PreviewAddress({ preview }: { preview: PreviewSummary }) {
  return (
    <>
      <p>
        Whoever has this address sees it, until it ends <Time at={preview.until} />.
      </p>
      <p>
        <a href={preview.address}>Open the preview</a>
        {Object.entries(preview.alone).map(([app, address]) => (
          <span key={app}>
            {' · '}
            <a href={address}>
              Open {app} {preview.releases[app]} alone
            </a>
          </span>
        ))}
      </p>
      <Command text={preview.address} what="address" />
      <Suspense fallback={<div className="qr" />}>
        <QrCode text={preview.address} label="The preview's address for a phone's camera" />
      </Suspense>
    </>
  );
}

interface PreviewFormProps {
  me: Me;
  app: string;
  version: string;
  onClose(): void;
}

/** Makes a preview of a version, alone or with those of other apps, and shows its address. */
export function PreviewForm({ me, app, version, onClose }: PreviewFormProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const client = useQueryClient();
  const [hours, setHours] = useState(48);
  const [releases, setReleases] = useState<Record<string, string>>({ [app]: version });
  useEffect(() => dialog.current?.showModal(), []);
  const make = useMutation({
    mutationFn: () => post<PreviewSummary>('/api/previews', { releases, hours }, me.csrf),
    onSuccess: () => client.invalidateQueries({ queryKey: PREVIEWS_KEY }),
  });
  const title = `Preview ${app} ${version}`;
  return (
    <dialog ref={dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        {make.data ? (
          <PreviewAddress preview={make.data} />
        ) : (
          <>
            <p>It shows {version} in the whole site to whoever has its address. Visitors get what is live.</p>
            <label htmlFor={`${id}-hours`}>For how long</label>
            <select id={`${id}-hours`} value={hours} onChange={(event) => setHours(Number(event.target.value))}>
              {HOURS.map((choice) => (
                <option key={choice} value={choice}>
                  {hoursText(choice)}
                </option>
              ))}
            </select>
            <PreviewTogether me={me} releases={releases} onChange={setReleases} />
            <p className="hint">The command that does the same:</p>
            <Command text={previewCommand(releases, hours)} />
          </>
        )}
        {make.error && (
          <p role="alert" className="failure">
            {make.error.message}
          </p>
        )}
        <div className="actions">
          {!make.data && (
            <button type="submit" className="primary" disabled={make.isPending}>
              {title}
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            {make.data ? 'Close' : 'Cancel'}
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface PreviewTogetherProps {
  me: Me;
  /** Versions that are shown together so far, by app. */
  releases: Readonly<Record<string, string>>;
  onChange(releases: Record<string, string>): void;
}

/** Versions that a preview may show instead of the live one: those that wait first. */
const versionsOf = ({ waiting, history, live }: Pick<AppDetails, 'waiting' | 'history' | 'live'>): string[] => {
  const given = history.flatMap(({ version }) => (version ? [version] : []));
  return [...new Set([...waiting.map(({ version }) => version), ...given])].filter((one) => one !== live?.version);
};

function VersionChoice({ app, onChoose }: { app: string; onChoose(version: string): void }) {
  const { data } = useApp(app);
  const id = useId();
  const versions = data ? versionsOf(data) : [];
  if (data && versions.length === 0) return <p className="hint">{app} has no version but the live one.</p>;
  return (
    <>
      <label htmlFor={id}>Version of {app}</label>
      <select id={id} value="" onChange={(event) => onChoose(event.target.value)}>
        <option value="">{data ? 'Choose a version' : 'Loading …'}</option>
        {versions.map((version) => (
          <option key={version}>{version}</option>
        ))}
      </select>
    </>
  );
}

/** Adds versions of other apps to a preview. */
function PreviewTogether({ me, releases, onChange }: PreviewTogetherProps) {
  const [wanted, setWanted] = useState('');
  const id = useId();
  const apps = (useOverview().data?.apps ?? []).filter(({ app }) => !releases[app] && mayRelease(me, app));
  const [, ...others] = Object.entries(releases);
  const without = (app: string) => Object.fromEntries(Object.entries(releases).filter(([one]) => one !== app));
  return (
    <>
      {others.length > 0 && (
        <ul className="holders">
          {others.map(([app, version]) => (
            <li key={app}>
              <code>
                {app} {version}
              </code>{' '}
              <button type="button" className="quiet" onClick={() => onChange(without(app))}>
                Leave out {app}
              </button>
            </li>
          ))}
        </ul>
      )}
      {apps.length > 0 && (
        <>
          <label htmlFor={id}>Together with</label>
          <select id={id} value={wanted} onChange={(event) => setWanted(event.target.value)}>
            <option value="">{others.length > 0 ? 'no other app' : 'nothing else'}</option>
            {apps.map(({ app }) => (
              <option key={app}>{app}</option>
            ))}
          </select>
        </>
      )}
      {wanted && !releases[wanted] && (
        <VersionChoice
          key={wanted}
          app={wanted}
          onChoose={(version) => {
            onChange({ ...releases, [wanted]: version });
            setWanted('');
          }}
        />
      )}
    </>
  );
}
