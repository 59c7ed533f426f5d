import { stat } from 'node:fs/promises';
import { build } from 'esbuild';
import { ROOT } from '../paths';

const found = new Map<string, { mtimeMs: number; files: Promise<string[]> }>();

/** The sources that a content schema is made of: a loader that runs it depends on all of them. */
export async function schemaSources(schemaFile: string): Promise<string[]> {
  const { mtimeMs } = await stat(schemaFile);
  const known = found.get(schemaFile);
  if (known?.mtimeMs === mtimeMs) return known.files;
  const files = build({
    entryPoints: [schemaFile],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    logLevel: 'silent',
  }).then(({ metafile }) =>
    Object.keys(metafile.inputs)
      .filter((file) => !file.includes('node_modules/'))
      .map((file) => `${ROOT}/${file}`),
  );
  found.set(schemaFile, { mtimeMs, files });
  return files;
}
