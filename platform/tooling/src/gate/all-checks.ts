import type { Check } from './check';
import { accessibility } from './checks/accessibility';
import { files } from './checks/files';
import { globals } from './checks/globals';
import { licences } from './checks/licences';
import { lifecycle } from './checks/lifecycle';
import { pages } from './checks/pages';
import { prices } from './checks/prices';
import { secrets } from './checks/secrets';
import { shares } from './checks/shares';
import { sizes } from './checks/sizes';
import { styleReach } from './checks/style-reach';
import { styles } from './checks/styles';
import { tokens } from './checks/tokens';
import { types } from './checks/types';

/** Quick ones first. Before all of them the store itself refuses wrong hashes, signatures, contracts and routes. */
export const CHECKS: readonly Check[] = [
  files,
  types,
  styles,
  tokens,
  shares,
  sizes,
  secrets,
  licences,
  pages,
  prices,
  styleReach,
  globals,
  lifecycle,
  accessibility,
];
