import { createTestDatabase, type TestDatabase } from '@wholepage/database/testing/test-database';
import { type Database, openDatabase } from '../src/db/database';
import { type JobQueue, type JobRunner, openJobs, type ScheduledJob } from '../src/jobs/runner';
import { inBatches } from '../src/support/in-batches';
import { until } from './helpers/site';
import { SITE_TABLES } from './helpers/site-tables';

jest.setTimeout(60_000);

let own: TestDatabase;
let database: Database;
const running: JobRunner[] = [];
beforeAll(async () => {
  own = await createTestDatabase(SITE_TABLES);
  database = await openDatabase(
    { databaseUrl: own.url, databasePool: 8, dataDir: '/nonexistent' },
    'site',
    () => undefined,
  );
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((runner) => runner.stop()));
});
afterAll(async () => {
  await database.close();
  await own.close();
});

const start = async (queues: JobQueue<never>[], scheduled: ScheduledJob[] = []): Promise<JobRunner> => {
  const runner = await openJobs({ database, onTrouble: () => undefined });
  await runner.work(queues, scheduled);
  running.push(runner);
  return runner;
};

const queueOf = (name: string, run: (data: { word: string }) => Promise<void>): JobQueue<{ word: string }> => ({
  name,
  concurrency: 2,
  retryDelaySeconds: 1,
  retryLimit: 5,
  run,
});

test('what is asked for is done once, by one of two processes, however often it was asked for', async () => {
  const done: string[] = [];
  const queue = queueOf('once', async ({ word }) => void done.push(word));
  const [first, second] = [await start([queue]), await start([queue])];
  const words = Array.from({ length: 20 }, (_, index) => `word-${index}`);
  // A word that is done before it is asked for again would rightly be done again.
  await database.db.transaction(async (tx) => {
    for (const word of words) for (const runner of [first, second]) await runner.request(tx, queue, word, { word });
  });
  first.wake('once');
  await until(async () => done.length >= words.length);
  expect(done.toSorted()).toEqual(words.toSorted());
});

test('a transaction that is rolled back has asked for nothing', async () => {
  const done: string[] = [];
  const queue = queueOf('rolled-back', async ({ word }) => void done.push(word));
  const runner = await start([queue]);
  await database.db
    .transaction(async (tx) => {
      await runner.request(tx, queue, 'no', { word: 'no' });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await database.db.transaction((tx) => runner.request(tx, queue, 'yes', { word: 'yes' }));
  runner.wake(queue.name);
  await until(async () => done.length > 0);
  expect(done).toEqual(['yes']);
});

test('what fails is done again', async () => {
  let attempts = 0;
  const queue = queueOf('again', async () => {
    attempts += 1;
    if (attempts < 2) throw new Error('not yet');
  });
  const runner = await start([queue]);
  await runner.request(database.db, queue, 'again', { word: 'x' });
  runner.wake(queue.name);
  await until(async () => attempts === 2);
});

test('a schedule is kept for all processes together, and its job is never under way twice', async () => {
  let now = 0;
  let most = 0;
  let runs = 0;
  const job: ScheduledJob = {
    name: 'each-minute',
    schedule: '* * * * *',
    run: async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      runs += 1;
    },
  };
  await start([], [job]);
  await start([], [job]);
  const rows = await own.query<{ cron: string }>(`select cron from jobs.schedule where name = 'each-minute'`);
  expect(rows).toEqual([{ cron: '* * * * *' }]);
  // Twice asked for at once is once, because the queue holds one job of this name.
  await own.query(`insert into jobs.job (name, policy)
    values ('each-minute', 'exclusive'), ('each-minute', 'exclusive') on conflict do nothing`);
  await until(async () => runs > 0);
  expect([runs, most]).toEqual([1, 1]);
});

describe('work in batches', () => {
  /** Work that ends on demand. */
  const held = () => {
    const batches: (readonly number[])[] = [];
    const ends: ((error?: Error) => void)[] = [];
    const work = (items: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        batches.push(items);
        ends.push((error) => (error ? reject(error) : resolve(items.map((item) => item * 10))));
      });
    return { batches, ends, work };
  };

  test('who comes alone is served at once, and who comes meanwhile is served together', async () => {
    const { batches, ends, work } = held();
    const double = inBatches({ largest: 3, atOnce: 1 }, work);
    const results = [1, 2, 3, 4, 5].map(double);
    expect(batches).toEqual([[1]]);
    ends[0]?.();
    await results[0];
    await Promise.resolve();
    expect(batches).toEqual([[1], [2, 3, 4]]);
    ends[1]?.();
    await results[3];
    ends[2]?.();
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50]);
  });

  test('as many batches are under way as may be', () => {
    const { batches, work } = held();
    const double = inBatches({ largest: 3, atOnce: 2 }, work);
    for (const item of [1, 2, 3]) void double(item);
    expect(batches).toEqual([[1], [2]]);
  });

  test('a batch that fails fails its own, and the next goes on', async () => {
    const { ends, work } = held();
    const double = inBatches({ largest: 3, atOnce: 1 }, work);
    const [first, second] = [double(1), double(2)];
    ends[0]?.(new Error('The disk is full'));
    await expect(first).rejects.toThrow('The disk is full');
    await Promise.resolve();
    ends[1]?.();
    expect(await second).toBe(20);
  });
});
