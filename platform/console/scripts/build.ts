import { buildStaff } from '@wholepage/staff-kit/build';
import { CONSOLE } from '../src/service';

await buildStaff(CONSOLE, process.argv[2]);
