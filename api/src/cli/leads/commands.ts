import type { Commands } from '../support/command';
import { exportLeads } from './export';
import { listFiles } from './files';
import { forgetLead } from './forget';
import { listLeads } from './list';
import { showLead } from './show';

/** `npm run leads` */
export const LEADS: Commands = {
  list: listLeads,
  show: showLead,
  export: exportLeads,
  files: listFiles,
  forget: forgetLead,
};
