import { randomUUID } from 'node:crypto';
import type { Breadcrumb } from '@wholepage/contracts/report';
import { JUDGE } from '@wholepage/releases/canary/canary';
import { type HistoryEntry, SITE } from '@wholepage/releases/registry/registry';
import type pg from 'pg';
import { KEPT_DAYS } from '../shapes';
import { causeId, type LocatedCause } from './digests';
import type { StepReader } from './steps';

const AT_ONCE = 10;
/** Age at which unsent notices are dropped, such as after a weekend without a network. */
const KEPT = '1 day';
/** Age of the oldest announced step. Older steps were taken while no console ran: the history has them. */
const RECENT_MS = 10 * 60_000;
const STEPS_READ = 50;
/** Most looks without a message while the chat takes none: 5 minutes. */
const LONGEST_PAUSE = 150;
/** Occurrences per hour from which a new error is announced. Rarer ones are on the Errors page only. */
const ERRORS_PER_HOUR = 10;

interface NotifierOptions {
  pool: pg.Pool;
  steps: Pick<StepReader, 'newest'>;
  /** Incoming webhook of a chat, which gets `{ "text": … }` by POST. */
  url: string;
  /** The console's origin, for links. */
  origin: string;
  quiet: QuietHours | undefined;
  onTrouble(text: string): void;
}

/** Marks the oldest notice that waits as sent. One at a time: a console that ends meanwhile leaves the others. */
const NEXT = `update notices set sent_at = now() where key = (
    select key from notices where sent_at is null and made_at > now() - interval '${KEPT}' and (is_urgent or not $1)
      and key <> all($2) order by made_at limit 1 for update skip locked) returning key, text`;
const NOTE = 'insert into notices (key, text, is_urgent) values ($1, $2, $3) on conflict do nothing';

/** Sends each event to a chat once, as a sentence with a link. Consoles that share a database share the list of sent notices. */
export class Notifier {
  private isFailing = false;
  /** Looks between two tries, and those still to come until the next. Each round that the chat refuses doubles the pause. */
  private pause = 0;
  private left = 0;

  constructor(private readonly options: NotifierOptions) {}

  async look(now = new Date()): Promise<void> {
    const { pool } = this.options;
    for (const { key, text, isUrgent } of [...(await this.ofSteps(now)), ...(await this.ofCauses())])
      await pool.query(NOTE, [key, text, isUrgent]);
    await this.sendWaiting(now);
    await pool.query(`delete from notices where made_at < now() - interval '${KEPT_DAYS} days'`);
  }

  private async ofSteps(now: Date): Promise<Notice[]> {
    const { steps, origin } = this.options;
    const recent = (await steps.newest({ limit: STEPS_READ })).filter(
      ({ at }) => now.getTime() - Date.parse(at) < RECENT_MS,
    );
    return recent.reverse().map((step) => noticeOfStep(step, origin));
  }

  private async ofCauses(): Promise<Notice[]> {
    const { pool, origin } = this.options;
    const { rows } = await pool.query<FrequentCause>(
      `select id, app, name, message,
         floor(total / greatest(extract(epoch from last_seen - first_seen) / 3600, 1))::int as "perHour"
       from causes where expected is null and first_seen > now() - interval '1 day'
         and total / greatest(extract(epoch from last_seen - first_seen) / 3600, 1) >= $1
         and not exists (select 1 from notices where key = 'cause ' || causes.id) limit ${AT_ONCE}`,
      [ERRORS_PER_HOUR],
    );
    return rows.map((row) => noticeOfCause(row, origin));
  }

  private async sendWaiting(now: Date): Promise<void> {
    this.left -= 1;
    if (this.left >= 0) return;
    const { pool, quiet } = this.options;
    const tried: string[] = [];
    let isTaken = false;
    while (tried.length < AT_ONCE) {
      const { rows } = await pool.query<Pick<Notice, 'key' | 'text'>>(NEXT, [isQuiet(quiet, now), tried]);
      const [notice] = rows;
      if (!notice) break;
      tried.push(notice.key);
      const trouble = await postToHook(this.options.url, notice.text);
      if (!trouble) isTaken = true;
      // Only a refused message is sent again: any other may have arrived.
      if (trouble?.isRefused) await pool.query('update notices set sent_at = null where key = $1', [notice.key]);
      if (trouble && !this.isFailing) this.options.onTrouble(`NOTIFY_URL: the chat ${trouble.why}.`);
      this.isFailing = trouble !== undefined;
    }
    this.pause = isTaken || tried.length === 0 ? 0 : Math.min(this.pause * 2 + 1, LONGEST_PAUSE);
    this.left = this.pause;
  }
}

