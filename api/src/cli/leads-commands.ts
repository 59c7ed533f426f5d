import { exportLeads } from './leads-export';
import { listFiles } from './leads-files';
import { forgetLead } from './leads-forget';
import { listLeads } from './leads-list';
import { showLead } from './leads-show';
import type { Commands } from './support/run';

/** `npm run leads` */
export const LEADS: Commands = {
  list: listLeads,
  show: showLead,
  export: exportLeads,
  files: listFiles,
  forget: forgetLead,
};
