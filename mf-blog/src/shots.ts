import type { ShotPlan } from '@wholepage/tooling/shots';

const plan: ShotPlan = {
  pages: ['/blog', '/blog/sample-1'],
  waiting: (page) => page.locator('#slot [role="status"]'),
  settled: (page) => page.locator('#slot:has(h1):not(:has([role="status"]))'),
};

export default plan;
