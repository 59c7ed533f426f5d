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

export interface ClientOptions {
  /** The build's folder. */
  folder: string;
  /** Of the service: it begins the names of the built files, and is the id of the element that the client renders into. */
  name: string;
  /** Of the service, for people: "Console". */
  title: string;
  /** Builds and starts it. */
  command: string;
  /** For browsers without scripts: a sentence that says what serves instead. */
  withoutScripts: string;
}

interface PageParts extends Pick<ClientOptions, 'name' | 'title' | 'withoutScripts'> {
  script: string;
  styles: string;
}

const pageOf = ({ name, title, withoutScripts, script, styles }: PageParts): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${styles}">
  <script type="module" src="${script}"></script>
</head>
<body><div id="${name}"></div><noscript>The ${name} needs scripts. ${withoutScripts}</noscript></body>
</html>
`;

/** Reads the client into memory: a few files. @throws StartError when it was not built */
export async function readClient({ folder, name, title, command, withoutScripts }: ClientOptions): Promise<Client> {
  const names = await readdir(folder).catch(() => []);
  const found = (start: string, end: string): string => {
    const file = names.find((one) => one.startsWith(start) && one.endsWith(end));
    if (!file) throw new StartError(`The ${name} is not built: run ${command}, which builds it.`);
    return `/assets/${file}`;
  };
  const read = async (file: string) =>
    [file, { bytes: await readFile(join(folder, file)), type: TYPES[extname(file)] ?? '' }] as const;
  const files = new Map(await Promise.all(names.filter((file) => extname(file) in TYPES).map(read)));
  const styles = found(`${name}-`, '.css');
  const script = found(`${name}-`, '.js');
  return {
    page: pageOf({ name, title, withoutScripts, script, styles }),
    files,
    assets: { script: found('sign-in-', '.js'), styles },
  };
}
