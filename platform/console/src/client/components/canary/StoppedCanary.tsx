import type { AppDetails } from '../../../shapes';
import { Time } from '../Time';
import { Evidence } from './Evidence';

/** Why the last canary was stopped, while nothing newer was done with the app. */
export function StoppedCanary({ details: { app, canary, history } }: { details: AppDetails }) {
  const last = history.find(({ action }) => action !== 'lock' && action !== 'unlock');
  if (canary || last?.action !== 'stop') return null;
  return (
    <section className="canary" aria-labelledby="stopped-title">
      <h2 id="stopped-title">
        Stopped {last.evidence?.['experiment'] ? 'experiment' : 'canary'} <code>{last.version}</code>
      </h2>
      <p>
        Stopped <Time at={last.at} /> by {last.by}
        {last.why && `: ${last.why}`}.
      </p>
      {last.evidence && <Evidence app={app} version={last.version} of={last.at} stopped={last.why} />}
    </section>
  );
}
