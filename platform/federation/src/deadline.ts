export { TimeoutError, within } from '@wholepage/page-rules/time-limit';
