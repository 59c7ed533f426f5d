import type { ShellApi as PlatformShell } from '@wholepage/contracts/mount';

/** What a remote may ask of this site's shell. */
export interface ShellApi extends PlatformShell {
  /** Opens the enquiry modal. Focus returns to the element that had it. */
  openEnquiry(): void;
}

/** On an element of a page: what it is about, in words. An enquiry opened from there begins with them. */
export const ABOUT_ATTRIBUTE = 'data-about';
