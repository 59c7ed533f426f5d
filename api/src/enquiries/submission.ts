import { createHash } from 'node:crypto';
import { FORM_FIELDS } from '../../wire/form-fields';
import type { FormName } from '../db/tables/schema';

/** Without an id, the same content from the same address within this time is a repeat. */
export const REPEAT_WINDOW_MS = 10 * 60_000;

/** Identifies a submission, so that it is kept once however often it arrives. */
export interface SubmissionKey {
  key: string;
  /** The key that the same content had in the window before; set only when the visitor's browser made no id. */
  previous?: string;
}

/** Multipart and url-encoded posts have CRLF where JSON has LF; both are the same submission. */
const sameBreaks = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value;

const hash = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts, sameBreaks)).digest('base64url');

/**
 * What the limiter counts once: the e-mail call and the save of one submission have the same id and content. Other content
 * under the same id is another submission. Undefined when the browser made no id.
 */
export const contentToken = (id: string | undefined, form: FormName, body: unknown): string | undefined => {
  if (id === undefined) return undefined;
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return hash([id, ...FORM_FIELDS[form].map(({ name }) => given[name] ?? null)]);
};

/**
 * The content is part of the key. A visitor who corrects the message and sends it again under the same id has sent
 * something new. It must not be lost.
 * @param address of the visitor; only used, as part of a hash, when there is no id
 */
export function submissionKey(
  id: string | undefined,
  content: readonly unknown[],
  address: string,
  now = Date.now(),
): SubmissionKey {
  if (id !== undefined) return { key: `id:${hash([id, ...content])}` };
  const window = Math.floor(now / REPEAT_WINDOW_MS);
  const of = (number: number) => `auto:${hash([number, address, ...content])}`;
  return { key: of(window), previous: of(window - 1) };
}
