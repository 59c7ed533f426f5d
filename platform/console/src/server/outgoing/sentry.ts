import { randomUUID } from 'node:crypto';
import type { Breadcrumb } from '@wholepage/contracts/report';
import { causeId, type PlacedCause } from '../observed/keep-digest';

const TIMEOUT_MS = 5_000;
/** Of one reading; more of a kind say nothing new. */
const MOST_EVENTS = 50;
const LINE = '\n';

/** Where a tool takes errors, as its DSN says. */
export interface ErrorsAddress {
  dsn: string;
  url: string;
  key: string;
}

/** @param dsn `https://key@host/project`, with a path before the project where the tool has one; undefined when it is none */
export function errorsAddress(dsn: string): ErrorsAddress | undefined {
  if (!URL.canParse(dsn)) return undefined;
  const { protocol, username, host, pathname } = new URL(dsn);
  const [, path = '', project = ''] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || !username || !project) return undefined;
  return { dsn, key: username, url: `${protocol}//${host}${path}/api/${project}/envelope/` };
}

/** What a visitor did before, as the format has it. @param at of the error, in seconds */
const breadcrumbsOf = (breadcrumbs: readonly Breadcrumb[], at: number): object[] =>
  breadcrumbs.map(({ ago, ...what }) => {
    const timestamp = at - ago / 1000;
    if ('page' in what) return { timestamp, type: 'navigation', category: 'navigation', data: { to: what.page } };
    if ('click' in what) return { timestamp, category: 'ui.click', message: what.click };
    return { timestamp, type: 'http', category: 'fetch', data: { status_code: what.fetch } };
  });

/** An error as the envelope's item of the type `event` has it. */
function eventOf(cause: PlacedCause, eventId: string): object {
  const { app, version, where, phase, page, name, message, place, count, verified } = cause;
  const timestamp = Date.now() / 1000;
  const frames = place.frames.map(({ file, line, column, isSource }) => ({
    ...{ filename: file, lineno: line, colno: column },
    in_app: isSource && !file.includes('node_modules/'),
  }));
  return {
    event_id: eventId,
    timestamp,
    platform: where === 'server' ? 'node' : 'javascript',
    level: 'error',
    release: `${app}@${version}`,
    transaction: page || undefined,
    fingerprint: [causeId(cause)],
    tags: { app, phase, browser: where, verified: verified > 0 ? 'yes' : 'no' },
    extra: { count },
    breadcrumbs: { values: breadcrumbsOf(cause.breadcrumbs, timestamp) },
    // The format wants the newest frame last.
    exception: { values: [{ type: name || 'Error', value: message, stacktrace: { frames: frames.reverse() } }] },
  };
}

/** One error in Sentry's envelope format: three lines of JSON. */
export function envelopeOf(cause: PlacedCause, { dsn }: Pick<ErrorsAddress, 'dsn'>): string {
  const eventId = randomUUID().replaceAll('-', '');
  const event = JSON.stringify(eventOf(cause, eventId));
  const header = JSON.stringify({ event_id: eventId, dsn, sent_at: new Date().toISOString() });
  const item = JSON.stringify({ type: 'event', length: Buffer.byteLength(event) });
  return [header, item, event, ''].join(LINE);
}

/** Sends errors to who has a tool for them already. What does not arrive is lost: the console has it. */
export class ErrorSender {
  private isFailing = false;

  constructor(
    private readonly address: ErrorsAddress,
    private readonly onTrouble: (text: string) => void,
  ) {}

  async send(causes: readonly PlacedCause[]): Promise<void> {
    for (const cause of causes.slice(0, MOST_EVENTS)) {
      const isSent = await this.post(envelopeOf(cause, this.address));
      if (!isSent) return;
    }
  }

  private async post(body: string): Promise<boolean> {
    const { url, key } = this.address;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=console/1.0, sentry_key=${key}`,
        },
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      this.isFailing = false;
      return true;
    } catch (error) {
      if (!this.isFailing)
        this.onTrouble(`ERRORS_URL: errors are not taken (${error instanceof Error ? error.message : error}).`);
      this.isFailing = true;
      return false;
    }
  }
}
