/** Of the federation's faults, by its own codes, those that a host can have that loads remotes as containers. */
export const runtimeDescMap = {
  'RUNTIME-005': 'Invalid loadShareSync function call from bundler runtime',
  'RUNTIME-006': 'Invalid loadShareSync function call from runtime',
  'RUNTIME-010': 'The name option cannot be changed after initialization.',
  'RUNTIME-012': 'The getter for the shared module is not a function.',
};

/** None: types, builds and their faults are not part of a page. */
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = runtimeDescMap;
