/**
 * What a visitor is told about their data beside each form. Whoever changes a word gives it a new version: it is kept with
 * every submission, so that it can be shown later what somebody had read.
 */
export const NOTICE_VERSION = '2026-11';
/** Form field that carries the version. */
export const NOTICE_FIELD = 'notice';

/** The notice up to the address at its end. The time it names is the default of `RETENTION_DAYS_ENQUIRIES`. */
export const NOTICE_TEXT =
  'We use what you send to answer you, keep it for up to two years and pass it to nobody. To see, correct or erase it, write to';
