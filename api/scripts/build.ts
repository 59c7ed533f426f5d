import { build } from 'esbuild';
import { SERVER } from './build-options';

await build(SERVER);
