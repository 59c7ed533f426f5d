import { publishedVersions } from '@wholepage/releases/candidate';
import { readRelease } from '@wholepage/releases/manifest';
import type { HistoryEntry } from '@wholepage/releases/registry/history';
import { RefusedError } from '@wholepage/sign-in/errors';
import type { AppDetails, StepSummary } from '../../shapes';
import type { ConsoleContext } from '../context';
import { readNewCauses } from '../observed/read-causes';
import { readGateRecord } from './release-details';
import { readOverview } from './summary';

const STEPS_SHOWN = 100;
const WAITING_SHOWN = 20;

export const stepSummary = ({
  deployments: _deployments,
  signature: _signature,
  under: _under,
  ...step
}: HistoryEntry): StepSummary => step;

/** Where releases of an app are shown alone, as far as this one says that they can be. */
async function aloneOf({ store, siteOrigin }: ConsoleContext, app: string, version: string | undefined) {
  if (version === undefined) return undefined;
  const stage = await readRelease(store, app, version).then(
    ({ manifest }) => manifest.entry.standalone,
    () => undefined,
  );
  return stage && `${siteOrigin}/_standalone/${app}/`;
}

/** One app: what is live, how it came about, and what waits. @throws RefusedError when there is no such app */
export async function readApp(context: ConsoleContext, app: string): Promise<AppDetails> {
  const { apps } = await readOverview(context);
  const known = apps.find((one) => one.app === app);
  const versions = await publishedVersions(context.store, app);
  if (!known && versions.length === 0) throw new RefusedError(404, `There is no app "${app}" in the store.`);
  const history = await context.steps.newest({ app, limit: STEPS_SHOWN });
  const shown = new Set(history.map(({ version }) => version));
  const summary = known ?? {
    app,
    live: undefined,
    previous: undefined,
    canary: undefined,
    lock: undefined,
    health: undefined,
    refused: undefined,
  };
  const waiting = versions
    .filter((version) => !shown.has(version))
    .reverse()
    .slice(0, WAITING_SHOWN);
  const verified = await Promise.all(
    waiting.map((version) => readGateRecord(context, app, version).catch(() => undefined)),
  );
  return {
    ...summary,
    history: history.map(stepSummary),
    goals: context.goals ?? [],
    alone: await aloneOf(context, app, known?.live?.version ?? versions.at(-1)),
    newCauses: await readNewCauses(context.pool, app),
    waiting: waiting.map((version, index) => ({ version, verified: verified[index] })),
  };
}
