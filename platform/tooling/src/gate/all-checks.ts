import type { Check } from './check';
import { accessibility } from './checks/accessibility';
import { addresses } from './checks/addresses';
import { files } from './checks/files';
import { fragments } from './checks/fragments';
import { frame } from './checks/frame';
import { globals } from './checks/globals';
import { guestCost } from './checks/guest-cost';
import { licences } from './checks/licences';
import { lifecycle } from './checks/lifecycle';
import { pages } from './checks/pages';
import { prices } from './checks/prices';
import { scenarios } from './checks/scenarios';
import { secrets } from './checks/secrets';
import { shares } from './checks/shares';
import { sizes } from './checks/sizes';
import { stockHost } from './checks/stock-host';
import { storage } from './checks/storage';
import { styleReach } from './checks/style-reach';
import { styles } from './checks/styles';
import { tokens } from './checks/tokens';
import { types } from './checks/types';
import { users } from './checks/users';
import { visits } from './checks/visits';

/** Quick ones first. Before all of them the store itself refuses wrong hashes, signatures, contracts and routes. */
export const CHECKS: readonly Check[] = [
  files,
  types,
  styles,
  tokens,
  shares,
  users,
  sizes,
  secrets,
  licences,
  addresses,
  pages,
  stockHost,
  guestCost,
  prices,
  styleReach,
  visits,
  frame,
  storage,
  globals,
  scenarios,
  fragments,
  lifecycle,
  accessibility,
];
