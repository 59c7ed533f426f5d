import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareDataDir } from '@wholepage/database/embedded';
import { freeRatioOf } from '@wholepage/releases/whole-files';
import { otlpExporter } from '@wholepage/telemetry/trace';
import { inArray, sql } from 'drizzle-orm';
import { officeSecret } from '../wire/office/caller';
import { createAlarms } from './alarms/alarms';
import { buildApp, buildPrivateApp, type Logger as InstanceLogger } from './app';
import { backupNumbers, checkBackups } from './backup/history';
import { seedCatalogue } from './catalogue/catalogue';
import type { Context } from './context';
import { type Db, openDatabase } from './db/database';
import { files as fileRows, installation } from './db/tables/schema';
import { tellAbandoned } from './enrolments/abandoned';
import { messageOf, StartError, StorageAwayError } from './errors';
import { type FileStore, openFiles, UPLOADS } from './files/file-store';
import { openJobs, type ScheduledJob } from './jobs/runner';
import { createRateLimiter, sweepLimiter } from './limiter/limiter';
import { checkMails, createOutgoing, endLeases, mailBacklog, mailQueue, sweepMails } from './mail/queue';
import { openTransport, ownerSource } from './mail/transport';
import { BACKUP, createMetrics, DISK, MAIL_QUEUE, PAYMENT_PROBLEMS, UNRECONCILED } from './metrics';
import { findRefunds } from './office/courses/order';
import { checkPayments, countProblems } from './orders/problems';
import { createProviderClient } from './orders/provider';
import { checkReconciled, reconcileDue, reconcileNewest, unreconciled } from './orders/reconcile';
import { applyRetention, vacuumAfterErasing } from './personal-data';
import { closeRead } from './plugins/requests';
import { mendPosts, publishSamples } from './posts/publish';
import type { Config } from './settings/config';
import { SAMPLE_POSTS_DIR } from './settings/paths';
import { uploadPermits } from './uploads/permits';
import { openUploadStore, sweepUploads } from './uploads/store';

/* Assembles the API: its services in the order in which they open and close, and its scheduled jobs. */

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Lookups of success pages, for all visitors of a composer together. Beyond them the page does without. */
const LOOKUPS_PER_MINUTE = 600;

type Logger = NonNullable<InstanceLogger>;

/**
 * Opens the API with all its services, ready to listen.
 * @throws StartError with one sentence when a setting, the data folder or the database is not usable
 */
