import { useId, useState } from 'react';
import type { AppDetails } from '../../../shapes';
import { mayRelease } from '../../data/may';
import { type Me, useApp, useOverview } from '../../data/queries/queries';

interface PreviewTogetherProps {
  me: Me;
  /** Versions that are shown together so far, by app. */
  releases: Readonly<Record<string, string>>;
  onChange(releases: Record<string, string>): void;
}

/** Versions that a preview may show instead of the live one: those that wait first. */
export const versionsOf = ({ waiting, history, live }: Pick<AppDetails, 'waiting' | 'history' | 'live'>): string[] => {
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
export function PreviewTogether({ me, releases, onChange }: PreviewTogetherProps) {
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
