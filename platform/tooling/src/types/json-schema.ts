/** A JSON Schema, as far as this platform reads it: what zod writes of props and details. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  description?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
  minItems?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** Deeper than this is `unknown`: a schema that holds itself ends here. */
const DEEPEST = 12;

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);
const comment = (text: string | undefined): string => (text ? `/** ${text.replaceAll('*/', '* /')} */ ` : '');

function objectType({ properties, required = [], additionalProperties }: JsonSchema, depth: number): string {
  const members = Object.entries(properties ?? {}).map(([key, schema]) => {
    const name = isName(key) ? key : JSON.stringify(key);
    const optional = required.includes(key) ? '' : '?';
    return `${comment(schema.description)}${name}${optional}: ${typeText(schema, depth)}`;
  });
  if (members.length > 0) return `{ ${members.join('; ')} }`;
  if (additionalProperties === false) return 'Record<string, never>';
  return `Record<string, ${typeof additionalProperties === 'object' ? typeText(additionalProperties, depth) : 'unknown'}>`;
}

function typeOfOne(type: string | undefined, schema: JsonSchema, depth: number): string {
  if (type === 'object') return objectType(schema, depth);
  if (type === 'array') return `Array<${typeText(schema.items ?? {}, depth)}>`;
  return SCALARS[type ?? ''] ?? 'unknown';
}

/** The TypeScript type of what a schema takes, as text. What cannot be typed is `unknown`. */
export function typeText(schema: JsonSchema, depth = 0): string {
  if (depth > DEEPEST) return 'unknown';
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => typeText(choice, depth + 1)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = [schema.type].flat();
  return types.map((type) => typeOfOne(type, schema, depth + 1)).join(' | ');
}
