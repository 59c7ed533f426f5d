import type { UPLOAD_TYPES } from '../../../wire/enquiries';
import type { CleanFormat } from './clean-picture';

/** A kind of file that is accepted. */
export interface FileKind {
  mediaType: (typeof UPLOAD_TYPES)[number];
  extension: string;
  /** How such a file begins, byte by byte. */
  signature: RegExp;
  /** The format in which a picture is re-encoded; a PDF stays as it came. */
  format?: CleanFormat;
}

/**
 * SVG and HTML can carry programs. A signature is only the first look: what merely begins like a picture cannot be
 * decoded, and is refused then.
 */
export const FILE_KINDS: readonly FileKind[] = [
  { mediaType: 'image/jpeg', extension: 'jpg', signature: /^\xff\xd8\xff/, format: 'jpeg' },
  { mediaType: 'image/png', extension: 'png', signature: /^\x89PNG\r\n\cZ\n/, format: 'png' },
  { mediaType: 'image/gif', extension: 'gif', signature: /^GIF8[79]a/, format: 'gif' },
  { mediaType: 'image/webp', extension: 'webp', signature: /^RIFF....WEBP/s, format: 'webp' },
  { mediaType: 'application/pdf', extension: 'pdf', signature: /^%PDF-\d\.\d/ },
];

/** Bytes from the start of a file that suffice to know its kind. */
export const HEAD_BYTES = 16;

/** The kind by the file's own bytes; its name and what the browser says of it do not count. */
export const fileKindOf = (head: Buffer): FileKind | undefined => {
  const start = head.toString('latin1', 0, HEAD_BYTES);
  return FILE_KINDS.find((kind) => kind.signature.test(start));
};
