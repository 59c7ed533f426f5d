import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { previewCommand } from '../../../command';
import type { PreviewSummary } from '../../../shapes';
import { post } from '../../data/api';
import { PREVIEWS_KEY } from '../../data/queries/preview-queries';
import type { Me } from '../../data/queries/queries';
import { Command } from '../Command';
import { Time } from '../Time';
import { PreviewTogether } from './PreviewTogether';

/** Few visits make a preview. */
const QrCode = lazy(() => import('../people/QrCode'));

const HOURS = [2, 8, 24, 48, 96, 168];
const hoursText = (hours: number): string => (hours < 24 ? `${hours} h` : `${hours / 24} d`);

/** The address of a preview, to send and for a phone's camera. */
export function PreviewAddress({ preview }: { preview: PreviewSummary }) {
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
