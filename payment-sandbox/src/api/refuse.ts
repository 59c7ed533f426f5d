import { RefusedError } from '../errors';

/** Refuses a body for one of its fields. @throws RefusedError always */
export const refuse = (field: string, description: string): never => {
  throw new RefusedError(description, { field });
};