interface Notice {
  /** Identifies the event: each key is sent once. */
  key: string;
  text: string;
  /** True: sent in quiet hours, too. */
  isUrgent: boolean;
}

/** Escapes the characters that chats read as commands or mentions, removes control characters, and cuts the text. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/@(?=\w)/g, '@ ')
    .slice(0, 300);

/** Returns the share of visitors of the step's version after the step, in percent. */
const percentOf = ({ deployments, version }: HistoryEntry): number | string =>
  deployments.find(({ metadata }) => metadata.version === version)?.deployment.traffic ?? 'some';

const whole = (app: string): string => (app === SITE ? 'The whole site' : app);

/** Sentence of a step's notice, by action. @param who the step's author and reason */
const SENTENCES: Readonly<Record<HistoryEntry['action'], (step: HistoryEntry, who: string) => string>> = {
  promote: ({ app, version }, who) => `${app} ${version} is live, ${who}`,
  canary: (step, who) => `${step.app} ${step.version} is a canary for ${percentOf(step)} % of visitors, ${who}`,
  experiment: (step, who) =>
    `${step.app} ${step.version} is in an experiment for ${percentOf(step)} % of visitors, ${who}`,
  stop: ({ app, version, evidence }, who) =>
    `The ${evidence?.['experiment'] ? 'experiment with' : 'canary'} ${app} ${version} was stopped ${who}`,
  rollback: ({ app, version }, who) => `${app} was rolled back to ${version}, ${who}`,
  retire: ({ app }, who) => `${app} was retired ${who}`,
  lock: ({ app }, who) => `${whole(app)} is locked ${who}`,
  unlock: ({ app }, who) => `${whole(app)} is unlocked ${who}`,
};

/** @param origin of the console */
function noticeOfStep(step: HistoryEntry, origin: string): Notice {
  const sentence = SENTENCES[step.action](step, `by ${step.by}${step.why && `: ${step.why}`}`);
  const place = step.app === SITE ? '/history' : `/apps/${step.app}`;
  const isUrgent = step.action === 'stop' && step.by === JUDGE;
  return { key: `step ${step.generation}`, text: `${plain(sentence)}. ${origin}${place}`, isUrgent };
}

type FrequentCause = Record<'id' | 'app' | 'name' | 'message', string> & { perHour: number };

function noticeOfCause({ id, app, name, message, perHour }: FrequentCause, origin: string): Notice {
  const what = [name, message].filter(Boolean).join(': ');
  const often = perHour === 1 ? 'once' : `${perHour} times`;
  const text = `${plain(`A new error of ${app} comes ${often} an hour: ${what}`)}. ${origin}/errors/${id}`;
  return { key: `cause ${id}`, text, isUrgent: false };
}

/** Hours of the day in which only urgent notices are sent. */
interface QuietHours {
  from: number;
  to: number;
  timeZone: string;
}

const FORM = /^([01]?\d|2[0-3])-([01]?\d|2[0-3])$/;

/** @param text such as `22-7` @returns undefined for any other text, and for two equal hours */
export function quietHoursOf(text: string, timeZone: string): QuietHours | undefined {
  const [, from, to] = FORM.exec(text) ?? [];
  return from === undefined || from === to ? undefined : { from: Number(from), to: Number(to), timeZone };
}

export function isQuiet(hours: QuietHours | undefined, now: Date): boolean {
  if (!hours) return false;
  const { from, to, timeZone } = hours;
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(now));
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

const TIMEOUT_MS = 5_000;

interface Trouble {
  why: string;
  isRefused: boolean;
}

/** Posts a body to an external tool. @returns undefined when the tool accepts it */
async function post(url: string, body: string, headers: Record<string, string>): Promise<Trouble | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'error', signal });
    await answer.body?.cancel();
    return answer.ok ? undefined : { why: `answered ${answer.status}`, isRefused: true };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    const isRefused = cause?.code === 'ECONNREFUSED' || cause?.code === 'ENOTFOUND';
    return { why: `cannot be reached (${cause?.code ?? 'no answer'})`, isRefused };
  }
}

