import type { SiteAllowances } from '@wholepage/contracts/site';

/** What the live site allows: rewritten by each check with `SITE_ORIGIN`. */
export const allowed: SiteAllowances = { policy: {}, scripts: {}, otherScripts: 0, styles: 0, fonts: 0 };
