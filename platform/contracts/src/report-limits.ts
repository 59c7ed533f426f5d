/** Name in `Server-Timing` under which a page learns the id of its view, while a canary runs. The token itself no script reads. */
export const VIEW_METRIC = 'view';

/** Characters of an error's name and message in a report. */
export const LONGEST_NAME = 60;
export const LONGEST_TEXT = 300;

/** Places of a stack in a report. */
export const MOST_FRAMES = 8;

/** What a visitor did before an error, in a report. */
export const MOST_BREADCRUMBS = 10;
/** Milliseconds before the error: a tab may be open for weeks. */
export const LONGEST_AGO = 86_400_000;

/** An element that was clicked: its tag, and its first class where it has one. */
export const CLICKED = /^[a-z][a-z0-9-]{0,40}(\.[A-Za-z_][\w-]{0,80})?$/;
