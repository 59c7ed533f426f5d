import { jestConfig } from '@wholepage/tooling/jest';

export default jestConfig(import.meta.dirname);
