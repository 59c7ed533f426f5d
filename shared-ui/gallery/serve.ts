/** `npm run --prefix shared-ui gallery`: builds the gallery and serves it. `PORT` chooses the port. */
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Output folder: the pictures, the page with its bundle, and the names of its components (`entries.json`). */
const OUT = at('../dist/gallery');

const SHOWN = /\.(svg|png|jpg|avif|webp)$/;

/** The page reloads after each rebuild. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The pattern room</title>
<link rel="stylesheet" href="/main.css">
<script type="module" src="/main.js"></script>
<script>new EventSource('/esbuild').addEventListener('change', () => location.reload());</script>
</head>
<body><div id="gallery"></div></body>
</html>
`;

async function pictures(): Promise<string[]> {
  const files = await readdir(at('../pictures'), { recursive: true }).catch(() => []);
  return files.filter((file) => SHOWN.test(file)).sort();
}

/** Returns the names of the catalogue's components. The catalogue is bundled first, because Node imports no CSS. */
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

/** Builds the gallery, rebuilds it on changes and serves it; an address without a file answers the page. @returns its address */
async function serveGallery(port: number): Promise<string> {
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT, { recursive: true });
  await cp(at('../pictures'), `${OUT}/pictures`, { recursive: true }).catch(() => undefined);
  await writeFile(`${OUT}/entries.json`, JSON.stringify(await entries()));
  await writeFile(`${OUT}/index.html`, PAGE);
  const builds = await context({
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
  });
  // The bundler's process outlives this one when it is left while it rebuilds.
  process.once('SIGTERM', () => void builds.dispose().finally(() => process.exit()));
  await builds.rebuild();
  await builds.watch();
  const served = await builds.serve({ servedir: OUT, host: '127.0.0.1', port, fallback: `${OUT}/index.html` });
  return `http://127.0.0.1:${served.port}`;
}

if (process.argv.includes('--help')) {
  console.log(
    'Usage: npm run --prefix shared-ui gallery   builds the gallery of components and serves it; PORT chooses its port',
  );
  process.exit();
}

try {
  console.log(`Gallery at ${await serveGallery(Number(process.env.PORT || 6006))}`);
} catch (error) {
  console.error(
    `The gallery did not start: ${error instanceof Error ? error.message : String(error)}. PORT chooses its port.`,
  );
  process.exit(1);
}
