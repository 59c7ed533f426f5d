import { Fact, Loaded, Screen, State, Time } from '@wholepage/staff-kit/browser/screen';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { AppDetails, Health } from '../../shapes';
import { CanaryPanel, ExperimentPanel, StoppedCanary } from '../components/Canary';
import { DataTable } from '../components/DataTable';
import { AppActions, LockNotice, StepFor, type WantedStep } from '../components/Steps';
import { STEP_COLUMNS, VersionsTable } from '../components/VersionsTable';
import { durationText } from '../data/figures';
import { useApp, useMayRelease, useOverview } from '../data/queries';
import { PreviewForm } from './PreviewsScreen';

function Details({ details }: { details: AppDetails }) {
  const [wanted, setWanted] = useState<WantedStep>();
  const [previewed, setPreviewed] = useState<string>();
  const siteLock = useOverview().data?.siteLock;
  const { app, live, previous, canary, lock, refused, history } = details;
  const may = useMayRelease()(app);
  return (
    <>
      {refused && (
        <p className="notice" data-kind="bad">
          {refused}
        </p>
      )}
      {[siteLock, lock].map((one) => one && <LockNotice key={one.app} lock={one} />)}
      <dl className="facts">
        <Fact name="Live">{live ? <code>{live.version}</code> : 'nothing'}</Fact>
        {live?.since && (
          <Fact name="Since">
            <Time at={live.since} /> by {live.by}
            {live.why && `: ${live.why}`}
          </Fact>
        )}
        <Fact name="Before">{previous ? <code>{previous}</code> : 'nothing'}</Fact>
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
      {previewed && <PreviewForm app={app} version={previewed} onClose={() => setPreviewed(undefined)} />}
      {wanted && (
        <StepFor
          details={details}
          wanted={wanted}
          isLocked={Boolean(lock ?? siteLock)}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  );
}

export function AppScreen() {
  const { app = '' } = useParams();
  return (
    <Screen title={app}>
      <Loaded query={useApp(app)}>{(details) => <Details key={app} details={details} />}</Loaded>
    </Screen>
  );
}

/** How many pages failed within the last hour, in browsers and on the server. */
export function Failures({ health }: { health: Health | undefined }) {
  if (!health) return '–';
  const { failed, visits, made, madeFailed } = health;
  const isBad = failed + madeFailed > 0;
  const text = `${failed} of ${visits + failed} in browsers, ${madeFailed} of ${made + madeFailed} renders`;
  return isBad ? <State kind="warn">{text}</State> : text;
}

/** A figure of the live release, with that of the one before. */
export function Compared({ now, before }: { now: number | undefined; before: number | undefined }) {
  return (
    <>
      {durationText(now)}
      {now !== undefined && before !== undefined && <span className="location">before: {durationText(before)}</span>}
    </>
  );
}
