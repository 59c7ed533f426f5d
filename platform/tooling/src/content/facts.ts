import { readFileSync } from 'node:fs';
import { type Facts, factsSchema } from '@wholepage/contracts/content-facts';
import type { ContentSources } from './content-sources';

/** The site's facts; none where it has no such file. @throws when the file cannot be read or does not fit its schema */
export function readFacts({ facts }: ContentSources): Facts {
  return facts ? factsSchema.parse(JSON.parse(readFileSync(facts, 'utf8'))) : {};
}
