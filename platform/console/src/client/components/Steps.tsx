import { DURATION, sharesOf } from '@wholepage/releases/canary/plan';
import type { Lock } from '@wholepage/releases/registry/step-rights';
import { SelectField, TextField } from '@wholepage/staff-kit/browser/forms';
import { moment, Notice } from '@wholepage/staff-kit/browser/screen';
import { type ComponentType, createContext, type ReactNode, useContext, useId, useState } from 'react';
import type { AppDetails } from '../../shapes';
import type { AskedStep } from '../../steps';
import { everyVisitor, hourChoices, someVisitors } from '../data/figures';
import { useOverview } from '../data/queries';
import { PreviewForm } from '../screens/PreviewsScreen';
import { StepDialog, type StepDialogProps } from './StepDialog';

interface StepProps extends Pick<StepDialogProps, 'title' | 'isLocked' | 'onClose'> {
  details: AppDetails;
  version: string;
}

/** Returns the dialog of a step that needs only a reason. @param planOf the step, and its consequence for visitors */
const plain =
  (planOf: (details: AppDetails, version: string) => Pick<StepDialogProps, 'consequence' | 'step' | 'isLocked'>) =>
  ({ details, version, ...dialog }: StepProps) => <StepDialog {...dialog} {...planOf(details, version)} />;

interface Step {
  /** Verb and object: names the button, the dialog and its button. */
  title(details: AppDetails, version: string): string;
  kind?: 'primary' | 'danger';
  Dialog: ComponentType<StepProps>;
}

const kindOf = ({ canary }: AppDetails): string => (canary?.experiment ? 'experiment' : 'canary');

/** Says which canary or experiment ends with a step that changes the live release. */
const endOf = (details: AppDetails): string =>
  details.canary ? ` The ${kindOf(details)} with ${details.canary.version} ends.` : '';

const STEPS = {
  promote: {
    title: ({ app }, version) => `Promote ${app} ${version}`,
    Dialog: plain((details, version) => {
      const { app, live, health } = details;
      const inPlace = live ? `, in place of ${live.version}` : '';
      return {
        consequence: `${everyVisitor(health)} gets ${version} within 2 s${inPlace}.${endOf(details)}`,
        step: { action: 'promote', app, version, ...(live && { from: live.version }) },
      };
    }),
  },
  canary: { title: ({ app }, version) => `Start canary ${app} ${version}`, Dialog: CanaryDialog },
  experiment: { title: ({ app }, version) => `Start experiment ${app} ${version}`, Dialog: ExperimentDialog },
  conclude: {
    title: ({ app }, version) => `Conclude experiment ${app} with ${version}`,
    Dialog: plain(({ app, live, canary, health }, version) => ({
      consequence: `${everyVisitor(health)} gets ${version} within 2 s. ${canary?.percent ?? 0} % of them had ${canary?.version}, the others ${live?.version}. The result goes into the history.`,
      step: { action: 'conclude', app, version },
      // No lock forbids the conclusion that keeps the live release.
      ...(version === live?.version && { isLocked: false }),
    })),
  },
  stop: {
    title: (details, version) => `Stop ${kindOf(details)} ${details.app} ${version}`,
    kind: 'danger',
    Dialog: plain(({ app, live, canary }, version) => ({
      consequence: `The ${canary?.percent ?? 0} % of visitors who get ${version} get ${live?.version} again within 2 s.`,
      step: { action: 'stop', app, version, ...(canary?.experiment && { of: 'experiment' }) },
      isLocked: false,
    })),
  },
  rollback: {
    title: ({ app }, version) => `Roll back ${app} to ${version}`,
    kind: 'primary',
    Dialog: plain((details, version) => {
      const { app, live, health } = details;
      return {
        consequence: `${everyVisitor(health)} gets ${version} again within 2 s, in place of ${live?.version}. Later rollbacks pass over ${live?.version}.${endOf(details)}`,
        step: { action: 'rollback', app, from: live?.version ?? '', version },
      };
    }),
  },
  retire: {
    title: ({ app }) => `Retire ${app}`,
    kind: 'danger',
    Dialog: plain((details) => ({
      consequence: `${everyVisitor(details.health)} loses its pages within 2 s: they answer 404, and are out of the menu and the sitemap, until a release is promoted again. Open tabs keep their files.${endOf(details)}`,
      step: { action: 'retire', app: details.app },
    })),
  },
  lock: { title: ({ app }) => `Lock ${app}`, Dialog: LockDialog },
  unlock: { title: ({ app }) => `Unlock ${app}`, Dialog: UnlockDialog },
  preview: { title: ({ app }, version) => `Preview ${app} ${version}`, Dialog: PreviewForm },
} satisfies Record<AskedStep['action'] | 'preview', Step>;

interface Wanted {
  do: keyof typeof STEPS;
  version?: string | undefined;
}

const StepsContext = createContext<{ details: AppDetails; onWant(step: Wanted): void } | undefined>(undefined);

interface StepsProps {
  details: AppDetails;
  may: boolean;
  children: ReactNode;
}

/** Shows an app, and the dialog of the chosen step. The dialog keeps the details from the time of the choice. */
export function Steps({ details, may, children }: StepsProps) {
  const [wanted, setWanted] = useState<Wanted & Pick<StepsProps, 'details'>>();
  const siteLock = useOverview().data?.siteLock;
  const { title, Dialog }: Partial<Step> = wanted ? STEPS[wanted.do] : {};
  const version = wanted?.version ?? '';
  return (
    <StepsContext value={may ? { details, onWant: (step) => setWanted({ ...step, details }) } : undefined}>
      {children}
      {wanted && Dialog && title && (
        <Dialog
          title={title(wanted.details, version)}
          {...{ details: wanted.details, version }}
          isLocked={Boolean(details.lock ?? siteLock)}
          onClose={() => setWanted(undefined)}
        />
      )}
    </StepsContext>
  );
}

