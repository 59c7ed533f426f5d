import { PRIVATE_API_NAMES } from '@wholepage/contracts/api-names';

const PRIVATE: ReadonlySet<string> = new Set(PRIVATE_API_NAMES);

/** As the receiver reads it: decoded, in any letters, up to whatever ends a word there. */
const firstWord = (path: string): string =>
  decodeURIComponent(path)
    .toLowerCase()
    .split(/[/\\;?#]/)
    .find((word) => word !== '') ?? '';

/**
 * Whether an address of the API is not for visitors, nor for guests.
 * @param path without the prefix under which visitors know the API
 */
export function isPrivatePath(path: string): boolean {
  try {
    return PRIVATE.has(firstWord(path));
  } catch {
    // What cannot be decoded here is decoded by nobody.
    return true;
  }
}
