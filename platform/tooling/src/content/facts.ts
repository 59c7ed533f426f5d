import { existsSync, readFileSync } from 'node:fs';
import { type Facts, factsSchema } from 'contracts/content-facts';
import { FACTS_FILE } from '../paths';

/** The site's facts; a repository without such a file states none. @throws when the file does not fit its schema */
export function readFacts(): Facts {
  if (!existsSync(FACTS_FILE)) return {};
  return factsSchema.parse(JSON.parse(readFileSync(FACTS_FILE, 'utf8')));
}
