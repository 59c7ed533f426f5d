import type { AskedStep } from './steps';

/** As a shell takes it, whatever it holds. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const optionsOf = (step: AskedStep): string[] => {
  const options: string[] = [];
  if (step.action === 'canary' && step.every) options.push('--steps', step.shares.join(','), '--every', step.every);
  if (step.action === 'experiment') options.push('--goal', step.goal, '--margin', String(step.margin));
  if (step.action === 'lock') options.push('--until', step.until);
  if (step.why) options.push('--why', quoted(step.why));
  if ('breaks' in step && step.breaks) options.push('--break-lock', quoted(step.breaks));
  return options;
};

const WORDS: { [Action in AskedStep['action']]: (step: Extract<AskedStep, { action: Action }>) => string[] } = {
  promote: ({ app, version }) => [app, version],
  canary: ({ app, version, shares, every }) => [app, version, ...(every ? [] : [String(shares[0])])],
  experiment: ({ app, against, version, share }) => [app, against, version, String(share)],
  conclude: ({ app, version }) => [app, 'conclude', version],
  stop: ({ app }) => [app, 'stop'],
  rollback: ({ app, version }) => [app, ...(version ? [version] : [])],
  retire: ({ app }) => [app],
  lock: ({ app }) => [app],
  unlock: ({ app }) => [app, '--off'],
};

const nameOf = (step: AskedStep): string => {
  if (step.action === 'conclude') return 'experiment';
  if (step.action === 'unlock') return 'lock';
  return step.action === 'stop' ? (step.of ?? 'canary') : step.action;
};

/** The command that does the same, to copy. */
export function commandOf(step: AskedStep): string {
  const words = (WORDS[step.action] as (step: AskedStep) => string[])(step);
  const options = optionsOf(step);
  const name = nameOf(step);
  // Typed so often that it is a script of its own.
  if (name === 'rollback')
    return ['npm run rollback', ...words, ...(options.length > 0 ? ['--', ...options] : [])].join(' ');
  return [`npm run wholepage -- ${name}`, ...words, ...options].join(' ');
}

/** The command that previews versions of apps together. */
export function previewCommand(releases: Readonly<Record<string, string>>, hours: number): string {
  const all = Object.entries(releases);
  const words = all.length === 1 ? all.flat() : all.map((release) => release.join('@'));
  return `npm run preview ${words.join(' ')} -- --for ${hours}h`;
}

const PLAIN = /^[\w.:,=@-]+$/;

/** The command of the console that does the same, to copy. */
export const consoleCommand = (...words: readonly string[]): string =>
  ['npm run wholepage -- console', ...words.map((word) => (PLAIN.test(word) ? word : quoted(word)))].join(' ');
