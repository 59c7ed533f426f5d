import type { Check } from './check';
import { files } from './checks/files/files';
import { guestCost } from './checks/files/guest-cost';
import { licences } from './checks/files/licences';
import { secrets } from './checks/files/secrets';
import { sizes } from './checks/files/sizes';
import { globals } from './checks/isolation/globals';
import { lifecycle } from './checks/isolation/lifecycle';
import { shares } from './checks/isolation/shares';
import { storage } from './checks/isolation/storage';
import { styleReach } from './checks/isolation/style-reach';
import { styles } from './checks/isolation/styles';
import { tokens } from './checks/isolation/tokens';
import { types } from './checks/isolation/types';
import { users } from './checks/isolation/users';
import { accessibility } from './checks/pages/accessibility';
import { addresses } from './checks/pages/addresses';
import { fragments } from './checks/pages/fragments';
import { frame } from './checks/pages/frame';
import { pages } from './checks/pages/pages';
import { prices } from './checks/pages/prices';
import { scenarios } from './checks/pages/scenarios';
import { stockHost } from './checks/pages/stock-host';
import { visits } from './checks/pages/visits';

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
