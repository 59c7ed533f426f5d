import { buildOffice } from './build-office';

await buildOffice();
