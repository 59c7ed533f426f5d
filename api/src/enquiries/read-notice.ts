import { ENQUIRY_NOTICE, NOTICE_FIELD } from 'site/notice';

const NOTICE = /^[\w.-]{1,32}$/;

/** The version of the data protection notice that the sender had read: what the form says, else the one that is shown now. */
export const readNotice = (body: unknown): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[NOTICE_FIELD] : undefined;
  return typeof value === 'string' && NOTICE.test(value) ? value : ENQUIRY_NOTICE.version;
};
