import { fileTypeFromBuffer } from 'file-type';
import { gifPieces } from './metadata/gif';
import { jpegPieces } from './metadata/jpeg';
import type { FileWindow, Piece } from './metadata/pieces';
import { pngPieces } from './metadata/png';
import { webpPieces } from './metadata/webp';

/** A kind of file that is accepted. */
export interface FileKind {
  mediaType: string;
  extension: string;
  /** What remains of the file once its metadata is left out; kinds without this are kept as they came. */
  pieces?: (window: FileWindow) => Promise<Piece[]>;
}

/** SVG and HTML can carry programs, and formats that cannot be cleaned would tell where a picture was taken. */
const KINDS: Readonly<Record<string, FileKind>> = {
  'image/jpeg': { mediaType: 'image/jpeg', extension: 'jpg', pieces: jpegPieces },
  'image/png': { mediaType: 'image/png', extension: 'png', pieces: pngPieces },
  'image/apng': { mediaType: 'image/png', extension: 'png', pieces: pngPieces },
  'image/webp': { mediaType: 'image/webp', extension: 'webp', pieces: webpPieces },
  'image/gif': { mediaType: 'image/gif', extension: 'gif', pieces: gifPieces },
  'application/pdf': { mediaType: 'application/pdf', extension: 'pdf' },
};

export const ACCEPTED = 'Please choose a JPEG, PNG, WebP or GIF picture, or a PDF.';

/** Bytes from the start of a file that suffice to know its kind. */
export const HEAD_BYTES = 4100;

/** The kind by the file's own bytes; its name and what the browser says of it do not count. */
export async function fileKindOf(head: Buffer): Promise<FileKind | undefined> {
  // Nothing of interest follows in a PDF, and looking for it would need the whole file.
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return KINDS['application/pdf'];
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  return type && KINDS[type.mime];
}
