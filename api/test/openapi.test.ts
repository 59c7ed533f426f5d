import { requiredOf, sampleOf } from '../wire/testing/sample-form';
import { startSite, type TestSite } from './helpers/site';

interface BodySchema {
  required?: string[];
  properties: Record<string, { maxLength?: number; pattern?: string }>;
}

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const describedBody = (at: string, type = 'application/json'): BodySchema => {
  const paths = site.app.swagger().paths as Record<string, { post: { requestBody: { content: object } } }>;
  const content = paths[at]?.post.requestBody.content as Record<string, { schema: BodySchema }>;
  const found = content[type];
  if (!found) throw new Error(`${at} describes no ${type}`);
  return found.schema;
};

describe.each([
  ['/save_home_form.php', 'home'],
  ['/save_modal_form.php', 'modal'],
  ['/save_form.php', 'contact'],
] as const)('%s', (at, form) => {
  const good = sampleOf(form);
  const rules = requiredOf(form);

  test('describes the fields, their lengths and their form', () => {
    const { required, properties } = describedBody(at);
    expect(required).toEqual(rules.map(({ name }) => name));
    for (const { name, maxLength } of rules) {
      expect(properties[name]?.maxLength).toBe(maxLength);
      const pattern = new RegExp(properties[name]?.pattern ?? 'none', 'u');
      expect([good[name] ?? '', ' ', ''].map((value) => pattern.test(value))).toEqual([true, false, false]);
    }
  });

  test('enforces what it describes', async () => {
    expect((await site.post(at, good)).status).toBe(200);
    for (const { name, maxLength } of rules) {
      for (const value of [undefined, 7, ' ', 'x'.repeat(maxLength + 1)]) {
        const answer = await site.post(at, { ...good, [name]: value });
        expect([name, value, answer.status]).toEqual([name, value, 422]);
      }
    }
  });
});

test.each(['/create_order.php', '/confirm_payment.php', '/enrolments', '/save_form.php'])(
  '%s refuses a body that is not an object, or lacks what is required, in one sentence',
  async (at) => {
    expect(describedBody(at).required?.length).toBeGreaterThan(0);
    for (const body of [null, [], 'text', {}]) {
      const answer = await site.post(at, body);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toEqual({
        success: false,
        message: expect.stringMatching(/^(Please|An order|A con)/),
      });
    }
  },
);
