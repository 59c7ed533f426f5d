import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, context, type Plugin } from 'esbuild';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where the built gallery lies. */
export const OUT = at('../dist/gallery');

const SHOWN = /\.(svg|png|jpg|avif|webp)$/;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The pattern room</title>
<link rel="stylesheet" href="/main.css">
<script type="module" src="/main.js"></script>
<script>new EventSource('/events').onmessage = () => location.reload();</script>
</head>
<body><div id="gallery"></div></body>
</html>
`;

async function pictures(): Promise<string[]> {
  const files = await readdir(at('../pictures'), { recursive: true }).catch(() => []);
  return files.filter((file) => SHOWN.test(file)).sort();
}

/** Names of what the catalogue shows. It is bundled first: Node itself reads no styles. */
async function entries(): Promise<string[]> {
  const { outputFiles } = await build({
    entryPoints: [at('catalogue.ts')],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    loader: { '.css': 'empty', '.module.css': 'empty' },
    write: false,
  });
  const { CATALOGUE } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
  return Object.keys(CATALOGUE);
}

/**
 * Builds, then again at every change of a source. Watching begins with a build, because an earlier build would count as a change.
 * @throws when the first build fails
 */
const watchBuilds = (options: BuildOptions, onRebuilt: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    let isFirst = true;
    const tell: Plugin = {
      name: 'tell',
      setup({ onEnd }) {
        onEnd(({ errors: [error] }) => {
          if (!isFirst && !error) onRebuilt();
          if (isFirst && error) reject(new Error(error.text));
          isFirst = false;
          resolve();
        });
      },
    };
    context({ ...options, plugins: [tell] }).then((builds) => builds.watch(), reject);
  });

/**
 * Builds the gallery into {@link OUT}: one page, its scripts and styles, and a copy of the pictures; then again at every
 * change of a source.
 * @param onRebuilt called after each further successful build
 */
export async function buildGallery(onRebuilt: () => void): Promise<void> {
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT, { recursive: true });
  const options: BuildOptions = {
    entryPoints: [at('main.tsx')],
    outdir: OUT,
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    loader: { '.woff2': 'file' },
    define: {
      'process.env.NODE_ENV': '"development"',
      GALLERY_PICTURES: JSON.stringify(await pictures()),
    },
  };
  await watchBuilds(options, onRebuilt);
  await cp(at('../pictures'), `${OUT}/pictures`, { recursive: true }).catch(() => undefined);
  await writeFile(`${OUT}/entries.json`, JSON.stringify(await entries()));
  await writeFile(`${OUT}/index.html`, PAGE);
}
