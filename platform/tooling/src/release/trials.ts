import type { AppName } from '@wholepage/contracts/release';
import { refuseCanary, runningCanary, startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { readSteps } from '@wholepage/releases/canary/cohort';
import { judge, powerOf, powerText } from '@wholepage/releases/canary/judge';
import {
  concludeExperiment,
  MARGIN,
  readExperiment,
  refuseUnequal,
  runningExperiment,
  startExperiment,
  stopExperiment,
} from '@wholepage/releases/experiment/experiment';
import { privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { passGateOnce, skippedChecks } from '../gate/run-gate';
import { UsageError } from '../run/command';
import { siteDefinition } from '../site/definition';
import {
  appArgument,
  goalArgument,
  marginArgument,
  planOf,
  publishedRelease,
  releaseArguments,
  type StepOptions,
  shareArgument,
  stepOf,
} from './steps';

/* Releases for a share of the visitors: a canary is judged against the live release, an experiment by what visitors do. */

/** `wholepage canary <app> <version> <percent>`, `<app> stop`, or `<app>` alone, which prints its state. */
export async function canary(
  words: readonly string[],
  options: StepOptions & { steps?: string; every?: string; withoutEvidence?: boolean } = {},
): Promise<void> {
  const isBlind = options.withoutEvidence === true;
  if (isBlind && (!options.reason?.trim() || options.steps === undefined))
    throw new UsageError('--without-evidence lets --steps go on unseen: give both, and --reason "text".');
  const skip = skippedChecks(options.skip, isBlind && options.skip === undefined ? undefined : options.reason);
  const step = stepOf(options);
  const [app, second, percent, ...more] = words;
  if (second === undefined) return showCanary(appArgument(words));
  if (second === 'stop') {
    const named = appArgument([app ?? '', ...(percent === undefined ? [] : [percent]), ...more]);
    const { version } = await stopCanary(openWritableStore(storePlace()), named, { ...step, isCanaryOnly: true });
    return console.log(`${named}: the canary ${version} was stopped; all visitors get the live release.`);
  }
  const plan = planOf(options.steps, options.every);
  const { app: name, version } = publishedRelease(
    [app, second, plan && percent, ...more].filter((word) => word !== undefined),
  );
  const share = plan ? (plan.shares[0] ?? 0) : shareArgument(percent);
  const next = plan && {
    next: plan.shares.slice(1),
    everyMs: plan.everyMs,
    ...(isBlind && { withoutEvidence: options.reason?.trim() ?? '' }),
  };
  const place = storePlace();
  const refuse = refuseCanary(name, version);
  const verification = await passGateOnce({ place, app: name, version, skip, say: console.log, refuse, ...step });
  await startCanary(place, name, version, share, { ...step, plan: next, verification });
  console.log(
    `${name}: ${version} goes to ${share} % of the visitors. \`npm run wholepage -- canary ${name} stop\` ends it.`,
  );
}

async function showCanary(app: AppName): Promise<void> {
  const canary = await runningCanary(openWritableStore(storePlace()), app);
  if (!canary) return console.log(`${app} has no canary. \`npm run wholepage -- status\` shows what there is.`);
  const steps = await readSteps(openWritableStore(privateStorePlace()), app, canary);
  console.log(`${app}: canary ${canary.metadata.version} for ${canary.deployment.traffic} %`);
  console.log(`${app}: ${judge(steps).why}`);
  console.log(`${app}: by now the judge would have found ${powerText(powerOf(steps))}`);
}

/** `wholepage experiment <app> <A> <B> <percent>`, `<app> stop`, `<app> conclude <version>`, or `<app>` alone. */
export async function experiment(
  words: readonly string[],
  options: StepOptions & { goal?: string; margin?: string } = {},
): Promise<void> {
  const skip = skippedChecks(options.skip, options.reason);
  const place = storePlace();
  const step = stepOf(options);
  const [app, second, ...more] = words;
  if (second === undefined) return showExperiment(appArgument(words));
  if (second === 'stop') {
    const named = appArgument([app ?? '', ...more]);
    const { version } = await stopExperiment(place, named, { ...step, evidence: await figuresOf(named) });
    return console.log(`${named}: the experiment with ${version} was stopped; all visitors get the live release.`);
  }
  if (second === 'conclude') {
    const { app: named, version } = releaseArguments([app ?? '', ...more]);
    if (!version) throw new UsageError(`Which release of ${named} do all visitors get? Name A or B.`);
    await concludeExperiment(place, named, version, { ...step, evidence: await figuresOf(named) });
    return console.log(`${named}: the experiment is over; all visitors get ${version}.`);
  }
  const [b, percent, ...rest] = more;
  const { app: name, version: a } = releaseArguments([app ?? '', second, ...rest]);
  const { version: other } = releaseArguments([name, ...(b === undefined ? [] : [b])]);
  if (!a || !other) throw new UsageError(`Which two releases of ${name}? \`npm run wholepage -- status\` lists them.`);
  const share = shareArgument(percent);
  const goal = goalArgument(options.goal, (await siteDefinition()).goals ?? {});
  const margin = marginArgument(options.margin) ?? MARGIN;
  const gate = { place, app: name, version: other, skip, ...step, refuse: refuseUnequal(name, a, other) };
  const verification = await passGateOnce({ ...gate, say: console.log });
  await startExperiment(place, name, [a, other], share, { ...step, goal, margin, verification });
  console.log(
    `${name}: ${other} goes to ${share} % of the visitors beside ${a}; ${goal} is counted. \`npm run wholepage -- experiment ${name}\` says how it stands, \`npm run wholepage -- experiment ${name} stop\` ends it.`,
  );
}

async function evidenceOf(app: AppName) {
  const { deployment, plan } = await runningExperiment(storePlace(), app);
  const seen = await readExperiment(openWritableStore(privateStorePlace()), app, deployment);
  return { deployment, plan, seen };
}

async function showExperiment(app: AppName): Promise<void> {
  const { deployment, plan, seen } = await evidenceOf(app);
  const { traffic } = deployment.deployment;
  console.log(`${app}: A ${plan.against}, B ${deployment.metadata.version} for ${traffic} %`);
  console.log(`${app}: ${seen?.result.why}`);
  if (seen?.result.worse)
    console.log(`${app}: ${seen.result.worse.toUpperCase()} fails more, or is slower, than chance allows.`);
}

/** The final figures of an experiment. Composers forget them when it ends. */
async function figuresOf(app: AppName): Promise<Record<string, unknown> | undefined> {
  const { seen } = await evidenceOf(app);
  return seen && { steps: seen.steps, experiment: seen.result };
}
