import type { ShellApi as PlatformShell } from '@wholepage/contracts/mount';

/** The API of this site's shell for remotes. */
export interface ShellApi extends PlatformShell {
  /** Opens the enquiry modal. Focus returns to the element that had it. */
  openEnquiry(): void;
}

/** Attribute with the subject of an element, in words. The message of an enquiry that is opened there begins with it. */
export const ABOUT_ATTRIBUTE = 'data-about';
