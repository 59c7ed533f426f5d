/** `Server-Timing` metric with the id of the page view, while a canary runs. Scripts never see the token itself. */
export const VIEW_METRIC = 'view';

/** Characters of an error's name and message in a report. */
export const LONGEST_NAME = 60;
export const LONGEST_TEXT = 300;

/** A line of a stack: `{file of a release}:{line}:{column}`, as `news/1.0.0-3fa9c2d1/entry.js:1:2043`. */
export const LINE = /^[a-z0-9-]{1,60}\/[\w@./-]{1,160}:\d{1,7}:\d{1,7}$/;
/** Stack frames in a report. */
export const MOST_FRAMES = 8;

/** Breadcrumbs in a report. */
export const MOST_BREADCRUMBS = 10;
/** Largest age of a breadcrumb, in milliseconds before the error. */
export const LONGEST_AGO = 86_400_000;

/** A clicked element: its tag, and its first class if any. */
export const CLICKED = /^[a-z][a-z0-9-]{0,40}(\.[A-Za-z_][\w-]{0,80})?$/;
