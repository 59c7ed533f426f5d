import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { StartError } from '@wholepage/database/errors';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The client as the build left it. */
export interface Client {
  page: string;
  files: ReadonlyMap<string, { bytes: Buffer; type: string }>;
  /** For the page of signing in. */
  assets: { script: string; styles: string };
}

const pageOf = (script: string, styles: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Office</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${styles}">
  <script type="module" src="${script}"></script>
</head>
<body><div id="office"></div><noscript>The office needs scripts. The commands in docs/office.md do the same without.</noscript></body>
</html>
`;

/** Reads the client into memory: a few files. @throws StartError when it was not built */
export async function readClient(folder: string): Promise<Client> {
  const names = await readdir(folder).catch(() => []);
  const found = (start: string, end: string): string => {
    const name = names.find((one) => one.startsWith(start) && one.endsWith(end));
    if (!name) throw new StartError('The office is not built: run npm run office, which builds it.');
    return `/assets/${name}`;
  };
  const read = async (name: string) =>
    [name, { bytes: await readFile(join(folder, name)), type: TYPES[extname(name)] ?? '' }] as const;
  const files = new Map(await Promise.all(names.filter((name) => extname(name) in TYPES).map(read)));
  const styles = found('office-', '.css');
  return {
    page: pageOf(found('office-', '.js'), styles),
    files,
    assets: { script: found('sign-in-', '.js'), styles },
  };
}
