import os from 'node:os';
import type { Author } from '../../catalogue/change';

/** Who runs the command, for the history of prices. */
export const authorOf = (reason: string | undefined): Author => ({ by: os.userInfo().username, reason });
