import { buildStaff } from '@wholepage/staff-kit/build';
import { OFFICE } from '../src/service';

await buildStaff(OFFICE);
