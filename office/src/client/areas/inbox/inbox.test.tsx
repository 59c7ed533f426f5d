import { Refine } from '@refinedev/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { dataProvider } from '../../data/provider';
import { TemplatesScreen } from './inbox';

test('who saves a template twice is nobody else the second time', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  let row = { id, name: 'Thanks', subject: 'Thank you', text: 'Hello', updated_at: '2026-05-31T09:30:00.000Z' };
  const answers: number[] = [];
  globalThis.fetch = jest.fn(async (_address: RequestInfo | URL, { method, body } = {}) => {
    if (method !== 'PUT') return Response.json({ data: [row], total: 1 });
    const { updated_at: read, ...typed } = JSON.parse(String(body));
    const status = read === row.updated_at ? 200 : 409;
    answers.push(status);
    if (status === 200) row = { ...row, ...typed, updated_at: `2026-05-31T09:30:00.${100 + answers.length}Z` };
    return Response.json(row, { status });
  });
  render(
    <MemoryRouter>
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
        <TemplatesScreen />
      </Refine>
    </MemoryRouter>,
  );
  const save = await screen.findByRole('button', { name: 'Save Thanks' });
  const text = screen.getByDisplayValue('Hello');
  for (const typed of [' there', ', friend']) {
    await userEvent.type(text, typed);
    // While one save is under way, another click does nothing.
    await waitFor(async () => {
      await userEvent.click(save);
      expect(row.text).toBe((text as HTMLTextAreaElement).value);
    });
  }
  expect(answers).not.toContain(409);
});
