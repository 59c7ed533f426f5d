import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { InvalidFormError, RefusedError } from '../errors';

interface SchemaError {
  /** Of the field, `/email`. */
  instancePath?: string;
  message?: string;
}

/** The first problem of each field. */
export const problemsOf = (errors: readonly SchemaError[]): { field: string; message: string }[] => {
  const problems = new Map<string, string>();
  for (const { instancePath = '', message = '' } of errors) {
    const field = instancePath.split('/')[1] ?? '';
    if (!problems.has(field)) problems.set(field, message);
  }
  return [...problems].map(([field, message]) => ({ field, message }));
};

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Has every route's schemas enforced as they are documented. Missing fields are reported in the words of the schema, whose
 * messages are for visitors; a body that is not an object lacks everything.
 */
export const validation = fp(
  async (app: FastifyInstance) => {
    app.setValidatorCompiler((route) => {
      const validate = validatorCompiler(route as Parameters<typeof validatorCompiler>[0]);
      return route.httpPart === 'body' ? (data) => validate(isRecord(data) ? data : {}) : validate;
    });
    app.setSerializerCompiler(serializerCompiler);
    app.setSchemaErrorFormatter((errors, part) => {
      if (part === 'body') return new InvalidFormError(problemsOf(errors));
      return new RefusedError(400, errors[0]?.message ?? 'This address is not complete.');
    });
  },
  { name: 'validation' },
);
