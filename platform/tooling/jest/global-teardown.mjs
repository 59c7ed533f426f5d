import { removeTemporaryFolder } from './temporary-folder.mjs';

export default removeTemporaryFolder;
