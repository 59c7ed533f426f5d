import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@wholepage/database/testing/test-database';
import { type Database, openDatabase } from '../src/db/database';
import { StartError } from '../src/errors';
import { folderFiles } from '../src/files/file-store';
import { requireOneInstallation } from '../src/site';
import { sweepUploads } from '../src/uploads/store';

jest.setTimeout(60_000);

interface Place {
  own: TestDatabase;
  database: Database;
  dataDir: string;
}
const places: Place[] = [];
const newPlace = async (): Promise<Place> => {
  const own = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'api-place-'));
  await mkdir(path.join(dataDir, 'uploads', 'incoming'), { recursive: true });
  const settings = { databaseUrl: own.url, databasePool: 2, dataDir };
  const place = { own, dataDir, database: await openDatabase(settings, 'site', () => undefined) };
  places.push(place);
  return place;
};
afterAll(async () => {
  for (const { own, database, dataDir } of places) {
    await database.close();
    await own.close();
    await rm(dataDir, { recursive: true });
  }
});

const upload = async ({ own, dataDir }: Place): Promise<string> => {
  const name = `${randomUUID()}.png`;
  const id = randomUUID();
  await own.query(
    `insert into enquiries (id, submission_key, form, email, phone) values ($1, $2, 'studio', 'a@x.example', '1')`,
    [id, id],
  );
  await own.query(
    `insert into files (id, enquiry_id, stored_name, original_name, media_type, bytes) values ($1, $1, $2, 'a', 'b', 1)`,
    [id, name],
  );
  await writeFile(path.join(dataDir, 'uploads', name), 'picture');
  return name;
};
const uploadsOf = ({ dataDir }: Place) => readdir(path.join(dataDir, 'uploads'));

test('folder and database get one id at the first start, and keep it', async () => {
  const place = await newPlace();
  const id = await requireOneInstallation(place.database.db, place.dataDir, folderFiles(place.dataDir));
  expect(await readFile(path.join(place.dataDir, 'installation-id'), 'utf8')).toBe(`${id}\n`);
  expect(await requireOneInstallation(place.database.db, place.dataDir, folderFiles(place.dataDir))).toBe(id);
});

test('a folder and a database of different installations refuse each other', async () => {
  const [one, other] = [await newPlace(), await newPlace()];
  await requireOneInstallation(one.database.db, one.dataDir, folderFiles(one.dataDir));
  await requireOneInstallation(other.database.db, other.dataDir, folderFiles(other.dataDir));
  const refused = requireOneInstallation(other.database.db, one.dataDir, folderFiles(one.dataDir));
  await expect(refused).rejects.toThrow(/^DATA_DIR .* belongs to the installation .*, and the database to /);
});

test('a database that knows none of the uploads is refused, and none of them is touched', async () => {
  const [one, empty] = [await newPlace(), await newPlace()];
  const names = [await upload(one), await upload(one)];
  await expect(requireOneInstallation(empty.database.db, one.dataDir, folderFiles(one.dataDir))).rejects.toThrow(
    StartError,
  );
  expect(await uploadsOf(one)).toEqual(expect.arrayContaining(names));
});

test('an installation from before there were ids is taken on', async () => {
  const place = await newPlace();
  await upload(place);
  const id = await requireOneInstallation(place.database.db, place.dataDir, folderFiles(place.dataDir));
  expect(await place.own.query('select id from installation')).toEqual([{ id }]);
});

test('what the database does not know is moved to a quarantine with a report, and nothing is erased', async () => {
  const place = await newPlace();
  const known = await upload(place);
  const folder = path.join(place.dataDir, 'uploads');
  const [files, incoming] = [folderFiles(place.dataDir), path.join(folder, 'incoming')];
  const unknown = `${randomUUID()}.pdf`;
  await writeFile(path.join(folder, unknown), 'nobody knows me');
  await writeFile(path.join(folder, 'incoming', 'half.raw'), 'half');
  expect(await sweepUploads(place.database.db, files, incoming, false)).toBeUndefined();
  expect(await sweepUploads(place.database.db, files, incoming, true)).toMatch(
    /^2 files .* were moved to .*quarantine/,
  );
  expect((await uploadsOf(place)).sort()).toEqual([known, 'incoming'].sort());
  const [moment = ''] = await readdir(path.join(place.dataDir, 'quarantine'));
  const quarantine = path.join(place.dataDir, 'quarantine', moment);
  expect(await readFile(path.join(quarantine, unknown), 'utf8')).toBe('nobody knows me');
  expect(JSON.parse(await readFile(path.join(quarantine, 'report.json'), 'utf8'))).toEqual([
    expect.objectContaining({ name: 'half.raw', bytes: 4, why: 'unfinished upload' }),
    expect.objectContaining({ name: unknown, bytes: 15, why: 'not known to the database' }),
  ]);
});
