import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promote } from '@wholepage/releases/promote';
import { publish } from '@wholepage/releases/publish';
import type { Trust } from '@wholepage/releases/trust/trust';
import { BLANK, writeBlankRemote } from '../browser/site/blank-remote';

/** Publishes and promotes the blank remote. */
export async function publishBlank(to: string, trust: Trust): Promise<void> {
  const blank = await mkdtemp(join(tmpdir(), 'verify-blank-'));
  await writeBlankRemote(blank);
  await publish(to, BLANK.app, BLANK.version, blank, trust);
  await promote(to, BLANK.app, BLANK.version, { why: 'verify', trust });
  await rm(blank, { recursive: true });
}
