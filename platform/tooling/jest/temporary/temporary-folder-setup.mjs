import { makeTemporaryFolder } from './temporary-folder.mjs';

export default makeTemporaryFolder;
