import type { AskedStep, Said } from './steps';

/** Most characters of a reason, given in a field or by `--why`. */
export const LONGEST_WHY = 500;

/** Text in place of an empty setting. */
export const NOT_SET = 'not set';
export const NO_NOTIFY = 'NOTIFY_URL is not set: there is no chat to notify.';

/** Quotes any text for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Words of each step's command, without the options for its reasons. */
const COMMANDS: { [Action in AskedStep['action']]: (step: Extract<AskedStep, { action: Action }>) => string[] } = {
  promote: ({ app, version }) => ['promote', app, version],
  canary: ({ app, version, shares, every }) => [
    ...['canary', app, version],
    ...(every ? ['--steps', shares.join(','), '--every', every] : shares.slice(0, 1).map(String)),
  ],
  experiment: ({ app, against, version, share, goal, margin }) => [
    ...['experiment', app, against, version, String(share)],
    ...['--goal', goal, '--margin', String(margin)],
  ],
  conclude: ({ app, version }) => ['experiment', app, 'conclude', version],
  stop: ({ app, of = 'canary' }) => [of, app, 'stop'],
  rollback: ({ app, version }) => ['rollback', app, ...(version ? [version] : [])],
  retire: ({ app }) => ['retire', app],
  lock: ({ app, until }) => ['lock', app, '--until', until],
  unlock: ({ app }) => ['lock', app, '--off'],
};

const OPTIONS: Record<keyof Said, string> = { why: '--why', breaks: '--break-lock' };

export function commandOf(step: AskedStep): string {
  const words = (COMMANDS[step.action] as (step: AskedStep) => string[])(step);
  const said: Partial<Record<string, unknown>> = step;
  const given = Object.entries(OPTIONS).filter(([name]) => said[name]);
  const options = given.flatMap(([name, option]) => [option, quoted(String(said[name]))]);
  // Rollback has a script of its own, because it is typed so often.
  if (step.action === 'rollback')
    return ['npm run', ...words, ...(options.length > 0 ? ['--', ...options] : [])].join(' ');
  return ['npm run wholepage --', ...words, ...options].join(' ');
}

export function previewCommand(releases: Readonly<Record<string, string>>, hours: number): string {
  const all = Object.entries(releases);
  const words = all.length === 1 ? all.flat() : all.map((release) => release.join('@'));
  return `npm run preview ${words.join(' ')} -- --for ${hours}h`;
}

const PLAIN = /^[\w.:,=@-]+$/;

export const consoleCommand = (...words: readonly string[]): string =>
  ['npm run wholepage -- console', ...words.map((word) => (PLAIN.test(word) ? word : quoted(word)))].join(' ');