export async function openSite(config: Config, log: Logger) {
  const warn = (text: string) => log.warn(text);
  const owner = ownerSource(config, warn);
  await prepareDataDir(config.dataDir);
  const database = await openDatabase(config, 'site', warn);
  const { db } = database;
  try {
    const files = openFiles(config);
    await requireOneInstallation(db, config.dataDir, files);
    if (!config.databaseUrl) await endLeases(db);
    await seedCatalogue(db);
    const samples = config.samplePosts ? await publishSamples(db, files, SAMPLE_POSTS_DIR, warn) : 0;
    if (samples > 0) log.info(`${samples} sample posts were published.`);
    await mendPosts(db, files, warn);

    const uploads = await openUploadStore(files, config.dataDir);
    const sweep = sweepUploads(db, files, uploads.incoming, !config.databaseUrl);
    const collected = await sweep.catch((error: unknown) => `Uploads were not swept: ${messageOf(error)}`);
    if (collected) warn(collected);

    const exporter = config.tracesUrl
      ? otlpExporter({
          endpoint: config.tracesUrl,
          service: config.role === 'jobs' ? 'jobs' : 'api',
          onLost: (why) => warn(`Traces are lost: ${why}.`),
        })
      : undefined;
    const metrics = createMetrics();
    const disks = [config.dataDir, config.uploadsUrl].filter((place) => place && !place.startsWith('s3:'));
    // The folder of UPLOADS_URL is made with its first file.
    const freeOf = (disk: string) =>
      freeRatioOf(disk).catch((error) => (error.code === 'ENOENT' ? 1 : Promise.reject(error)));
    metrics.watch(DISK, async () => ({ freeRatio: Math.min(...(await Promise.all(disks.map(freeOf)))) }));
    metrics.watchDatabase(database.ping);
    metrics.watch(MAIL_QUEUE, () => mailBacklog(db));
    const alarmSeconds = config.backupAlarmHours * 3600;
    if (alarmSeconds > 0) metrics.watch(BACKUP, async () => ({ ...(await backupNumbers(db)), alarmSeconds }));
    metrics.watch(UNRECONCILED, () => unreconciled(db));
    metrics.watch(PAYMENT_PROBLEMS, () => countProblems(db));
    const jobs = await openJobs({ database, works: config.role !== 'web', onTrouble: warn });
    const alarms = createAlarms({ db, alertUrl: config.alertUrl, onAlarm: (text) => log.error(text) });
    const transport = openTransport(config);
    const mails = mailQueue({
      db,
      files,
      transport,
      owner,
      metrics,
      alarms,
      onTrouble: warn,
    });
    const vacuum = vacuumAfterErasing(database);
    const stopping = new AbortController();
    const outgoing = createOutgoing(jobs, mails);
    const context: Context = {
      config,
      database,
      db,
      metrics,
      onSpan: exporter?.onSpan,
      files,
      uploads,
      uploadPermits: uploadPermits(),
      limiter: createRateLimiter(db, 'enquiries', config.rateLimitPerMinute),
      orderLimiter: createRateLimiter(db, 'orders', config.rateLimitPerMinute),
      lookupLimiter: createRateLimiter(db, 'lookups', LOOKUPS_PER_MINUTE),
      provider: createProviderClient(config.payment),
      jobs,
      outgoing,
      owner,
      mailQueue: mails,
      vacuumQueue: vacuum,
      alarms,
      officeSecret: await officeSecret({ ...config.office, production: config.production, dataDir: config.dataDir }),
      onTrouble: warn,
      stopping: stopping.signal,
    };
    const app = await buildApp(context, log);
    const privateApp = await buildPrivateApp(context, log);
    if (config.role === 'web') await jobs.declare([mails, vacuum]);
    else await jobs.work([mails, vacuum], scheduledJobs(context));
    return {
      app,
      /** The private server: metrics and the office's calls. */
      privateApp,
      context,
      /** Answers open requests, stops delivering mail, and closes the database. */
      close: async (): Promise<void> => {
        stopping.abort();
        if (app.server.listening && config.drainMs > 0) await wait(config.drainMs);
        await Promise.all([closeRead(app), privateApp.close()]);
        await jobs.stop();
        transport.close();
        await exporter?.flush();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Returns the scheduled jobs, each run by one process at a time. */
const scheduledJobs = (context: Context): ScheduledJob[] => {
  const { db, jobs, alarms, config, files, mailQueue } = context;
  return [
    { name: 'retention', schedule: '17 21 * * *', run: () => applyRetention(db, files, config.dataDir) },
    { name: 'mail-sweep', schedule: '* * * * *', run: () => sweepMails(db, jobs, mailQueue) },
    { name: 'mail-alarm', schedule: '* * * * *', run: () => checkMails(db, alarms) },
    { name: 'backup-alarm', schedule: '*/5 * * * *', run: () => checkBackups(db, alarms, config.backupAlarmHours) },
    { name: 'reconcile-orders', schedule: '* * * * *', run: (signal) => reconcileDue(context, signal) },
    { name: 'reconcile-newest', schedule: '*/10 * * * *', run: () => reconcileNewest(context) },
    { name: 'reconcile-alarm', schedule: '* * * * *', run: () => checkReconciled(db, alarms) },
    { name: 'payment-problems', schedule: '* * * * *', run: () => checkPayments(context) },
    { name: 'limiter-sweep', schedule: '*/5 * * * *', run: () => sweepLimiter(db) },
    { name: 'find-refunds', schedule: '* * * * *', run: () => findRefunds(context) },
    { name: 'abandoned-enrolments', schedule: '* * * * *', run: (signal) => tellAbandoned(context, signal) },
  ];
};

/** File in the data folder with the installation's id. */
export const INSTALLATION_FILE = 'installation-id';

const ofDatabase = async (db: Db): Promise<string | undefined> =>
  (await db.select({ id: installation.id }).from(installation))[0]?.id;

/**
 * Checks that data folder and database are of one installation; at the first start both get the same id.
 * @throws StartError when they are not: with a wrong folder or database visitors' files would belong to nobody
 */
export async function requireOneInstallation(db: Db, dataDir: string, files: FileStore): Promise<string> {
  const file = path.join(dataDir, INSTALLATION_FILE);
  const folder = (await readFile(file, 'utf8').catch(() => '')).trim();
  const stored = await ofDatabase(db);
  if (folder && folder === stored) return folder;
  if (folder && stored) {
    throw new StartError(
      `DATA_DIR ${dataDir} belongs to the installation ${folder}, and the database to ${stored}. Use the folder and the database of one installation, or restore a back-up of both.`,
    );
  }
  const isOne = await mayBelongTogether(db, files).catch((error: unknown) => {
    // An unavailable bucket must not stop forms from being saved. The next start checks again.
    if (!stored || !(error instanceof StorageAwayError)) throw error;
  });
  if (isOne === false) {
    throw new StartError(
      `The database knows none of the uploads in ${files.locate(UPLOADS)}; use the database that belongs to it, or an empty place.`,
    );
  }
  const id = folder || stored || randomUUID();
  // Of two concurrent processes the database accepts one.
  await db.insert(installation).values({ id }).onConflictDoNothing();
  const decided = (await ofDatabase(db)) ?? id;
  if (isOne) await writeFile(file, `${decided}\n`, { mode: 0o600 });
  return decided;
}

const SAMPLE = 50;

/** Whether uploads and database may belong together: false when there are uploads of which the database knows none. */
const mayBelongTogether = async (db: Db, files: FileStore): Promise<boolean> => {
  const names: string[] = [];
  for await (const { name } of files.list(UPLOADS)) if (names.push(name) === SAMPLE) break;
  if (names.length === 0) return true;
  const known = await db.select({ one: sql`1` }).from(fileRows).where(inArray(fileRows.storedName, names)).limit(1);
  return known.length > 0;
};
