import type { AppName } from '@wholepage/contracts/version';
import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { readSteps } from '@wholepage/releases/canary/cohort';
import { judge, powerOf, powerText } from '@wholepage/releases/canary/judge';
import { releasesOf } from '@wholepage/releases/registry/deployments';
import { lastRegistry } from '@wholepage/releases/registry/registry';
import { privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { skippedChecks } from '../gate/run-gate';
import { passGateOnce } from '../gate/verify-release';
import { runCommand, UsageError } from '../run/command';
import { appArgument, breaksOf, optionsOf, releaseArguments } from './arguments/arguments';
import { planOf, shareArgument } from './arguments/canary-arguments';

const USAGE =
  'npm run canary <app> | <app> <version> <percent> | <app> <version> -- --steps 10,25,50 --every 5m | <app> stop [-- --why "text"] [--skip "check" --reason "text"] [--without-evidence --reason "text"] [--break-lock "why"]   gives a release to a share of the visitors; <app> alone says how it stands';

/** Says what was seen of an app's canary, and what could have been seen by now. */
async function show(app: AppName): Promise<void> {
  const store = openWritableStore(storePlace());
  const { canary } = releasesOf((await lastRegistry(store)).registry, app);
  if (!canary) return console.log(`${app} has no canary.`);
  const steps = await readSteps(openWritableStore(privateStorePlace()), app, canary);
  console.log(`${app}: canary ${canary.metadata.version} for ${canary.deployment.traffic} %`);
  console.log(`${app}: ${judge(steps).why}`);
  console.log(`${app}: by now the judge would have found ${powerText(powerOf(steps))}`);
}

await runCommand(USAGE, async (line) => {
  const { words, options, flags } = optionsOf(line, {
    steps: 'string',
    every: 'string',
    why: 'string',
    skip: 'string',
    reason: 'string',
    'without-evidence': 'boolean',
    'break-lock': 'string',
  });
  const isBlind = flags.has('without-evidence');
  if (isBlind && (!options.reason?.trim() || options.steps === undefined))
    throw new UsageError('--without-evidence lets --steps go on unseen: give both, and --reason "text".');
  const skip = skippedChecks(options.skip, isBlind && options.skip === undefined ? undefined : options.reason);
  const why = options.why ?? '';
  const [app, second, percent, ...more] = words;
  if (second === undefined) return show(appArgument(words));
  if (second === 'stop') {
    const named = appArgument([app ?? '', ...(percent === undefined ? [] : [percent]), ...more]);
    const { version } = await stopCanary(openWritableStore(storePlace()), named, { why, isCanaryOnly: true });
    console.log(`${named}: the canary ${version} was stopped; all visitors get the live release.`);
    return;
  }
  const release = releaseArguments([app, second, ...more].filter((word) => word !== undefined));
  if (!release.version) throw new UsageError(`Which version of ${release.app}? \`npm run releases\` lists them.`);
  const plan = planOf(options.steps, options.every);
  const share = plan ? (plan.shares[0] ?? 0) : shareArgument(percent);
  const next = plan && {
    next: plan.shares.slice(1),
    everyMs: plan.everyMs,
    ...(isBlind && { withoutEvidence: options.reason?.trim() ?? '' }),
  };
  const { app: name, version } = release;
  const place = storePlace();
  const verification = await passGateOnce({ place, app: name, version, skip, say: console.log });
  await startCanary(place, name, version, share, {
    why,
    plan: next,
    verification,
    breaks: breaksOf(options['break-lock']),
  });
  console.log(`${name}: ${version} goes to ${share} % of the visitors. \`npm run canary ${name} stop\` ends it.`);
});
