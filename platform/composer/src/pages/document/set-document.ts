import { createHash } from 'node:crypto';
import type { LiveSet, RemoteOnPage, SetDocument } from '@wholepage/contracts/page';
import { SHELL } from '@wholepage/contracts/release';
import { LRUCache } from 'lru-cache';
import { StoredResponse } from '../../http/response/send';
import type { ReleaseSet } from '../../releases/release-set';
import { remotesOnPage } from '../page-parts';

/** A tab learns of a set and asks for it within moments; a little history covers those that dawdle. */
const SETS_KEPT = 20;
const SET_FILE = /^\/_sets\/([\w-]+)\.json$/;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const IMMUTABLE = { ...JSON_TYPE, 'cache-control': 'public, max-age=31536000, immutable' };
const CURRENT = { ...JSON_TYPE, 'cache-control': 'no-cache' };

/** An address-safe hash of a text. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

export const jsonDocument = (value: unknown, headers = IMMUTABLE): StoredResponse =>
  new StoredResponse(200, headers, Buffer.from(JSON.stringify(value)));

/** The list of all remotes, once for each set: pages do not carry it, or every release would change every page. */
export class SetDocuments {
  private readonly documents = new LRUCache<string, StoredResponse>({ max: SETS_KEPT });
  private readonly pointers = new LRUCache<string, StoredResponse>({ max: SETS_KEPT });

  /** @returns undefined for any other path, and for a set that this composer does not know */
  find(path: string, current: ReleaseSet): StoredResponse | undefined {
    const id = SET_FILE.exec(path)?.[1];
    if (!id) return undefined;
    const live = this.remember(current);
    return id === 'live' ? live : this.documents.get(id);
  }

  /** @returns the document that names this set */
  private remember(set: ReleaseSet): StoredResponse {
    const known = this.pointers.get(set.id);
    if (known) return known;
    const remotes: RemoteOnPage[] = remotesOnPage(set);
    const shell = set.apps[SHELL]?.manifest.version ?? '';
    const id = shortHash(JSON.stringify([shell, remotes]));
    this.documents.set(id, jsonDocument({ id, shell, remotes } satisfies SetDocument));
    const pointer = jsonDocument({ id } satisfies LiveSet, CURRENT);
    this.pointers.set(set.id, pointer);
    return pointer;
  }
}
