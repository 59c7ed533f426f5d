import { build } from 'esbuild';
import { pathOf, SERVER } from './build-options';

await build({ ...SERVER, outfile: pathOf('dist/server.mjs') });
