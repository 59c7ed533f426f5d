import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { AppDetails } from '../../../shapes';
import { CanaryPanel } from '../../components/canary/CanaryPanel';
import { StoppedCanary } from '../../components/canary/StoppedCanary';
import { ExperimentPanel } from '../../components/experiment/ExperimentPanel';
import { Loaded } from '../../components/Loaded';
import { PreviewForm } from '../../components/previews/PreviewForm';
import { Screen } from '../../components/Screen';
import { AppActions } from '../../components/steps/AppActions';
import { LockNotice } from '../../components/steps/LockNotice';
import { STEP_COLUMNS } from '../../components/steps/step-columns';
import { VersionsTable } from '../../components/steps/VersionsTable';
import { Time } from '../../components/Time';
import { DataTable } from '../../components/tables/DataTable';
import { mayRelease } from '../../data/may';
import { type Me, useApp, useOverview } from '../../data/queries/queries';
import { StepFor, type WantedStep } from './StepFor';

function Details({ me, details }: { me: Me; details: AppDetails }) {
  const [wanted, setWanted] = useState<WantedStep>();
  const [previewed, setPreviewed] = useState<string>();
  const siteLock = useOverview().data?.siteLock;
  const { app, live, previous, canary, lock, refused, history } = details;
  const may = mayRelease(me, app);
  return (
    <>
      {refused && (
        <p className="notice" data-kind="bad">
          {refused}
        </p>
      )}
      {[siteLock, lock].map((one) => one && <LockNotice key={one.app} lock={one} />)}
      <dl className="live-release">
        <dt>Live</dt>
        <dd>{live ? <code>{live.version}</code> : 'nothing'}</dd>
        {live?.since && (
          <>
            <dt>Since</dt>
            <dd>
              <Time at={live.since} /> by {live.by}
              {live.why && `: ${live.why}`}
            </dd>
          </>
        )}
        <dt>Before</dt>
        <dd>{previous ? <code>{previous}</code> : 'nothing'}</dd>
      </dl>
      {may && <AppActions details={details} onWant={setWanted} />}
      {canary?.experiment && (
        <ExperimentPanel app={app} canary={canary} plan={canary.experiment} onWant={may ? setWanted : undefined} />
      )}
      {canary && !canary.experiment && <CanaryPanel app={app} canary={canary} onWant={may ? setWanted : undefined} />}
      <StoppedCanary details={details} />
      <VersionsTable
        details={details}
        onWant={may ? setWanted : undefined}
        onPreview={may ? setPreviewed : undefined}
      />
      <h2>History</h2>
      <DataTable
        name={`Steps of ${app}`}
        rows={history}
        columns={STEP_COLUMNS.filter(({ header }) => header !== 'App')}
        empty="No step was taken yet."
      />
      {previewed && <PreviewForm me={me} app={app} version={previewed} onClose={() => setPreviewed(undefined)} />}
      {wanted && (
        <StepFor
          me={me}
          details={details}
          wanted={wanted}
          isLocked={Boolean(lock ?? siteLock)}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  );
}

/** One app: what is live, its canary, its versions, its history, and its steps. */
export function AppScreen({ me }: { me: Me }) {
  const { app = '' } = useParams();
  return (
    <Screen title={app}>
      <Loaded query={useApp(app)}>{(details) => <Details key={app} me={me} details={details} />}</Loaded>
    </Screen>
  );
}
