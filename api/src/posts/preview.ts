import { createHmac, timingSafeEqual } from 'node:crypto';

const LIFE_MS = 3_600_000;
const TOKEN = /^preview-([a-z0-9]{1,8})-([a-z0-9]{1,8})-([a-z0-9]{1,10})-([0-9a-f]{32})$/;

const mark = (payload: string, secret: string): string =>
  createHmac('sha256', secret).update(`post-preview:${payload}`).digest('hex').slice(0, 32);

/** An address under which the site shows a version of a post, a draft too, for an hour. */
export function previewSlug(
  { id, version }: { id: number; version: number },
  secret: string,
  now = Date.now(),
): string {
  const payload = [id, version, now + LIFE_MS].map((part) => part.toString(36)).join('-');
  return `preview-${payload}-${mark(payload, secret)}`;
}

/** Which version of which post an address shows; undefined when it is not one of ours, or over. */
export function readPreviewSlug(
  slug: string,
  secret: string,
  now = Date.now(),
): { id: number; version: number } | undefined {
  const match = TOKEN.exec(slug);
  if (!match) return undefined;
  const [, id = '', version = '', until = '', given = ''] = match;
  const wanted = mark(`${id}-${version}-${until}`, secret);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(wanted)) || Number.parseInt(until, 36) < now) return undefined;
  return { id: Number.parseInt(id, 36), version: Number.parseInt(version, 36) };
}
