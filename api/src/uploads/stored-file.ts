/** A file that arrived whole. */
export interface StoredFile {
  storedName: string;
  originalName: string;
  mediaType: string;
  bytes: number;
  /** Of the bytes as sent. */
  sha256: string;
}
