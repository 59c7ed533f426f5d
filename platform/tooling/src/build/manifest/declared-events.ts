import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EventDeclarations } from '@wholepage/contracts/events';
import type { ReleaseEvent } from '@wholepage/contracts/release';
import type { AppName } from '@wholepage/contracts/version';
import * as z from 'zod';
import { packageDir } from '../../paths';

/** The events that an app declares in `src/events.ts`, with JSON Schemas of their details where zod made them. */
export async function eventsOf(app: AppName): Promise<ReleaseEvent[]> {
  const source = join(packageDir(app), 'src', 'events.ts');
  if (!existsSync(source)) return [];
  const { events } = (await import(pathToFileURL(source).href)) as { events?: EventDeclarations };
  return Object.entries(events ?? {}).map(([name, { detail, retained = false }]) => ({
    name,
    retained,
    ...(detail instanceof z.ZodType && { detail: z.toJSONSchema(detail) }),
  }));
}
