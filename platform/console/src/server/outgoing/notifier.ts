import type pg from 'pg';
import type { StepReader } from '../registry/step-reader';
import { postToHook } from './hook';
import { isQuiet, type QuietHours } from './quiet-hours';
import { type Notice, noticeOfCause, noticeOfStep } from './sentences';

const EVERY_MS = 2_000;
const AT_ONCE = 10;
/** What waits longer, such as over a weekend without a network, is said by nobody any more. */
const KEPT = '1 day';
/** Steps that are older were taken while no console ran: the history has them. */
const RECENT_MS = 10 * 60_000;
const STEPS_READ = 50;

interface NotifierOptions {
  pool: pg.Pool;
  steps: Pick<StepReader, 'newest'>;
  /** A chat's incoming hook: it gets `{ "text": … }` by POST. */
  url: string;
  /** Of the console, for links. */
  origin: string;
  quiet: QuietHours | undefined;
  /** Times within an hour from which a new error is worth a message. */
  errorsPerHour: number;
  onTrouble(text: string): void;
}

interface Waiting {
  key: string;
  text: string;
  /** Microseconds since 1970: notices of one look are less than a millisecond apart. */
  madeAt: number;
}

/** Tells a chat what happened, in one sentence with a link, never twice: consoles that share a database share what was said. */
export class Notifier {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  private isFailing = false;

  constructor(private readonly options: NotifierOptions) {}

  start(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.look()
        .catch((error: unknown) => this.options.onTrouble(error instanceof Error ? error.message : String(error)))
        .finally(() => this.start());
    }, EVERY_MS);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Notes what is new, and sends what may be sent now. */
  async look(now = new Date()): Promise<void> {
    for (const notice of [...(await this.ofSteps(now)), ...(await this.ofCauses())]) await this.note(notice);
    await this.sendWaiting(now);
    await this.options.pool.query(`delete from notices where made_at < now() - interval '90 days'`);
  }

  private async ofSteps(now: Date): Promise<Notice[]> {
    const { steps, origin } = this.options;
    const recent = (await steps.newest({ limit: STEPS_READ })).filter(
      ({ at }) => now.getTime() - Date.parse(at) < RECENT_MS,
    );
    return recent.reverse().flatMap((step) => noticeOfStep(step, origin) ?? []);
  }

  private async ofCauses(): Promise<Notice[]> {
    const { pool, errorsPerHour, origin } = this.options;
    const { rows } = await pool.query<{ id: string; app: string; name: string; message: string; perHour: number }>(
      `select id, app, name, message,
         floor(total / greatest(extract(epoch from last_seen - first_seen) / 3600, 1))::int as "perHour"
       from causes where expected is null and first_seen > now() - interval '1 day'
         and total / greatest(extract(epoch from last_seen - first_seen) / 3600, 1) >= $1
         and not exists (select 1 from notices where key = 'cause ' || causes.id) limit ${AT_ONCE}`,
      [errorsPerHour],
    );
    return rows.map((row) => noticeOfCause(row, origin));
  }

  private async note({ key, text, isUrgent }: Notice): Promise<void> {
    await this.options.pool.query(
      'insert into notices (key, text, is_urgent) values ($1, $2, $3) on conflict do nothing',
      [key, text, isUrgent],
    );
  }

  private async sendWaiting(now: Date): Promise<void> {
    const { pool, quiet } = this.options;
    const { rows } = await pool.query<Waiting>(
      `update notices set sent_at = now() where key in (
         select key from notices where sent_at is null and made_at > now() - interval '${KEPT}' and (is_urgent or not $1)
         order by made_at limit ${AT_ONCE} for update skip locked) returning key, text, (extract(epoch from made_at) * 1000000)::float8 as "madeAt"`,
      [isQuiet(quiet, now)],
    );
    const inOrder = rows.sort((one, other) => one.madeAt - other.madeAt);
    for (const { key, text } of inOrder) {
      const trouble = await postToHook(this.options.url, text);
      // What may have arrived is not said again.
      if (trouble?.isRefused) await pool.query('update notices set sent_at = null where key = $1', [key]);
      if (trouble && !this.isFailing) this.options.onTrouble(`NOTIFY_URL: ${trouble.why}.`);
      this.isFailing = trouble !== undefined;
    }
  }
}
