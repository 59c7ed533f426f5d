import type { AppName } from '@wholepage/contracts/version';
import {
  concludeExperiment,
  MARGIN,
  readExperiment,
  runningExperiment,
  startExperiment,
  stopExperiment,
} from '@wholepage/releases/experiment/experiment';
import { privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { skippedChecks } from '../gate/run-gate';
import { passGateOnce } from '../gate/verify-release';
import { runCommand, UsageError } from '../run/command';
import { siteDefinition } from '../site/definition';
import { appArgument, breaksOf, optionsOf, releaseArguments } from './arguments/arguments';
import { shareArgument } from './arguments/canary-arguments';
import { goalArgument, marginArgument } from './arguments/experiment-arguments';

const USAGE =
  'npm run experiment <app> <A> <B> <percent> [-- --goal GOAL] [--margin 10] [--why "text"] [--skip "check" --reason "text"] [--break-lock "why"] | <app> | <app> stop | <app> conclude <A or B>   compares release B with A, which is live, by what visitors do';

/** What composers have seen of the experiment by now. */
async function evidenceOf(app: AppName) {
  const { deployment, plan } = await runningExperiment(storePlace(), app);
  const seen = await readExperiment(openWritableStore(privateStorePlace()), app, deployment);
  return { deployment, plan, seen };
}

async function show(app: AppName): Promise<void> {
  const { deployment, plan, seen } = await evidenceOf(app);
  const { traffic } = deployment.deployment;
  console.log(`${app}: A ${plan.against}, B ${deployment.metadata.version} for ${traffic} %`);
  console.log(`${app}: ${seen?.result.why}`);
  if (seen?.result.worse)
    console.log(`${app}: ${seen.result.worse.toUpperCase()} fails more, or is slower, than chance allows.`);
}

/** The figures that an experiment ends with; composers forget them with it. */
async function figuresOf(app: AppName): Promise<Record<string, unknown> | undefined> {
  const { seen } = await evidenceOf(app);
  return seen && { steps: seen.steps, experiment: seen.result };
}

await runCommand(USAGE, async (line) => {
  const { words, options } = optionsOf(line, {
    goal: 'string',
    margin: 'string',
    why: 'string',
    skip: 'string',
    reason: 'string',
    'break-lock': 'string',
  });
  const skip = skippedChecks(options.skip, options.reason);
  const place = storePlace();
  const why = options.why ?? '';
  const breaks = breaksOf(options['break-lock']);
  const [app, second, ...more] = words;
  if (second === undefined) return show(appArgument(words));
  if (second === 'stop') {
    const named = appArgument([app ?? '', ...more]);
    const { version } = await stopExperiment(place, named, { why, evidence: await figuresOf(named) });
    console.log(`${named}: the experiment with ${version} was stopped; all visitors get the live release.`);
    return;
  }
  if (second === 'conclude') {
    const { app: named, version } = releaseArguments([app ?? '', ...more]);
    if (!version) throw new UsageError(`Which release of ${named} do all visitors get? Name A or B.`);
    await concludeExperiment(place, named, version, { why, breaks, evidence: await figuresOf(named) });
    console.log(`${named}: the experiment is over; all visitors get ${version}.`);
    return;
  }
  const [b, percent, ...rest] = more;
  const { app: name, version: a } = releaseArguments([app ?? '', second, ...rest]);
  const { version: other } = releaseArguments([name, ...(b === undefined ? [] : [b])]);
  if (!a || !other) throw new UsageError(`Which two releases of ${name}? \`npm run releases\` lists them.`);
  const share = shareArgument(percent);
  const goal = goalArgument(options.goal, (await siteDefinition()).goals ?? {});
  const margin = marginArgument(options.margin) ?? MARGIN;
  const verification = await passGateOnce({ place, app: name, version: other, skip, say: console.log });
  await startExperiment(place, name, [a, other], share, { goal, margin, why, verification, breaks });
  console.log(
    `${name}: ${other} goes to ${share} % of the visitors beside ${a}; ${goal} is counted. \`npm run experiment ${name}\` says how it stands, \`npm run experiment ${name} stop\` ends it.`,
  );
});
