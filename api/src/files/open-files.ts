import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Config } from '../settings/config';
import type { FileSource, FileStore } from './file-store';
import { folderFiles } from './folder-files';
import { s3Files } from './s3-files';

/** The store that `UPLOADS_URL` names, else the data folder. @throws StartError when it names none */
export const openFiles = ({
  uploadsUrl,
  s3Endpoint,
  dataDir,
}: Pick<Config, 'uploadsUrl' | 's3Endpoint' | 'dataDir'>): FileStore =>
  uploadsUrl.startsWith('s3://') ? s3Files(uploadsUrl, s3Endpoint) : folderFiles(uploadsUrl || dataDir);

/** A file of this machine. */
export const fromDisk = async (file: string, mediaType: string): Promise<FileSource> => ({
  open: () => createReadStream(file),
  bytes: (await stat(file)).size,
  mediaType,
});

export const fromMemory = (bytes: Buffer, mediaType: string): FileSource => ({
  open: () => Readable.from([bytes]),
  bytes: bytes.length,
  mediaType,
});