/** Shows buttons of steps, unless the person may not take them. */
export function StepActions({ steps }: { steps: readonly (Wanted & { text?: string })[] }) {
  const context = useContext(StepsContext);
  if (!context) return null;
  const { details, onWant } = context;
  return (
    <p className="actions">
      {steps.map(({ text, ...wanted }) => {
        const { title, kind }: Step = STEPS[wanted.do];
        return (
          <button key={`${wanted.do} ${wanted.version}`} type="button" className={kind} onClick={() => onWant(wanted)}>
            {text ?? title(details, wanted.version ?? '')}
          </button>
        );
      })}
    </p>
  );
}

/** Dialog that gives a version to a share of the visitors. The share rises in steps, or stays. */
export function CanaryDialog({ details: { app, live, health }, version, ...dialog }: StepProps) {
  const [shares, setShares] = useState('10, 25, 50');
  const [every, setEvery] = useState('10m');
  // The server refuses a step without shares.
  const percents = sharesOf(shares) ?? [];
  const [first, ...later] = percents;
  const then = every ? ` Then ${[...later.map((share) => `${share} %`), 'at last everybody'].join(', ')}.` : '';
  const ends = `A judge stops it by itself when it is worse than chance allows.${then}`;
  const consequence =
    first === undefined
      ? 'Give percents that rise, such as 10, 25, 50.'
      : `${someVisitors(first, health)} get ${version} within 2 s; the others keep ${live?.version}. ${ends}`;
  return (
    <StepDialog
      {...dialog}
      consequence={consequence}
      step={{ action: 'canary', app, version, shares: percents, ...(every && { every }) }}
    >
      <TextField label="Percent of visitors, in rising steps" value={shares} required onChange={setShares} />
      <TextField
        label="How long each step lasts; empty stays at the first"
        value={every}
        pattern={DURATION}
        onChange={setEvery}
      />
    </StepDialog>
  );
}

const within = (text: string, most: number, otherwise: number): number => {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : otherwise;
};

function ExperimentDialog({ details: { app, live, health, goals }, version, ...dialog }: StepProps) {
  const [share, setShare] = useState('50');
  const [goal, setGoal] = useState(goals[0] ?? '');
  const [margin, setMargin] = useState('10');
  const list = useId();
  const [percent, same] = [within(share, 99, 50), within(margin, 100, 10)];
  const against = live?.version ?? '';
  const ends = `It ends by itself when A is better, when B fails more, or when no difference larger than ${same} % is possible any more.`;
  const percentField = { type: 'number', min: 1, required: true };
  return (
    <StepDialog
      {...dialog}
      consequence={`${someVisitors(percent, health)} get ${version} (B) within 2 s; the others keep ${against} (A). ${ends}`}
      step={{ action: 'experiment', app, against, version, share: percent, goal: goal.trim(), margin: same }}
    >
      <TextField
        label="Goal: one of the site, or an event such as shop:ordered"
        value={goal}
        required
        list={list}
        pattern="\w[\w\-]*(:\w[\w\-]*)?"
        onChange={setGoal}
      />
      <datalist id={list}>
        {goals.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <TextField {...percentField} label="Percent of visitors who get B" max={99} value={share} onChange={setShare} />
      <TextField
        {...percentField}
        label="Largest difference that counts as none, in percent"
        max={100}
        value={margin}
        onChange={setMargin}
      />
    </StepDialog>
  );
}

/** `details.app` is an app, or `site` for all apps. */
type LockDialogProps = Pick<StepProps, 'title' | 'onClose'> & { details: { app: string } };

const HOUR_MS = 3_600_000;
const nameOf = (app: string): string => (app === 'site' ? 'the whole site' : app);

export function LockDialog({ title, details: { app }, onClose }: LockDialogProps) {
  const [hours, setHours] = useState('4');
  const [openedAt] = useState(Date.now);
  const until = new Date(openedAt + Number(hours) * HOUR_MS);
  return (
    <StepDialog
      {...{ title, onClose }}
      needsReason
      consequence={`Until ${moment(until.toISOString())} nothing of ${nameOf(app)} is promoted, tried, rolled back or retired, by commands neither. A canary can still be stopped.`}
      step={{ action: 'lock', app, until: until.toISOString(), why: '' }}
    >
      <SelectField
        label="For how long"
        value={hours}
        options={hourChoices([1, 4, 12, 24, 72, 168])}
        onChange={setHours}
      />
    </StepDialog>
  );
}

export function UnlockDialog({ title, details: { app }, onClose }: LockDialogProps) {
  return (
    <StepDialog
      {...{ title, onClose }}
      consequence={`Releases of ${nameOf(app)} can be promoted again at once.`}
      step={{ action: 'unlock', app }}
    />
  );
}

/** Says that an app or the site is locked, until when, by whom and why. */
export function LockNotice({ lock: { app, until, by, why } }: { lock: Lock }) {
  return (
    <Notice kind="warn">
      {app === 'site' ? 'The whole site' : app} is locked until <time dateTime={until}>{moment(until)}</time> by {by}:{' '}
      {why}
    </Notice>
  );
}
