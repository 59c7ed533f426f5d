import { gifPieces } from './metadata/gif';
import { jpegPieces } from './metadata/jpeg';
import type { FileWindow, Piece } from './metadata/pieces';
import { pngPieces } from './metadata/png';
import { webpPieces } from './metadata/webp';

/** A kind of file that is accepted. */
export interface FileKind {
  mediaType: string;
  extension: string;
  /** How such a file begins, byte by byte. */
  signature: RegExp;
  /** What remains of the file once its metadata is left out; kinds without this are kept as they came. */
  pieces?: (window: FileWindow) => Promise<Piece[]>;
}

/**
 * SVG and HTML can carry programs, and formats that cannot be cleaned here would tell where a picture was taken.
 * A signature is only the first look: reading the picture's structure refuses what merely begins like one.
 */
const KINDS: readonly FileKind[] = [
  { mediaType: 'image/jpeg', extension: 'jpg', signature: /^\xff\xd8\xff/, pieces: jpegPieces },
  { mediaType: 'image/png', extension: 'png', signature: /^\x89PNG\r\n\cZ\n/, pieces: pngPieces },
  { mediaType: 'image/gif', extension: 'gif', signature: /^GIF8[79]a/, pieces: gifPieces },
  { mediaType: 'image/webp', extension: 'webp', signature: /^RIFF....WEBP/s, pieces: webpPieces },
  { mediaType: 'application/pdf', extension: 'pdf', signature: /^%PDF-\d\.\d/ },
];

export const ACCEPTED = 'Please choose a JPEG, PNG, WebP or GIF picture, or a PDF.';

/** Bytes from the start of a file that suffice to know its kind. */
export const HEAD_BYTES = 16;

/** The kind by the file's own bytes; its name and what the browser says of it do not count. */
export const fileKindOf = (head: Buffer): FileKind | undefined => {
  const start = head.toString('latin1', 0, HEAD_BYTES);
  return KINDS.find((kind) => kind.signature.test(start));
};
