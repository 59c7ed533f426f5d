import { JUDGE } from '@wholepage/releases/canary/canary';
import { type HistoryEntry, SITE } from '@wholepage/releases/registry/history';

/** What people are to hear of: one sentence, and where to look. */
export interface Notice {
  /** Equal for what is to be said once. */
  key: string;
  text: string;
  /** Said in quiet hours, too. */
  isUrgent: boolean;
}

/** Chats take some signs for commands and call people by others. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/@(?=\w)/g, '@ ')
    .slice(0, 300);

const because = (why: string): string => (why ? `: ${why}` : '');

/** What the step left of its canary's visitors, in percent. */
const percentOf = ({ deployments, version }: HistoryEntry): number | string =>
  deployments.find(({ metadata }) => metadata.version === version)?.deployment.traffic ?? 'some';

function sentenceOf(step: HistoryEntry): string | undefined {
  const { action, app, version, by, why } = step;
  const who = `by ${by}${because(why)}`;
  const what = app === SITE ? 'The whole site' : app;
  switch (action) {
    case 'promote':
      return `${app} ${version} is live, ${who}`;
    case 'canary':
      return `${app} ${version} is a canary for ${percentOf(step)} % of visitors, ${who}`;
    case 'experiment':
      return `${app} ${version} is in an experiment for ${percentOf(step)} % of visitors, ${who}`;
    case 'stop':
      return `The ${step.evidence?.['experiment'] ? 'experiment with' : 'canary'} ${app} ${version} was stopped ${who}`;
    case 'rollback':
      return `${app} was rolled back to ${version}, ${who}`;
    case 'retire':
      return `${app} was retired ${who}`;
    case 'lock':
      return `${what} is locked ${who}`;
    case 'unlock':
      return `${what} is unlocked ${who}`;
    default:
      return undefined;
  }
}

/** @param origin of the console @returns undefined for steps of which nobody needs to hear */
export function noticeOfStep(step: HistoryEntry, origin: string): Notice | undefined {
  const sentence = sentenceOf(step);
  if (sentence === undefined) return undefined;
  const place = step.app === SITE ? '/history' : `/apps/${step.app}`;
  const isUrgent = step.action === 'stop' && step.by === JUDGE;
  return { key: `step ${step.generation}`, text: `${plain(sentence)}. ${origin}${place}`, isUrgent };
}

/** An error that nobody had seen before and that comes often. */
export function noticeOfCause(
  { id, app, name, message, perHour }: { id: string; app: string; name: string; message: string; perHour: number },
  origin: string,
): Notice {
  const what = [name, message].filter(Boolean).join(': ');
  const often = perHour === 1 ? 'once' : `${perHour} times`;
  const text = `${plain(`A new error of ${app} comes ${often} an hour: ${what}`)}. ${origin}/errors/${id}`;
  return { key: `cause ${id}`, text, isUrgent: false };
}
