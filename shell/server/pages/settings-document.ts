import type { PublicConfig } from 'contracts/config';
import { type SiteSettings, settingsPath } from 'contracts/page';
import type { StoredResponse } from '../http/stored-response';
import { jsonDocument, shortHash } from './set-document';

/** What is the same on every page, as a document of its own that browsers keep. */
export interface SettingsDocument {
  path: string;
  response: StoredResponse;
}

export function settingsDocument(config: PublicConfig): SettingsDocument {
  const settings: SiteSettings = { config };
  return { path: settingsPath(shortHash(JSON.stringify(settings))), response: jsonDocument(settings) };
}
