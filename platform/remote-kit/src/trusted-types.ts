/** For a remote that blesses HTML by a policy of its own, which its settings name. */
export { createPolicy } from '@wholepage/federation/browser';
