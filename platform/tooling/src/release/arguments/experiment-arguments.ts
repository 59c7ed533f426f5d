import { EVENT_NAME } from '@wholepage/contracts/events';
import type { SiteGoals } from '@wholepage/contracts/site';
import { UsageError } from '../../run/command';

/**
 * The goal of an experiment: a name or event that the site declares, another event, or the site's first goal.
 * @throws UsageError that lists the goals
 */
export function goalArgument(text: string | undefined, declared: SiteGoals): string {
  const names = Object.keys(declared);
  const known = names.length > 0 ? `This site has ${names.join(', ')}.` : 'This site declares none.';
  const goal = text ?? names[0];
  if (goal === undefined)
    throw new UsageError(`Which goal? ${known} An event counts, too: --goal checkout:cart-changed.`);
  if (names.includes(goal) || EVENT_NAME.test(goal)) return goal;
  throw new UsageError(`There is no goal "${goal}". ${known} An event counts, too: --goal checkout:cart-changed.`);
}

/** The largest difference that counts as none, in whole percent. @throws UsageError for anything else */
export function marginArgument(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = Number(text);
  if (/^\d{1,3}$/.test(text) && percent >= 1 && percent <= 100) return percent / 100;
  throw new UsageError(`"${text}" is not a margin: give the largest difference that counts as none, 1 to 100 percent.`);
}
