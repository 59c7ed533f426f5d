import { useQueryClient } from '@tanstack/react-query';
import { json, useGet, useOnce } from '@wholepage/staff-kit/browser/calls';
import { ActButton, acting, Dialog, SelectField } from '@wholepage/staff-kit/browser/forms';
import { Command, counted, Loaded, later, Screen, Time } from '@wholepage/staff-kit/browser/screen';
import { codeColumn, timeColumn } from '@wholepage/staff-kit/browser/table';
import { useState } from 'react';
import { previewCommand } from '../../command';
import type { AppDetails, PreviewSummary } from '../../shapes';
import { type Column, DataTable } from '../components/DataTable';
import { hourChoices } from '../data/figures';
import { useApp, useHolds, useOverview } from '../data/queries';

const PREVIEWS_KEY = ['previews'];

const namesOf = ({ releases }: PreviewSummary): string =>
  Object.entries(releases)
    .map(([app, version]) => `${app} ${version}`)
    .join(', ');

const columnsOf = (onShow: (preview: PreviewSummary) => void): Column<PreviewSummary>[] => [
  codeColumn('Shows', namesOf),
  { header: 'By', value: ({ by }) => by },
  timeColumn('Ends', ({ until }) => until, true),
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

function Shown({ preview, onEnd }: { preview: PreviewSummary; onEnd(): void }) {
  const client = useQueryClient();
  const mine = useHolds();
  const may = Object.keys(preview.releases).every((app) => mine('releaser', app));
  return (
    <section className="sheet" aria-labelledby="preview-title">
      <h2 id="preview-title">{namesOf(preview)}</h2>
      <PreviewAddress preview={preview} />
      {may && (
        <p className="actions">
          <ActButton
            text={`Withdraw the preview of ${namesOf(preview)}`}
            isDangerous
            command={`npm run preview -- --withdraw ${preview.id}`}
            act={() => json('POST', `/api/previews/${preview.id}/withdraw`, {})}
            onDone={() => {
              onEnd();
              return client.invalidateQueries({ queryKey: PREVIEWS_KEY });
            }}
          >
            <p>
              Whoever has its address sees the live site within 2 s.{' '}
              {counted(Object.keys(preview.releases).length, 'release')} can be previewed again, at another address.
            </p>
          </ActButton>
        </p>
      )}
    </section>
  );
}

export function PreviewsScreen() {
  const [shown, setShown] = useState<PreviewSummary>();
  return (
    <Screen title="Previews">
      <p className="hint">
        Each shows published releases in the whole site to whoever has its address, for seven days at most.
      </p>
      {shown && <Shown key={shown.id} preview={shown} onEnd={() => setShown(undefined)} />}
      <Loaded query={useGet<{ previews: PreviewSummary[] }>(PREVIEWS_KEY, '/api/previews')}>
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

const QrCode = later('qr', () => import('../components/QrCode').then((code) => code.QrCode));

function PreviewAddress({ preview }: { preview: PreviewSummary }) {
  return (
    <>
      <p>
        Whoever has this address sees it, until it ends <Time at={preview.until} isToCome />.
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
      <QrCode text={preview.address} label="The preview's address for a phone's camera" />
    </>
  );
}

interface PreviewFormProps {
  title: string;
  details: { app: string };
  version: string;
  onClose(): void;
}

export function PreviewForm({ title, details: { app }, version, onClose }: PreviewFormProps) {
  const queries = useQueryClient();
  const [hours, setHours] = useState('48');
  const [releases, setReleases] = useState<Record<string, string>>({ [app]: version });
  const make = useOnce({
    mutationFn: () => json<PreviewSummary>('POST', '/api/previews', { releases, hours: Number(hours) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: PREVIEWS_KEY }),
  });
  if (make.data)
    return (
      <Dialog title={title} onClose={onClose}>
        <PreviewAddress preview={make.data} />
      </Dialog>
    );
  return (
    <Dialog
      title={title}
      action={title}
      command={previewCommand(releases, Number(hours))}
      {...acting(make)}
      onClose={onClose}
    >
      <p>It shows {version} in the whole site to whoever has its address. Visitors get what is live.</p>
      <SelectField
        label="For how long"
        value={hours}
        options={hourChoices([2, 8, 24, 48, 96, 168])}
        onChange={setHours}
      />
      <PreviewTogether releases={releases} onChange={setReleases} />
    </Dialog>
  );
}

interface PreviewTogetherProps {
  /** Versions chosen so far for the preview, by app. */
  releases: Readonly<Record<string, string>>;
  onChange(releases: Record<string, string>): void;
}

/** Returns the versions that a preview may show in place of the live one, waiting versions first. */
const versionsOf = ({ waiting, history, live }: Pick<AppDetails, 'waiting' | 'history' | 'live'>): string[] => {
  const given = history.flatMap(({ version }) => (version ? [version] : []));
  return [...new Set([...waiting.map(({ version }) => version), ...given])].filter((one) => one !== live?.version);
};

function VersionChoice({ app, onChoose }: { app: string; onChoose(version: string): void }) {
  const { data } = useApp(app);
  const versions = data ? versionsOf(data) : [];
  if (data && versions.length === 0) return <p className="hint">{app} has no version but the live one.</p>;
  return (
    <SelectField
      label={`Version of ${app}`}
      value=""
      options={[['', data ? 'Choose a version' : 'Loading …'], ...versions.map((one) => [one, one] as const)]}
      onChange={onChoose}
    />
  );
}

function PreviewTogether({ releases, onChange }: PreviewTogetherProps) {
  const [wanted, setWanted] = useState('');
  const mine = useHolds();
  const apps = (useOverview().data?.apps ?? []).filter(({ app }) => !releases[app] && mine('releaser', app));
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
        <SelectField
          label="Together with"
          value={wanted}
          options={[
            ['', others.length > 0 ? 'no other app' : 'nothing else'],
            ...apps.map(({ app }) => [app, app] as const),
          ]}
          onChange={setWanted}
        />
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
