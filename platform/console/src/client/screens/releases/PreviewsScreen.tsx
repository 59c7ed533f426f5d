import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PreviewSummary } from '../../../shapes';
import { ActDialog } from '../../components/ActDialog';
import { Loaded } from '../../components/Loaded';
import { PreviewAddress } from '../../components/previews/PreviewForm';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { type Column, DataTable } from '../../components/tables/DataTable';
import { post } from '../../data/api';
import { counted } from '../../data/counted';
import { mayRelease } from '../../data/may';
import { PREVIEWS_KEY, usePreviews } from '../../data/queries/preview-queries';
import type { Me } from '../../data/queries/queries';

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
