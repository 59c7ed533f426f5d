import { MOST_BREADCRUMBS } from '@wholepage/contracts/report-limits';
import { closest } from '../clobber-safe';

/** Something that happened on this page, at a time of `performance.now()`. */
export interface Happened {
  at: number;
  what: { page: string } | { click: string };
}

/** The latest of what happened, the oldest first. */
export const happened: Happened[] = [];

let shownPage: string | undefined;

function note(what: Happened['what']): void {
  if (happened.push({ at: performance.now(), what }) > MOST_BREADCRUMBS) happened.shift();
}

/** Notes the page that is shown from now on, once. @param page its route's pattern, never its address */
export function notePage(page: string | undefined): void {
  if (page && page !== shownPage) note({ page });
  shownPage = page;
}

/** Notes each click by tag and class of the control: these are the team's words, never the visitor's. */
export function noteClicks(): void {
  const onClick = ({ target }: Event) => {
    const control = closest(target, 'a,button,input,select,summary,label') ?? closest(target, ':not(form)');
    if (!control) return;
    const { localName, classList } = control;
    note({ click: [localName, ...classList].slice(0, 2).join('.') });
  };
  window.addEventListener('click', onClick, true);
}