/** Posts `{ "text": … }` to a chat's incoming webhook. */
const postToHook = (url: string, text: string) =>
  post(url, JSON.stringify({ text }), { 'content-type': 'application/json' });

/** Sends a trial message to the address. @throws Error that says why the chat did not take it */
export async function tryHook(url: string, { by, origin }: { by: string; origin: string }): Promise<void> {
  const trouble = await postToHook(url, `${plain(by)} tries this address for the console. ${origin}/settings`);
  if (trouble) throw new Error(`NOTIFY_URL: the chat ${trouble.why}.`);
}

/** Most errors that wait to be sent; more of them say nothing new. */
const MOST_EVENTS = 50;
const LINE = '\n';

type ErrorsAddress = Record<'dsn' | 'url' | 'key', string>;

/** Parses a DSN. @param dsn `https://key@host/project`, optionally with a path before the project @returns undefined otherwise */
export function errorsAddress(dsn: string): ErrorsAddress | undefined {
  if (!URL.canParse(dsn)) return undefined;
  const { protocol, username, host, pathname } = new URL(dsn);
  const [, path = '', project = ''] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || !username || !project) return undefined;
  return { dsn, key: username, url: `${protocol}//${host}${path}/api/${project}/envelope/` };
}

/** Returns a visitor's breadcrumbs in Sentry's format. @param at time of the error, in seconds since 1970 */
const breadcrumbsOf = (breadcrumbs: readonly Breadcrumb[], at: number): object[] =>
  breadcrumbs.map(({ ago, ...what }) => {
    const timestamp = at - ago / 1000;
    if ('page' in what) return { timestamp, type: 'navigation', category: 'navigation', data: { to: what.page } };
    if ('click' in what) return { timestamp, category: 'ui.click', message: what.click };
    return { timestamp, type: 'http', category: 'fetch', data: { status_code: what.fetch } };
  });

/** Returns an error as an envelope item of the type `event`. */
function eventOf(cause: LocatedCause, eventId: string): object {
  const { app, version, where, phase, page, name, message, location, count, verified } = cause;
  const timestamp = Date.now() / 1000;
  const frames = location.frames.map(({ file, line, column, isSource }) => {
    const isOwn = isSource && !file.includes('node_modules/');
    return { filename: file, lineno: line, colno: column, in_app: isOwn };
  });
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

/** Returns an error in Sentry's envelope format: three lines of JSON. */
function envelopeOf(cause: LocatedCause, { dsn }: Pick<ErrorsAddress, 'dsn'>): string {
  const eventId = randomUUID().replaceAll('-', '');
  const event = JSON.stringify(eventOf(cause, eventId));
  const header = JSON.stringify({ event_id: eventId, dsn, sent_at: new Date().toISOString() });
  const item = JSON.stringify({ type: 'event', length: Buffer.byteLength(event) });
  return [header, item, event, ''].join(LINE);
}

/** Sends errors to an external error tracker, one at a time. Lost ones are not sent again: the console has them. */
export class ErrorSender {
  private isFailing = false;
  /** The one that is on its way comes first. */
  private readonly waiting: LocatedCause[] = [];

  constructor(
    private readonly address: ErrorsAddress,
    private readonly onTrouble: (text: string) => void,
  ) {}

  async send(causes: readonly LocatedCause[]): Promise<void> {
    const { url, key } = this.address;
    const headers = {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=console/1.0, sentry_key=${key}`,
    };
    const isUnderWay = this.waiting.length > 0;
    this.waiting.push(...causes.slice(0, MOST_EVENTS - this.waiting.length));
    while (!isUnderWay && this.waiting[0]) {
      const trouble = await post(url, envelopeOf(this.waiting[0], this.address), headers);
      if (trouble && !this.isFailing) this.onTrouble(`ERRORS_URL: errors are not taken (it ${trouble.why}).`);
      this.isFailing = trouble !== undefined;
      this.waiting.splice(0, trouble ? MOST_EVENTS : 1);
    }
  }
}
