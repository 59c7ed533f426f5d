/** Folders of a store, one below the other only for `quarantine/{moment}`. */
export const UPLOADS = 'uploads';
export const COVERS = 'covers';
export const QUARANTINE = 'quarantine';

/** Folder of mails that were written to files. */
export const OUTBOX = 'outbox';
