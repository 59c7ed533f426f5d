import type { SiteDefinition } from '@wholepage/contracts/site';
import { atSite } from '../site/definition';

/** What content of every remote may refer to, as absolute paths; left out where the site has none. */
export interface ContentSources {
  /** Folder of pictures that content may name. */
  pictures?: string;
  /** Facts that several texts state, each by its name. */
  facts?: string;
}

export const contentSources = ({ sources = {} }: SiteDefinition): ContentSources => ({
  ...(sources.pictures && { pictures: atSite(sources.pictures) }),
  ...(sources.facts && { facts: atSite(sources.facts) }),
});
